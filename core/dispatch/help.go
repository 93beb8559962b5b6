package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// A help holds its tab's lane: the person has the tab, and what else the agent
// sends there waits. It ends with their answer, given in the page or in the
// popup, with its time, or with its session; and with another help in that tab, whose
// caller may be who lost the answer to this one.

// help hands a tab to the person. A caller that waits no longer leaves the request
// before them, until the agent does something else in the tab: asked again in the same
// words, it is answered with what they said meanwhile.
func (d *Dispatcher) help(f *ticket, a protocol.Help) (protocol.Result, error) {
	s, _ := d.registry.Get(f.tab)
	if d.filter != nil { // before the person is asked: they may go on at once
		d.filter.helping(f.tab, true)
		defer d.filter.helping(f.tab, false)
	}
	until := d.clock.Now().UnixMilli() + int64(a.Limit())
	if out := d.helpRequests.Open(&session.HelpRequest{TabID: f.tab, Domain: s.Domain, Agent: protocol.CallerOf(f.ctx).Agent, Message: a.Message, Until: until}); out != "" {
		d.registry.Record(f.tab, a.Kind())
		return protocol.HelpResult{OK: true, Outcome: out}, nil
	}
	res, err := d.run(f, a)
	h, _ := res.(protocol.HelpResult)
	if err != nil && f.ctx.Err() != nil || h.Outcome == protocol.OutcomeTimedOut {
		d.helpRequests.Wait(f.tab, nil)
		return res, err
	}
	if h.Outcome != "" {
		d.Help(f.tab, 0, h.Outcome) // what they pressed in the page
	}
	d.helpRequests.Close(f.tab)
	return res, err
}

// Help takes the person's answer to the help request of that time in a tab, 0 for any,
// and reports whether it was still open.
func (d *Dispatcher) Help(tab int, at int64, out protocol.Outcome) bool {
	q := d.helpRequests.Answer(tab, at, out)
	if q != nil {
		d.registry.RecordAnswer(session.Helped, tab, q.Domain, string(out))
	}
	d.writer.Flush(context.Background()) // the page is told when it holds
	return q != nil
}

// Asking reports whether something waits for the person: an answer for a site,
// or their help.
func (d *Dispatcher) Asking() bool { return d.consents.Asked() || d.helpRequests.Asked() }

// Agent implements [debugger.Person].
func (g guard) Agent() string { return protocol.CallerOf(g.f.ctx).Agent }

// Wait implements [debugger.Person].
func (g guard) Wait(told func(protocol.Outcome)) { g.d.helpRequests.Wait(g.f.tab, told) }
