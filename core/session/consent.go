package session

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// Mode says whether the person is asked before the agent works on a site.
type Mode string

// The modes, as under [KeyConsentMode].
const (
	// ConsentOff asks nobody; the blocklist is the gate.
	ConsentOff Mode = "off"
	// ConsentAsk asks each time that the agent comes to a site.
	ConsentAsk Mode = "ask"
	// ConsentPerOrigin asks once for a site and may remember the answer.
	ConsentPerOrigin Mode = "per-origin"
)

// Verdict is what the person answered for a site.
type Verdict string

// The verdicts. Once holds until the last session has ended, a denial for ten
// minutes, Site until it is forgotten.
const (
	Once   Verdict = "once"
	Site   Verdict = "site"
	Deny   Verdict = "deny"
	Forget Verdict = "forget"
)

const (
	denialMS = 10 * 60 * 1000
	// maxAsked bounds the questions that wait, maxSites what is remembered.
	maxAsked, maxSites = 20, 500
	// maxOnce bounds the answers that hold for a while, in the strict profile,
	// where a site has several.
	maxOnce = 100
)

// ConsentQuestion is what waits for the person's answer.
type ConsentQuestion struct {
	Subject
	TabID  int // 0 for a tab that is not open yet
	Action protocol.Kind
	At     int64
	Agent  string // the program that asks, as it calls itself; "" when unknown
	Form   string // what the act would send, as the person is shown it; "" for nothing
}

// Consent keeps what the person has answered, and what they are asked. Its
// state is in storage, so that a question and an answer outlive the worker.
// Safe for concurrent use.
type Consent struct {
	writer *Writer
	clock  Clock

	mu     lock.Mutex
	fixed  bool              // the organisation has chosen; owned by mu
	mode   Mode              // owned by mu; ConsentAsk when it cannot be read
	strict bool              // subjects are origins and capabilities; owned by mu
	sites  []string          // owned by mu; local area
	grants []Subject         // owned by mu; what the person grants in the strict profile, local area
	given  []Subject         // owned by mu; what the organisation grants there
	once   []ConsentQuestion // owned by mu; Run area: denied when Action is "deny"
	asked  []ConsentQuestion // owned by mu; Run area
	change chan struct{}     // closed with the next change; owned by mu
}

// NewConsent returns one that asks about everything before [Consent.Load].
func NewConsent(writer *Writer, clock Clock) *Consent {
	return &Consent{writer: writer, clock: clock, mode: ConsentAsk, change: make(chan struct{})}
}

// Load takes over what storage holds. What cannot be read asks again.
func (c *Consent) Load(ctx context.Context) {
	sites, err := c.writer.store.Get(ctx, Local, KeyConsentSites)
	var list []string
	if err == nil {
		list, _ = ReadStrings(sites) // a damaged list grants nothing
	}
	once, asked := c.questions(ctx, KeyConsentAnswers, maxOnce), c.questions(ctx, KeyConsentAsked, maxAsked)
	own, _ := c.writer.store.Get(ctx, Local, KeyGrants) // one that cannot be read grants nothing
	profile, _ := ProfileIn(ctx, c.writer)
	c.mu.Lock()
	c.sites, c.once, c.asked, c.grants, c.strict = list, once, asked, grants(own), profile == ProfileStrict
	c.mu.Unlock()
	c.LoadMode(ctx)
}

// Subject returns what is asked about for an action of a kind at a place: its
// domain, and in the strict profile the capability on its origin.
func (c *Consent) Subject(at Location, kind protocol.Kind) Subject {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.strict || at.Host == "" {
		return Subject(at.Domain())
	}
	return subject(needs(kind), at.Origin())
}

func (c *Consent) questions(ctx context.Context, key string, most int) (list []ConsentQuestion) {
	data, err := c.writer.store.Get(ctx, Run, key)
	if err != nil {
		return nil
	}
	_ = readObjects(data, func(f fields) {
		r := readQuestionRow(f)
		q := ConsentQuestion{TabID: r.TabID, Action: protocol.Kind(r.Action), At: r.At, Agent: r.Agent, Form: r.Form}
		if r.Domain != "" {
			q.Subject = SubjectOf(r.Can, r.Domain, r.What)
		}
		if q.Subject != "" && len(list) < most {
			list = append(list, q)
		}
	})
	return list
}

// Check says whether the agent may do what a subject names: nil and "" when it
// may, Deny when it may not, and otherwise a channel that is closed when that
// may have changed.
func (c *Consent) Check(s Subject) (Verdict, <-chan struct{}) {
	return c.check(s, func(ConsentQuestion) bool { return true })
}

// CheckAct is Check for one act: a yes holds for the form that the person was shown.
func (c *Consent) CheckAct(s Subject, form string) (Verdict, <-chan struct{}) {
	return c.check(s, func(q ConsentQuestion) bool { return q.Form == form })
}

func (c *Consent) check(s Subject, covers func(ConsentQuestion) bool) (Verdict, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mode == ConsentOff || s == Blank {
		return "", nil
	}
	act := s.Act() != nil
	now := c.clock.Now().UnixMilli()
	for _, o := range c.once {
		lately := now-o.At < denialMS && now >= o.At
		switch {
		case o.Action != protocol.Kind(Deny) && (o.Subject == s && covers(o) || o.Subject == s.General()) && (lately || !act):
			return "", nil
		case o.Subject == s && o.Action == protocol.Kind(Deny) && lately:
			return Deny, nil
		}
	}
	if c.strict {
		if holds(c.given, s) || c.mode == ConsentPerOrigin && holds(c.grants, s) {
			return "", nil
		}
		return "", c.change
	}
	if c.mode == ConsentPerOrigin {
		for _, site := range c.sites {
			if site == string(s) {
				return "", nil
			}
		}
	}
	return "", c.change
}

// Asks reports whether the person is asked about sites.
func (c *Consent) Asks() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mode != ConsentOff
}

// Consume takes back what allowed one act, which is done now.
func (c *Consent) Consume(s Subject) {
	c.mu.Lock()
	before := len(c.once)
	c.once = without(c.once, s)
	spent := len(c.once) != before
	c.mu.Unlock()
	if spent {
		c.save()
	}
}

// Ask puts a question before the person, unless it is there already.
func (c *Consent) Ask(q ConsentQuestion) {
	q.At = c.clock.Now().UnixMilli()
	c.mu.Lock()
	for _, old := range c.asked {
		if old.Subject == q.Subject && old.Form == q.Form {
			c.mu.Unlock()
			return
		}
	}
	c.asked = append(last(without(c.asked, q.Subject), maxAsked-1), q)
	c.mu.Unlock()
	c.save()
}

// Asked reports whether a question waits for the person.
func (c *Consent) Asked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked) > 0
}

// Answer takes the person's answer and reports whether it changed anything. In
// the strict profile Site is a grant; one act has none.
func (c *Consent) Answer(s Subject, v Verdict) bool {
	now := c.clock.Now().UnixMilli()
	c.mu.Lock()
	if c.strict != (s.Can() != "") && v != Forget || v == Site && s.Act() != nil {
		c.mu.Unlock()
		return false // of the other profile, or not to be had
	}
	before := len(c.once) + len(c.asked) + len(c.sites) + len(c.grants)
	form := ""
	for _, q := range c.asked {
		if q.Subject == s {
			form = q.Form
		}
	}
	c.asked, c.once = without(c.asked, s), without(c.once, s)
	c.sites, c.grants = remove(c.sites, string(s)), remove(c.grants, s)
	switch {
	case v == Site && c.strict:
		c.grants = append(last(c.grants, maxSites-1), s)
	case v == Site:
		c.sites = append(last(c.sites, maxSites-1), string(s))
	case v == Once, v == Deny:
		most := maxAsked
		if c.strict {
			most = maxOnce
		}
		c.once = append(last(c.once, most-1), ConsentQuestion{Subject: s, Action: protocol.Kind(v), At: now, Form: form})
	}
	changed := v != Forget || before != len(c.once)+len(c.asked)+len(c.sites)+len(c.grants)
	c.mu.Unlock()
	c.save()
	c.notify()
	return changed
}

// last returns at most the last n of a list.
func last[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }

// remove returns a list without what is equal.
func remove[T comparable](list []T, one T) (rest []T) {
	for _, l := range list {
		if l != one {
			rest = append(rest, l)
		}
	}
	return rest
}

// Finish takes back what was allowed once, because the agent is done; after a
// stop of everything no question waits either.
func (c *Consent) Finish(stopped bool) {
	c.mu.Lock()
	var denied []ConsentQuestion
	for _, o := range c.once {
		if o.Action == protocol.Kind(Deny) {
			denied = append(denied, o)
		}
	}
	news := len(denied) != len(c.once) || stopped && len(c.asked) > 0
	c.once = denied
	if stopped {
		c.asked = nil
	}
	c.mu.Unlock()
	if news {
		c.save()
	}
}

func without(list []ConsentQuestion, s Subject) (rest []ConsentQuestion) {
	for _, q := range list {
		if q.Subject != s {
			rest = append(rest, q)
		}
	}
	return rest
}

// notify wakes who waits for an answer.
func (c *Consent) notify() {
	c.mu.Lock()
	close(c.change)
	c.change = make(chan struct{})
	c.mu.Unlock()
}

func (c *Consent) save() {
	c.writer.Put(Run, KeyConsentAsked, func() []byte { return c.encode(&c.asked) }, nil)
	c.writer.Put(Run, KeyConsentAnswers, func() []byte { return c.encode(&c.once) }, nil)
	c.writer.Put(Local, KeyConsentSites, func() []byte {
		c.mu.Lock()
		defer c.mu.Unlock()
		return AppendStrings(nil, c.sites)
	}, nil)
	c.mu.Lock()
	strict := c.strict
	c.mu.Unlock()
	if strict {
		c.writer.Put(Local, KeyGrants, func() []byte {
			c.mu.Lock()
			defer c.mu.Unlock()
			return appendGrants(nil, c.grants)
		}, nil)
	}
}

func (c *Consent) encode(list *[]ConsentQuestion) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	var rows [][]byte
	for _, q := range *list {
		can, site, what := q.parts()
		rows = append(rows, questionRow{site, can, what, q.TabID, string(q.Action), q.At, q.Agent, q.Form}.encode())
	}
	return rowsOf(rows)
}
