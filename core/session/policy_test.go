package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func TestPolicy(t *testing.T) {
	for _, row := range []struct {
		sentence                    string
		local, managed, schema, old string
		allowed, blocked, closed    bool // of bank.example
	}{
		{sentence: "without a list everything is allowed", allowed: true},
		{sentence: "a null list is no list", local: "null", allowed: true},
		{sentence: "an empty list allows", local: "[]", allowed: true},
		{sentence: "the person's entry blocks", local: `["bank.example"]`, blocked: true},
		{sentence: "the organisation's entry blocks", managed: `["bank.example"]`, blocked: true},
		{sentence: "the lists are a union", local: `["a.example"]`, managed: `["b.example","bank.example"]`, blocked: true},
		{sentence: "an empty entry is no entry", local: `["", " "]`, allowed: true},
		{sentence: "a list that is not JSON closes", local: `["bank`, closed: true},
		{sentence: "a list that is an object closes", local: `{"0":"bank.example"}`, closed: true},
		{sentence: "a list that is a string closes", local: `"bank.example"`, closed: true},
		{sentence: "an item that is no string closes", local: `["a.example",5]`, closed: true},
		{sentence: "an item that is no rule closes", local: `["a.example","com"]`, closed: true},
		{sentence: "trailing data closes", local: `["a.example"]x`, closed: true},
		{sentence: "bytes that are no text close", local: "[\"\xff\"]", closed: true},
		{sentence: "nesting closes", local: strings.Repeat("[", 20000), closed: true},
		{sentence: "a broken organisation's list closes", managed: `[1]`, closed: true},
		{sentence: "a list that Chrome dropped stays in force", schema: "1", old: `["bank.example"]`, blocked: true},
		{sentence: "a policy that was removed is gone", old: `["bank.example"]`, allowed: true},
		{sentence: "a policy that empties its list is obeyed", schema: "1", managed: "[]", old: `["bank.example"]`, allowed: true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			for _, v := range []struct {
				area     session.Area
				key, val string
			}{
				{session.Local, session.KeyBlocklist, row.local}, {session.Managed, session.KeyBlocklist, row.managed},
				{session.Managed, session.KeyManagedSchema, row.schema}, {session.Local, session.CopyOf(session.KeyBlocklist), row.old},
			} {
				if v.val != "" {
					store.Put(v.area, v.key, v.val)
				}
			}
			p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			_, err := p.Check("https://bank.example/")
			is.Equal(protocol.CodeOf(err), protocol.CodeInternal) // nothing is allowed before a list was read
			err = p.Load(context.Background())
			is.Equal(err != nil, row.closed)
			is.Equal(p.Broken() != nil, row.closed)
			_, err = p.Check("https://bank.example/")
			switch protocol.CodeOf(err) {
			case "":
				is.True(row.allowed)
			case protocol.CodeDomainBlocked:
				is.True(row.blocked)
			case protocol.CodeInternal:
				is.True(row.closed)
				is.True(strings.Contains(err.Error(), "options")) // says the next step
			default:
				t.Fatal(err)
			}
		})
	}
}

func TestPolicy_StoreFailsAndComesBack(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
	is.NoErr(p.Load(context.Background()))
	store.FailGet(session.KeyBlocklist, true)
	is.True(p.Load(context.Background()) != nil)
	is.Equal(protocol.CodeOf(p.Allow("a.example")), protocol.CodeInternal)
	store.FailGet(session.KeyBlocklist, false)
	is.NoErr(p.Load(context.Background()))
	is.NoErr(p.Allow("a.example"))
}

func TestPolicy_KeepsACopyOfTheOrganisationsList(t *testing.T) {
	is := is.New(t)
	store := coretest.NewStore()
	store.Put(session.Managed, session.KeyBlocklist, `["bank.example"]`)
	w := session.NewWriter(store)
	is.NoErr(session.NewPolicy(w, coretest.Names{}).Load(context.Background()))
	w.Flush(context.Background())
	is.Equal(store.Value(session.Local, session.CopyOf(session.KeyBlocklist)), `["bank.example"]`)
}

func TestPolicy_RefusesWhatHasNoHost(t *testing.T) {
	is := is.New(t)
	p := session.NewPolicy(session.NewWriter(coretest.NewStore()), coretest.Names{})
	is.NoErr(p.Load(context.Background()))
	_, err := p.Check("chrome://settings")
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	// A blank page is of whoever made it, which its address does not tell: the
	// debugger asks about that one's address. What is checked here is nobody's.
	loc, err := p.Check("about:blank")
	is.NoErr(err)
	is.Equal(loc.Domain(), session.Blank)
}

func TestPolicy_May(t *testing.T) {
	for _, row := range []struct {
		sentence, stored string
		broken           bool
		script, act      bool
	}{
		{sentence: "without a choice everything is on", script: true, act: true},
		{sentence: "an empty list switches nothing off", stored: "[]", script: true, act: true},
		{sentence: "what is named is off and nothing else", stored: `["script"]`, act: true},
		{sentence: "another capability is another matter", stored: `["upload"]`, script: true, act: true},
		{sentence: "an unknown name means nothing", stored: `["fly"]`, script: true, act: true},
		{sentence: "a list that cannot be understood switches off what can be", stored: `{"script":true}`, act: true},
		{sentence: "a storage that cannot be read does too", broken: true, act: true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			if row.stored != "" {
				store.Put(session.Local, session.KeyDenied, row.stored)
			}
			if row.broken {
				store.FailGet(session.KeyDenied, true)
			}
			p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			_ = p.Load(context.Background())
			err := p.May(protocol.KindEvaluate)
			is.Equal(err == nil, row.script)
			if err != nil {
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				is.True(strings.Contains(err.Error(), "ask them to switch it on"))
			}
			is.Equal(p.May(protocol.KindClick) == nil, row.act)
		})
	}
}

// What the organisation has switched off is off whatever the person says, and
// the agent is not sent to the person with it.
func TestPolicy_May_Organisation(t *testing.T) {
	for _, row := range []struct {
		sentence, local, managed, schema, copied string
		script, upload, theirs                   bool
	}{
		{sentence: "an empty list switches nothing off", managed: "[]", script: true, upload: true},
		{sentence: "what it names is off", managed: `["script"]`, upload: true, theirs: true},
		{sentence: "whatever the person has switched on", local: "[]", managed: `["script"]`, upload: true, theirs: true},
		{sentence: "and what the person names, too", local: `["upload"]`, managed: `["script"]`, theirs: true},
		{sentence: "the person's alone is the person's", local: `["script"]`, managed: `["upload"]`},
		{sentence: "a name that there is not switches off all", managed: `["scripts"]`, theirs: true},
		{sentence: "what is no list does, too", managed: `"script"`, theirs: true},
		{sentence: "a mistake does not lift what was", managed: `["uplaod"]`, schema: "1", copied: `["script"]`, upload: true, theirs: true},
		{sentence: "nor does a value that Chrome has dropped", schema: "1", copied: `["script"]`, upload: true, theirs: true},
		{sentence: "a policy that is withdrawn lifts it", copied: `["script"]`, script: true, upload: true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			for _, v := range []struct {
				area       session.Area
				key, value string
			}{
				{session.Local, session.KeyDenied, row.local}, {session.Managed, session.KeyDenied, row.managed},
				{session.Managed, session.KeyManagedSchema, row.schema}, {session.Local, session.CopyOf(session.KeyDenied), row.copied},
			} {
				if v.value != "" {
					store.Put(v.area, v.key, v.value)
				}
			}
			p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			is.NoErr(p.Load(context.Background()))
			err := p.May(protocol.KindEvaluate)
			is.Equal(err == nil, row.script)
			is.Equal(p.May(protocol.KindUploadFile) == nil, row.upload)
			is.NoErr(p.May(protocol.KindClick))
			if err != nil {
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				is.Equal(strings.Contains(err.Error(), "organisation"), row.theirs)
				is.Equal(strings.Contains(err.Error(), "ask them"), !row.theirs)
			}
		})
	}
}

// Each switch of the options refuses the actions that need it, and no other.
func TestPolicy_May_EachSwitch(t *testing.T) {
	for _, off := range []protocol.Capability{protocol.CanScript, protocol.CanUpload, protocol.CanDownload, protocol.CanTools} {
		t.Run(string(off), func(t *testing.T) {
			is := is.New(t)
			store := coretest.NewStore()
			store.Put(session.Local, session.KeyDenied, `["`+string(off)+`"]`)
			p := session.NewPolicy(session.NewWriter(store), coretest.Names{})
			_ = p.Load(context.Background())
			refused := 0
			for _, k := range protocol.Kinds() {
				err := p.May(k)
				is.Equal(err != nil, k.Can() == off) // of kind k
				if err != nil {
					refused++
				}
			}
			is.True(refused > 0) // a switch that no action needs would be an empty promise
		})
	}
}
