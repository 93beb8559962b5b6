package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/session"
)

// What a request may do beside what the person lets agents do: an agent that asks its
// own person says so with the request, and what is beyond it is not done. Nobody is
// asked here then: the answer tells what it would have been.

// readsOnly refuses what changes something where a request may only read. What a plain
// click presses is judged in the page: see [guard.Reads].
func readsOnly(ctx context.Context, a protocol.Action) error {
	kind := a.Kind()
	if may := protocol.CallerOf(ctx).May; may == nil || !may.Reads {
		return nil
	}
	click, is := a.(protocol.Click)
	if kind.InReading() && (!is || click.Count < 2 && click.Button != protocol.ButtonRight && click.Modifier == "") {
		return nil
	}
	return protocol.NewError(protocol.CodeInvalidAction, string(kind)+" changes something, and this request may only read: do without.").NotDone()
}

// within refuses an act that is beyond what a request may do.
func within(may *protocol.May, a sink.Act, site string) error {
	does := sinkOf(a.Kind)
	if may == nil || does == "" {
		return nil
	}
	for _, s := range may.Sinks {
		if s == does && may.Site == site {
			return nil
		}
	}
	e := protocol.NewError(protocol.CodeInvalidAction, "this was not done, because it would "+words(does)+" and the request may not: ask the person first.").NotDone()
	e.Held = &protocol.Held{Does: does, What: scan.Clip(a.What, 80), Site: site, Form: a.Form}
	return e
}

// sinkOf is what the wire calls an act.
func sinkOf(k sink.Kind) protocol.Sink {
	switch k {
	case sink.Pay:
		return protocol.SinkPay
	case sink.Send:
		return protocol.SinkSend
	case sink.Delete:
		return protocol.SinkDelete
	case sink.HandOver:
		return protocol.SinkUpload
	case sink.FillIn:
		return protocol.SinkSignIn
	case sink.TakeOver:
		return protocol.SinkTakeOver
	case sink.Other:
		return protocol.SinkForeign
	}
	return ""
}

func words(s protocol.Sink) string {
	switch s {
	case protocol.SinkPay:
		return "pay or order"
	case protocol.SinkSend:
		return "send something"
	case protocol.SinkDelete:
		return "delete something"
	case protocol.SinkUpload:
		return "hand a file to the page"
	case protocol.SinkSignIn:
		return "fill in a stored secret"
	case protocol.SinkTakeOver:
		return "work in a tab of the person's"
	}
	return "change something on this site"
}

// handsWithin refuses an action that hands a file or a secret to a page, and may not.
func (d *Dispatcher) handsWithin(f *ticket, a protocol.Action) error {
	may := protocol.CallerOf(f.ctx).May
	acts, _ := handedOver(a)
	if may == nil || len(acts) == 0 {
		return nil
	}
	site := may.Site
	if loc, err := session.Locate(d.debugger.URL(f.tab)); err == nil {
		site = loc.Origin()
	}
	for _, act := range acts {
		if err := within(may, act, site); err != nil {
			return err
		}
	}
	return nil
}
