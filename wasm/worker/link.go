package worker

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// step tells the link one thing, after everything that was told before.
func (w *Worker) step(what link.What) {
	w.links.put(func() {
		var effects []link.Effect
		w.state, effects = link.Step(w.state, link.Event{Now: w.Clock.Now().UnixMilli(), Rand: w.Rand(), What: what})
		w.applyNetworkPolicy()
		w.closePanels()
		for _, e := range effects {
			w.perform(e)
		}
	})
}

// applyNetworkPolicy tells the gate what the link has learned of the network: where the
// backend is, and whether it wants the agent kept out of private ones.
func (w *Worker) applyNetworkPolicy() {
	if s := w.state.Status().Server; s != w.server {
		w.server = s
		w.Dispatcher.SetControlEndpoints(s)
	}
	w.Dispatcher.RefusePrivate(w.state.Public())
}

// perform does one effect. What must be waited for waits on a goroutine.
func (w *Worker) perform(e link.Effect) {
	switch e := e.(type) {
	case link.Open:
		w.Host.Socket(OpOpen, e.Conn, []byte(e.URL))
	case link.Send:
		w.Host.Socket(OpSend, e.Conn, e.Text)
	case link.Close:
		w.Host.Socket(OpClose, e.Conn, appendClosing(nil, closing{Code: e.Code, Reason: e.Reason}))
	case link.Mac, link.Random, link.Redeem:
		w.pool.run(func() { w.step(w.ask(e)) })
	case link.SetTimer:
		w.stopTimer()
		w.stop = w.Clock.AfterFunc(time.Duration(e.AfterMS)*time.Millisecond, func() { w.step(link.Timer{ID: e.ID}) })
	case link.StopTimer:
		w.stopTimer()
	case link.Save:
		chrome.Store{Host: w.Host}.Post(session.Area(e.Area), e.Key, e.Value)
	case link.Deliver:
		w.startRequest(e.Conn, e.Message)
	case link.Report:
		w.report(e.Status)
	}
}

// ask does an effect whose answer takes time. A failure is an empty answer.
func (w *Worker) ask(e link.Effect) link.What {
	ctx := context.Background()
	switch e := e.(type) {
	case link.Mac:
		mac, _ := chrome.HMAC(ctx, w.Host, e.Key, e.Data)
		return link.MacReady{Conn: e.Conn, Purpose: e.Purpose, MAC: mac}
	case link.Random:
		random, _ := chrome.Random(ctx, w.Host, e.Bytes)
		return link.RandomReady{Conn: e.Conn, Bytes: random}
	case link.Redeem:
		status, body, _ := chrome.Pair(ctx, w.Host, e.URL, e.Body)
		return link.Redeemed{ID: e.ID, Status: status, Body: body}
	}
	return nil
}

func (w *Worker) stopTimer() {
	if w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

// startRequest starts or cancels a request.
func (w *Worker) startRequest(conn int, m protocol.Message) {
	switch m := m.(type) {
	case protocol.Panel:
		w.showPanel(m)
	case protocol.Cancel:
		w.requests.cancel(m.ID)
	case protocol.Request:
		ctx, ok := w.requests.begin(m.ID)
		if !ok {
			return // the same id again: its first execution answers
		}
		w.pool.run(func() {
			<-w.ready // the agent in this browser does not wait for a connection
			w.say(conn, w.Dispatcher.Do(ctx, m))
			// Only now: the same request may be on its way to the link, which knows
			// the answer after that step.
			w.links.put(func() { w.requests.end(m.ID) })
		})
	}
}
