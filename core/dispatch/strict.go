package dispatch

import (
	"strconv"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/session"
)

// What the strict profile adds to the gate: no tab but the agent's own, and a
// question before each act that cannot be taken back. The profile itself is
// core/session's.

// mayKnow reports whether the agent may know of a tab: in the strict profile its
// own, and those with a session.
func (d *Dispatcher) mayKnow(tab int) bool {
	if !d.policy.Strict() || d.window.owns(tab) {
		return true
	}
	_, ok := d.registry.Get(tab)
	return ok
}

// checkOwn refuses, in the strict profile, an action in a tab that the agent may not
// know of, whether there is one or not. It claims one first.
func (d *Dispatcher) checkOwn(f *ticket) error {
	if f.kind == protocol.KindClaimTab || d.mayKnow(f.tab) {
		return nil
	}
	return errNotYours
}

// takeOver asks, in the strict profile, for a tab of the person's by its title.
func (d *Dispatcher) takeOver(f *ticket) error {
	for !d.mayKnow(f.tab) {
		t, err := d.tabs.Get(f.ctx, f.tab)
		if err != nil || t.Incognito {
			return d.errAbsent(f, err)
		}
		loc, err := d.policy.Check(t.URL)
		if err != nil {
			return nil // admit says why
		}
		s := session.ActAt(sink.Act{Kind: sink.TakeOver, What: strconv.Itoa(f.tab) + " " + scan.Clip(t.Title, 80)}, loc.Origin())
		waited, err := d.ask(f, s)
		if err != nil {
			return err
		}
		if !waited { // else it may show something else now
			d.consents.Consume(s)
			return nil
		}
	}
	return nil
}

// sinks asks, in the strict profile, before an action that hands a file or a
// secret to a page. What it allowed is spent once that is done.
func (d *Dispatcher) sinks(f *ticket, a protocol.Action) (spend func(), err error) {
	spend = func() {}
	if !d.policy.Strict() {
		return spend, nil
	}
	acts, keep := handedOver(a)
	if len(acts) == 0 {
		return spend, nil
	}
	for again := true; again; {
		again = false
		loc, err := session.Locate(d.debugger.URL(f.tab))
		if s, ok := d.registry.Get(f.tab); err != nil && ok { // not attached yet
			t, e := d.tabs.Get(f.ctx, s.TabID)
			if e != nil {
				return spend, d.errAbsent(f, e)
			}
			loc, err = session.Locate(t.URL)
		}
		if err != nil {
			return spend, untouchable(f.tab)
		}
		var done []session.Subject
		for _, act := range acts {
			s := session.ActAt(act, loc.Origin())
			waited, err := d.ask(f, s)
			if err != nil {
				return spend, err
			}
			again = again || waited // the tab may be elsewhere now
			done = append(done, s)
		}
		if again {
			if err := d.admit(f); err != nil {
				return spend, err
			}
		}
		if !keep {
			spend = func() {
				for _, s := range done {
					d.consents.Consume(s)
				}
			}
		}
	}
	return spend, nil
}

// handedOver returns what an action hands to a page; more of it is to come when
// keep is true.
func handedOver(a protocol.Action) (acts []sink.Act, keep bool) {
	switch a := a.(type) {
	case protocol.UploadFile:
		return []sink.Act{{Kind: sink.HandOver, What: scan.Clip(a.Name, 80)}}, a.More
	case protocol.Type:
		if a.Secret != "" {
			acts = append(acts, sink.Act{Kind: sink.FillIn, What: a.Secret})
		}
	case protocol.FillForm:
		for _, f := range a.Fields {
			if f.Secret != "" {
				acts = append(acts, sink.Act{Kind: sink.FillIn, What: f.Secret})
			}
		}
	}
	return acts, false
}

// mayTell asks, in the strict profile, before the agent is told of downloads.
func (d *Dispatcher) mayTell(f *ticket, list []*downloads.Item) error {
	if !d.policy.Strict() {
		return nil
	}
	for _, it := range list {
		loc, err := session.Locate(it.Page)
		if err != nil {
			continue
		}
		if _, err := d.consent(f, loc); err != nil && protocol.CodeOf(err) != protocol.CodeDomainBlocked {
			return err // what they deny is told as blocked
		}
	}
	return nil
}

// runApproved runs the action. One that stopped before an act that the person is
// asked about is done again once they allow it: nothing of it was done.
func (d *Dispatcher) runApproved(f *ticket, base int, a protocol.Action) (protocol.Result, error) {
	for {
		f.sink = ""
		res, next, err := d.debugger.Run(f.ctx, f.tab, base, a, guard{d, f})
		if next > base {
			d.uids.keep(f.ctx, f.tab, next)
			base = next
		}
		if err == nil || f.sink == "" || protocol.CodeOf(err) != protocol.CodeTimeout || f.cancelled() != nil {
			return res, err
		}
		if _, err := d.ask(f, f.sink); err != nil {
			return nil, err
		}
	}
}

var _ debugger.Guard = guard{}

// Asks implements [debugger.Sinks].
func (g guard) Asks() bool { return g.d.policy.Strict() || protocol.CallerOf(g.f.ctx).May != nil }

// Other implements [debugger.Sinks].
func (g guard) Other() bool { return protocol.CallerOf(g.f.ctx).May != nil }

// Reads implements [debugger.Sinks].
func (g guard) Reads() bool { may := protocol.CallerOf(g.f.ctx).May; return may != nil && may.Reads }

// Sink implements [debugger.Sinks]: it asks and does not wait. Where the request says
// what it may, nobody is asked about that: see [within].
func (g guard) Sink(url string, a sink.Act) error {
	loc, err := g.check(url)
	if err != nil {
		return err
	}
	a.What = scan.Clip(a.What, 80)
	if err := within(protocol.CallerOf(g.f.ctx).May, a, loc.Origin()); err != nil {
		return err
	}
	if !g.d.policy.Strict() || a.Kind == sink.Other {
		return nil // the profile asks about none but the sinks
	}
	s := session.ActAt(a, loc.Origin())
	verdict, change := g.d.consents.CheckAct(s, a.Form)
	if verdict == session.Deny {
		g.d.registry.Block(loc.Domain(), g.f.kind, g.f.tab)
		return denied(s)
	}
	g.d.consents.Consume(s) // also a yes to what the form held before
	if change != nil {
		g.f.sink, g.f.form = s, a.Form
		return g.d.question(g.f, s)
	}
	return nil
}
