package dispatch

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// answerWithin is how long an action waits for the person's answer. It leaves
// the shortest limit of an action (10 s in the backend) time to say so; the
// question stays, and the action can be repeated.
const answerWithin = 8 * time.Second

// consent returns when the agent may work on a domain. waited says that the
// person was asked, so that what was known of the tab may be old. Errors:
// domain_blocked when they deny it, timeout when they have not answered yet,
// and why the flight was cancelled.
func (d *Dispatcher) consent(f *flight, domain string) (waited bool, err error) {
	var late chan struct{}
	for {
		verdict, change := d.consents.Check(domain)
		switch {
		case verdict == session.Deny:
			d.book.Block(domain, f.kind, f.tab)
			return waited, denied(domain)
		case change == nil:
			return waited, nil
		}
		waited = true
		d.consents.Ask(domain, f.tab, f.kind, Agent(f.ctx))
		if late == nil {
			late = make(chan struct{})
			stop := d.clock.AfterFunc(answerWithin, func() { close(late) })
			defer stop()
		}
		select {
		case <-change:
		case <-late:
			return true, unanswered(domain)
		case <-f.ctx.Done():
			return true, f.over()
		}
	}
}

// Consent takes the person's answer for a site, and puts it into the log.
func (d *Dispatcher) Consent(domain string, v session.Verdict) bool {
	changed := d.consents.Answer(domain, v)
	if changed {
		d.book.Answered(session.Answered, 0, domain, string(v))
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

func denied(domain string) error {
	return protocol.NewError(protocol.CodeDomainBlocked, "the person does not allow you to work on "+domain+": stop this plan and ask them; no other tab, URL or action is a way around it.")
}

func unanswered(domain string) error {
	return protocol.NewError(protocol.CodeTimeout, "the person is asked whether you may work on "+domain+" and has not answered yet, so nothing was done: tell them to open bua's popup, and repeat the action then.")
}
