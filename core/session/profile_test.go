package session_test

import (
	"context"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func TestProfileIn(t *testing.T) {
	for _, row := range []struct {
		sentence, local, managed, unreadable, schema, copied string
		strict, fixed                                        bool
	}{
		{sentence: "nothing is chosen"},
		{sentence: "null is nothing", local: "null", managed: "null"},
		{sentence: "the person's strict", local: `"strict"`, strict: true},
		{sentence: "the organisation's", managed: `"strict"`, strict: true, fixed: true},
		{sentence: "the organisation's counts more", local: `"strict"`, managed: `"default"`, fixed: true},
		{sentence: "and the other way round", local: `"default"`, managed: `"strict"`, strict: true, fixed: true},
		{sentence: "a word that there is not is strict", managed: `"Strict "`, strict: true, fixed: true},
		{sentence: "what is no word is strict", managed: `{}`, strict: true, fixed: true},
		{sentence: "the person's word that there is not, too", local: `"lax"`, strict: true},
		{sentence: "a policy without a profile keeps the one before", schema: "1", copied: `"strict"`, strict: true, fixed: true},
		{sentence: "a wrong word is strict whatever was before", managed: `"lax"`, schema: "1", copied: `"default"`, strict: true, fixed: true},
		{sentence: "storage that cannot be read is strict", unreadable: session.KeyProfile, local: `"default"`, strict: true, fixed: true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			if row.local != "" {
				store.Put(session.Local, session.KeyProfile, row.local)
			}
			if row.managed != "" {
				store.Put(session.Managed, session.KeyProfile, row.managed)
			}
			if row.schema != "" {
				store.Put(session.Managed, session.KeyManagedSchema, row.schema)
				store.Put(session.Local, session.CopyOf(session.KeyProfile), row.copied)
			}
			if row.unreadable != "" {
				store.FailGet(row.unreadable, true)
			}
			p, fixed := session.ProfileIn(context.Background(), session.NewWriter(store))
			is.Equal(p == session.ProfileStrict, row.strict)
			is.Equal(fixed, row.fixed)
			policy := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			is.True(policy.Strict()) // before anything is read
			_ = policy.Load(context.Background())
			is.Equal(policy.Strict(), row.strict)
		})
	}
}

func TestOrigin(t *testing.T) {
	for _, row := range []struct{ url, origin string }{
		{"https://a.example/x?y", "https://a.example"},
		{"https://A.example:443/", "https://a.example"},
		{"http://a.example:80/", "http://a.example"},
		{"http://a.example:443/", "http://a.example:443"},
		{"https://a.example:08443/", "https://a.example:8443"},
		{"https://u:p@a.example:8443/", "https://a.example:8443"},
		{"https://[::1]:8443/", "https://[::1]:8443"},
		{"https://[::1]/", "https://[::1]"},
		{"https://a.example:/", "https://a.example"},
		{"about:blank", "about:blank"},
	} {
		loc, err := session.Locate(row.url)
		if err != nil || loc.Origin() != row.origin {
			t.Errorf("%s: origin %q, %v, want %q", row.url, loc.Origin(), err, row.origin)
		}
	}
}

func TestParseGrant(t *testing.T) {
	for _, row := range []struct {
		text string
		want []session.Subject
	}{
		{"https://a.example read act", []session.Subject{"read https://a.example", "act https://a.example"}},
		{" https://a.example:8443/  script ", []session.Subject{"script https://a.example:8443"}},
		{"https://a.example", nil},
		{"https://a.example reed", nil},
		{"https://a.example read write", nil},
		{"a.example read", nil},
		{"https://a.example/path read", nil},
		{"https://*.a.example read", nil},
		{"https://a.example:443 read", nil},
		{"about:blank read", nil},
		{"", nil},
	} {
		got, err := session.ParseGrant(row.text)
		is.New(t).Equal(got, row.want)
		is.New(t).Equal(err == nil, row.want != nil)
	}
}

// What each grant allows, and what it does not.
func TestConsent_Grants(t *testing.T) {
	at := func(url string) session.Location {
		loc, err := session.Locate(url)
		if err != nil {
			t.Fatal(err)
		}
		return loc
	}
	for _, row := range []struct {
		sentence, grant string
		url             string
		kind            protocol.Kind
		allowed         bool
	}{
		{"reading is granted", "https://a.example read", "https://a.example/x", protocol.KindExtract, true},
		{"and acting is not", "https://a.example read", "https://a.example/", protocol.KindClick, false},
		{"acting includes reading", "https://a.example act", "https://a.example/", protocol.KindExtract, true},
		{"another scheme", "https://a.example act", "http://a.example/", protocol.KindClick, false},
		{"another port", "https://a.example act", "https://a.example:8443/", protocol.KindClick, false},
		{"a subdomain", "https://a.example act", "https://www.a.example/", protocol.KindClick, false},
		{"a script needs a grant of its own", "https://a.example act", "https://a.example/", protocol.KindEvaluate, false},
		{"and may have it", "https://a.example script", "https://a.example/", protocol.KindEvaluate, true},
		{"so does what was downloaded", "https://a.example act", "https://a.example/", protocol.KindDownloads, false},
		{"and a blank page is nobody's", "https://a.example read", "about:blank", protocol.KindClick, true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			for _, area := range []session.Area{session.Local, session.Managed} {
				store := coretest.NewStore()
				store.Put(session.Local, session.KeyProfile, `"strict"`)
				store.Put(area, session.KeyGrants, `["nonsense","`+row.grant+`"]`)
				c := session.NewConsent(session.NewWriter(store), coretest.NewClock())
				c.Load(context.Background())
				_, ask := c.Check(c.Subject(at(row.url), row.kind))
				is.New(t).Equal(ask == nil, row.allowed)
			}
		})
	}
	acts := func(list string, a sink.Act) bool {
		store := coretest.NewStore()
		store.Put(session.Managed, session.KeyProfile, `"strict"`)
		store.Put(session.Managed, session.KeyGrants, list)
		c := session.NewConsent(session.NewWriter(store), coretest.NewClock())
		c.Load(context.Background())
		_, ask := c.Check(session.ActAt(a, "https://a.example"))
		return ask == nil
	}
	is := is.New(t)
	is.True(!acts(`["https://a.example read act script download"]`, sink.Act{Kind: sink.Pay, What: "Buy"}))
	is.True(acts(`["https://a.example sinks"]`, sink.Act{Kind: sink.Pay, What: "Buy"}))
	is.True(!acts(`["https://a.example sinks"]`, sink.Act{Kind: sink.FillIn, What: "mail"}))
	is.True(acts(`["https://a.example secrets"]`, sink.Act{Kind: sink.FillIn, What: "mail"}))
	is.True(acts(`["https://a.example upload"]`, sink.Act{Kind: sink.HandOver, What: "a.txt"}))
	is.True(!acts(`["https://a.example sinks secrets upload act"]`, sink.Act{Kind: sink.TakeOver, What: "7 Mail"}))
	is.True(!acts(`{"damaged":1}`, sink.Act{Kind: sink.Pay}))
}

// The strict profile is a floor: no mode loosens it.
func TestConsent_StrictAsks(t *testing.T) {
	for _, row := range []struct {
		sentence, local, managed string
		remembers                bool
	}{
		{"nothing is chosen", "", "", true},
		{"the person does not want to be asked", `"off"`, "", true},
		{"the organisation does not want them to be", "", `"off"`, true},
		{"the person wants to be asked each time", `"ask"`, "", false},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			store.Put(session.Local, session.KeyProfile, `"strict"`)
			if row.local != "" {
				store.Put(session.Local, session.KeyConsentMode, row.local)
			}
			if row.managed != "" {
				store.Put(session.Managed, session.KeyConsentMode, row.managed)
			}
			c := session.NewConsent(session.NewWriter(store), coretest.NewClock())
			c.Load(context.Background())
			s := session.Subject("read https://a.example")
			_, ask := c.Check(s)
			is.True(ask != nil)
			is.True(!c.Answer("a.example", session.Site)) // of the other profile
			is.True(c.Answer(s, session.Site))
			_, ask = c.Check(s)
			is.Equal(ask == nil, row.remembers)
		})
	}
}

func TestPolicy_Categories(t *testing.T) {
	for _, row := range []struct {
		sentence, local, managed, url string
		blocked                       bool
	}{
		{"none is blocked", "", "", "https://www.chase.com/", false},
		{"the person's", `["banking"]`, "", "https://www.chase.com/", true},
		{"the organisation's", "", `["banking"]`, "https://www.chase.com/", true},
		{"together", `["health"]`, `["banking"]`, "https://www.nhs.uk/", true},
		{"another", `["health"]`, "", "https://www.chase.com/", false},
		{"a name that there is not blocks all", "", `["bnaking"]`, "https://www.nhs.uk/", true},
		{"a list that is damaged, too", `7`, "", "https://www.nhs.uk/", true},
		{"but no other site", `7`, "", "https://a.example/", false},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			store := coretest.NewStore()
			if row.local != "" {
				store.Put(session.Local, session.KeyCategories, row.local)
			}
			if row.managed != "" {
				store.Put(session.Managed, session.KeyCategories, row.managed)
			}
			p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			is.New(t).NoErr(p.Load(context.Background()))
			_, err := p.Check(row.url)
			is.New(t).Equal(protocol.CodeOf(err) == protocol.CodeDomainBlocked, row.blocked)
		})
	}
}

// Private networks are refused in the strict profile, unless somebody allows them.
func TestPolicy_StrictIsPublic(t *testing.T) {
	for _, row := range []struct {
		sentence, profile, local, managed string
		public                            bool
	}{
		{"not in the default profile", `"default"`, "", "", false},
		{"in the strict one", `"strict"`, "", "", true},
		{"unless the person allows them", `"strict"`, `"allow"`, "", false},
		{"or the organisation does", `"strict"`, "", `"allow"`, false},
		{"who refuses counts more", `"strict"`, `"refuse"`, `"allow"`, true},
		{"a word that there is not refuses", `"default"`, "", `"alow"`, true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			store := coretest.NewStore()
			store.Put(session.Local, session.KeyProfile, row.profile)
			if row.local != "" {
				store.Put(session.Local, session.KeyPrivateNetwork, row.local)
			}
			if row.managed != "" {
				store.Put(session.Managed, session.KeyPrivateNetwork, row.managed)
			}
			p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			is.New(t).NoErr(p.Load(context.Background()))
			is.New(t).Equal(p.Public(), row.public)
		})
	}
}
