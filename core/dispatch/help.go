package dispatch

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// A help holds its tab's lane: the person has the tab, and what else the agent
// sends there waits. It ends with their answer, given in the page or in the
// popup, with its time, or with its session.

// help hands a tab to the person. A caller that gives up leaves the request
// before them, until its time is over: asked again in the same words, it is
// answered with what they said meanwhile.
func (d *Dispatcher) help(f *flight, a protocol.Help) (protocol.Result, error) {
	s, _ := d.book.Get(f.tab)
	until := d.clock.Now().UnixMilli() + int64(a.Limit())
	if out := d.pleas.Open(&session.Plea{TabID: f.tab, Domain: s.Domain, Agent: Agent(f.ctx), Message: a.Message, Until: until}); out != "" {
		d.book.Record(f.tab, a.Kind())
		return protocol.HelpResult{OK: true, Outcome: out}, nil
	}
	res, err := d.run(f, a)
	if err != nil && f.ctx.Err() != nil {
		d.pleas.Wait(f.tab, nil)
		d.sweepPleas(until)
		return nil, err
	}
	if h, ok := res.(protocol.HelpResult); ok && h.Outcome != protocol.OutcomeTimedOut {
		d.Help(f.tab, 0, h.Outcome) // what they pressed in the page
	}
	d.pleas.Close(f.tab)
	return res, err
}

// sweepPleas drops the pleas that nobody has answered by then.
func (d *Dispatcher) sweepPleas(until int64) {
	d.clock.AfterFunc(time.Duration(until-d.clock.Now().UnixMilli())*time.Millisecond, d.pleas.Sweep)
}

// Help takes the person's answer to the plea of that time in a tab, 0 for any,
// and reports whether it was still open.
func (d *Dispatcher) Help(tab int, at int64, out protocol.Outcome) bool {
	q := d.pleas.Answer(tab, at, out)
	if q != nil {
		d.book.Answered(session.Helped, tab, q.Domain, string(out))
	}
	d.writer.Flush(context.Background()) // the page is told when it holds
	return q != nil
}

// Asking reports whether something waits for the person: an answer for a site,
// or their help.
func (d *Dispatcher) Asking() bool { return d.consents.Asked() || d.pleas.Asked() }

// Agent implements [debugger.Person].
func (g guard) Agent() string { return Agent(g.f.ctx) }

// Wait implements [debugger.Person].
func (g guard) Wait(told func(protocol.Outcome)) { g.d.pleas.Wait(g.f.tab, told) }
