package dispatch

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// answerWithin is how long an action waits for the person's answer. It leaves
// the shortest limit of an action (10 s in the backend) time to say so; the
// question stays, and the action can be repeated.
const answerWithin = 8 * time.Second

// consent returns when the agent may do at a place what the ticket is for. A
// tab that is claimed in the strict profile is asked about by itself, and giving one
// back needs nobody's word.
// waited says that the person was asked, so that what was known of the tab may
// be old. Errors: domain_blocked when they deny it, timeout when they have not
// answered yet, invalid_action for a script that no grant allows, and why the
// ticket was cancelled.
func (d *Dispatcher) consent(f *ticket, at session.Location) (waited bool, err error) {
	if f.kind == protocol.KindReleaseTab || f.kind == protocol.KindClaimTab && d.policy.Strict() {
		return false, nil
	}
	return d.ask(f, d.consents.Subject(at, f.kind))
}

// ask returns when the person allows what a subject names; see consent.
func (d *Dispatcher) ask(f *ticket, s session.Subject) (waited bool, err error) {
	var late chan struct{}
	for {
		verdict, change := d.consents.Check(s)
		switch {
		case verdict == session.Deny:
			d.registry.Block(s.Host(), f.kind, f.tab)
			return waited, denied(s)
		case change == nil:
			return waited, nil
		case d.unasked != "" || s.Can() == string(protocol.CanScript):
			return waited, d.question(f, s)
		}
		waited = true
		unanswered := d.question(f, s)
		if late == nil {
			late = make(chan struct{})
			stop := d.clock.AfterFunc(d.patience(f), func() { close(late) })
			defer stop()
		}
		select {
		case <-change:
		case <-late:
			return true, unanswered
		case <-f.ctx.Done():
			return true, f.cancelled()
		}
	}
}

// patience is how long an answer is waited for: in the strict profile, where
// one action may have several questions, for all of them together.
func (d *Dispatcher) patience(f *ticket) time.Duration {
	now := d.clock.Now()
	if f.asked.IsZero() || !d.policy.Strict() {
		f.asked = now
	}
	return max(0, answerWithin-now.Sub(f.asked))
}

// question puts one before the person, where somebody can be asked, and
// returns the error until they have answered.
func (d *Dispatcher) question(f *ticket, s session.Subject) error {
	switch {
	case s.Can() == string(protocol.CanScript):
		return errScripts
	case d.unasked != "":
		return ungranted(s, d.unasked)
	}
	q := session.ConsentQuestion{Subject: s, TabID: f.tab, Action: f.kind, Agent: protocol.CallerOf(f.ctx).Agent}
	if s == f.sink {
		q.Form = f.form
	}
	d.consents.Ask(q)
	return unanswered(s)
}

// Consent takes the person's answer for a site, and puts it into the log.
func (d *Dispatcher) Consent(s session.Subject, v session.Verdict) bool {
	changed := d.consents.Answer(s, v)
	if changed {
		d.registry.RecordAnswer(session.Answered, 0, s.Host(), string(v))
	}
	d.writer.Flush(context.Background()) // the page is told when it holds
	return changed
}

// ConsentMode takes the person's choice whether they are asked, and reports
// whether it is theirs and not the organisation's.
func (d *Dispatcher) ConsentMode(m session.Mode) bool {
	ok := d.consents.Choose(m)
	d.writer.Flush(context.Background())
	return ok
}

// Profile takes the person's choice of a profile, and reports whether it is
// theirs and not the organisation's. It is in force when it returns.
func (d *Dispatcher) Profile(p session.Profile) bool {
	ctx := context.Background()
	if !d.consents.Profile(ctx, p) {
		return false
	}
	d.writer.Flush(ctx)
	release := d.gate.pause()
	defer release()
	d.loadProfile(ctx)
	return true
}

// loadProfile puts the profile in force that storage holds.
func (d *Dispatcher) loadProfile(ctx context.Context) {
	d.consents.LoadMode(ctx)
	if err := d.policy.Load(ctx); err != nil {
		d.log(protocol.AsError(err).Message)
	}
}

// named says for the agent what a subject is: the act is told by its kind only,
// since its words may be the page's.
func named(s session.Subject) string {
	switch a := s.Act(); {
	case a != nil:
		return "do this (" + strings.ReplaceAll(string(a.Kind), "_", " ") + ") on " + s.Site()
	case s.Can() != "":
		return "work on " + s.Site() + " (" + s.Can() + ")"
	}
	return "work on " + s.Site()
}

func denied(s session.Subject) error {
	return protocol.NewError(protocol.CodeDomainBlocked, "the person does not allow you to "+named(s)+": stop this plan and ask them; no other tab, URL or action is a way around it.")
}

func unanswered(s session.Subject) error {
	return protocol.NewError(protocol.CodeTimeout, "the person is asked whether you may "+named(s)+" and has not answered yet, so nothing was done: tell them to open bua's popup, and repeat the action then.")
}

// ungranted is denied where nobody can be asked.
func ungranted(s session.Subject, how string) error {
	can := s.Can()
	if g := s.General(); s.Act() != nil && g != "" {
		can = g.Can()
	}
	if s.Act() != nil && s.General() == "" {
		return denied(s)
	}
	return protocol.NewError(protocol.CodeDomainBlocked, "you may not "+named(s)+", and nobody can be asked here: stop this plan, and tell the person that "+how+": "+s.Site()+" "+can)
}
