package session

import (
	"context"

	"github.com/zapvol/bua/core/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
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
)

// Question is what waits for the person's answer.
type Question struct {
	Domain string
	TabID  int // 0 for a tab that is not open yet
	Action protocol.Kind
	At     int64
	Agent  string // the program that asks, as it calls itself; "" when unknown
}

// Consent keeps what the person has answered, and what they are asked. Its
// state is in storage, so that a question and an answer outlive the worker.
// Safe for concurrent use.
type Consent struct {
	writer *Writer
	clock  Clock

	mu     lock.Mutex
	fixed  bool          // the organisation has chosen; owned by mu
	mode   Mode          // owned by mu; ConsentAsk when it cannot be read
	sites  []string      // owned by mu; local area
	once   []Question    // owned by mu; Run area: domain, and denied when Action is "deny"
	asked  []Question    // owned by mu; Run area
	change chan struct{} // closed with the next change; owned by mu
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
	once, asked := c.questions(ctx, KeyConsentAnswers), c.questions(ctx, KeyConsentAsked)
	c.mu.Lock()
	c.sites, c.once, c.asked = list, once, asked
	c.mu.Unlock()
	c.LoadMode(ctx)
}

// LoadMode reads the mode again: the organisation's, else the person's. What is
// not understood asks.
func (c *Consent) LoadMode(ctx context.Context) {
	data, err := c.writer.Managed(ctx, KeyConsentMode, func(data []byte) bool { return modeOf(data) != "" })
	fixed := err == nil && len(data) > 0
	if err == nil && !fixed {
		data, err = c.writer.store.Get(ctx, Local, KeyConsentMode)
	}
	mode := modeOf(data)
	switch {
	case err != nil:
		mode = ConsentAsk
	case len(data) == 0 || string(data) == "null":
		mode = ConsentOff
	case mode == "":
		mode = ConsentAsk
	}
	c.mu.Lock()
	c.fixed = fixed
	c.mu.Unlock()
	c.turn(mode)
}

// modeOf reads a mode, "" for what is none.
func modeOf(data []byte) Mode {
	for _, m := range []Mode{ConsentOff, ConsentAsk, ConsentPerOrigin} {
		if string(data) == `"`+string(m)+`"` {
			return m
		}
	}
	return ""
}

// Choose takes the person's choice of a mode, and reports whether it is theirs.
func (c *Consent) Choose(mode Mode) bool {
	c.mu.Lock()
	fixed := c.fixed
	c.mu.Unlock()
	if fixed {
		return false
	}
	c.turn(mode)
	c.writer.Put(Local, KeyConsentMode, func() []byte { return scan.AppendQuote(nil, string(mode)) }, nil)
	return true
}

// turn puts a mode in force; with nobody to be asked no question waits.
func (c *Consent) turn(mode Mode) {
	c.mu.Lock()
	c.mode = mode
	drop := mode == ConsentOff && len(c.asked) > 0
	if drop {
		c.asked = nil
	}
	c.mu.Unlock()
	if drop {
		c.save()
	}
	c.tell()
}

func (c *Consent) questions(ctx context.Context, key string) (list []Question) {
	data, err := c.writer.store.Get(ctx, Run, key)
	if err != nil {
		return nil
	}
	_ = readObjects(data, func(f fields) {
		q := Question{Domain: f.text("domain"), TabID: f.tab(), Action: protocol.Kind(f.text("action")), At: f.count("at"), Agent: f.text("agent")}
		if q.Domain != "" && len(list) < maxAsked {
			list = append(list, q)
		}
	})
	return list
}

// Check says whether the agent may work on a domain: nil and "" when it may,
// Deny when it may not, and otherwise a channel that is closed when that may
// have changed.
func (c *Consent) Check(domain string) (Verdict, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mode == ConsentOff || domain == Blank {
		return "", nil
	}
	now := c.clock.Now().UnixMilli()
	for _, o := range c.once {
		if o.Domain != domain {
			continue
		}
		if o.Action != protocol.Kind(Deny) {
			return "", nil
		}
		if now-o.At < denialMS && now >= o.At {
			return Deny, nil
		}
	}
	if c.mode == ConsentPerOrigin {
		for _, s := range c.sites {
			if s == domain {
				return "", nil
			}
		}
	}
	return "", c.change
}

// Ask puts a question before the person, unless it is there already.
func (c *Consent) Ask(domain string, tab int, action protocol.Kind, agent string) {
	now := c.clock.Now().UnixMilli()
	c.mu.Lock()
	for _, q := range c.asked {
		if q.Domain == domain {
			c.mu.Unlock()
			return
		}
	}
	if len(c.asked) == maxAsked {
		c.asked = c.asked[1:]
	}
	c.asked = append(c.asked, Question{domain, tab, action, now, agent})
	c.mu.Unlock()
	c.save()
}

// Asked reports whether a question waits for the person.
func (c *Consent) Asked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked) > 0
}

// Answer takes the person's answer and reports whether it changed anything.
func (c *Consent) Answer(domain string, v Verdict) bool {
	now := c.clock.Now().UnixMilli()
	c.mu.Lock()
	before := len(c.once) + len(c.asked) + len(c.sites)
	c.asked, c.once = without(c.asked, domain), without(c.once, domain)
	var sites []string
	for _, s := range c.sites {
		if s != domain {
			sites = append(sites, s)
		}
	}
	c.sites = sites
	switch v {
	case Site:
		if len(c.sites) == maxSites {
			c.sites = c.sites[1:]
		}
		c.sites = append(c.sites, domain)
	case Once, Deny:
		if len(c.once) == maxAsked {
			c.once = c.once[1:]
		}
		c.once = append(c.once, Question{Domain: domain, Action: protocol.Kind(v), At: now})
	}
	changed := v != Forget || before != len(c.once)+len(c.asked)+len(c.sites)
	c.mu.Unlock()
	c.save()
	c.tell()
	return changed
}

// Finish takes back what was allowed once, because the agent is done; after a
// stop of everything no question waits either.
func (c *Consent) Finish(stopped bool) {
	c.mu.Lock()
	var denied []Question
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

func without(list []Question, domain string) (rest []Question) {
	for _, q := range list {
		if q.Domain != domain {
			rest = append(rest, q)
		}
	}
	return rest
}

// tell wakes who waits for an answer.
func (c *Consent) tell() {
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
}

func (c *Consent) encode(list *[]Question) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := []byte{'['}
	for i, q := range *list {
		if i > 0 {
			out = append(out, ',')
		}
		var o object
		o.text("domain", q.Domain)
		o.count("tabId", int64(q.TabID))
		o.text("action", string(q.Action))
		o.count("at", q.At)
		o.text("agent", q.Agent)
		out = append(out, o.end()...)
	}
	return append(out, ']')
}
