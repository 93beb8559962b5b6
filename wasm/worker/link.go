package worker

import (
	"context"
	"github.com/zapvol/bua/core/scan"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
)

// step tells the link one thing, after everything that was told before.
func (w *Worker) step(what link.What) {
	w.links.put(func() {
		var effects []link.Effect
		w.state, effects = link.Step(w.state, link.Event{Now: w.Clock.Now().UnixMilli(), Rand: w.Rand(), What: what})
		for _, e := range effects {
			w.perform(e)
		}
	})
}

// perform does one effect. What must be waited for waits on a goroutine.
func (w *Worker) perform(e link.Effect) {
	switch e := e.(type) {
	case link.Open:
		w.Host.Socket(OpOpen, e.Conn, []byte(e.URL))
	case link.Send:
		w.Host.Socket(OpSend, e.Conn, e.Text)
	case link.Close:
		data := scan.AppendQuote([]byte(`{"code":`+strconv.Itoa(e.Code)+`,"reason":`), e.Reason)
		w.Host.Socket(OpClose, e.Conn, append(data, '}'))
	case link.Mac:
		go func() {
			mac, _ := chrome.HMAC(context.Background(), w.Host, e.Key, e.Data)
			w.step(link.MacReady{Conn: e.Conn, Purpose: e.Purpose, MAC: mac})
		}()
	case link.Random:
		go func() {
			random, _ := chrome.Random(context.Background(), w.Host, e.Bytes)
			w.step(link.RandomReady{Conn: e.Conn, Bytes: random})
		}()
	case link.SetTimer:
		w.stopTimer()
		w.stop = w.Clock.AfterFunc(time.Duration(e.AfterMS)*time.Millisecond, func() { w.step(link.Timer{ID: e.ID}) })
	case link.StopTimer:
		w.stopTimer()
	case link.Redeem:
		go func() {
			status, body, _ := chrome.Pair(context.Background(), w.Host, e.URL, e.Body)
			w.step(link.Redeemed{ID: e.ID, Status: status, Body: body})
		}()
	case link.Save:
		chrome.Store{Host: w.Host}.Post(string(e.Area), e.Key, e.Value)
	case link.Deliver:
		w.take(e.Conn, e.Message)
	case link.Report:
		w.report(e.Status)
	}
}

func (w *Worker) stopTimer() {
	if w.stop != nil {
		w.stop()
		w.stop = nil
	}
}

// take starts or cancels a request.
func (w *Worker) take(conn int, m protocol.Message) {
	switch m := m.(type) {
	case protocol.Cancel:
		w.requests.cancel(m.ID)
	case protocol.Request:
		ctx, ok := w.requests.begin(m.ID)
		if !ok {
			return // the same id again: its first execution answers
		}
		w.crew.run(func() {
			r := w.Dispatcher.Do(ctx, m)
			w.requests.end(m.ID)
			w.step(link.Outgoing{Conn: conn, Message: r})
		})
	}
}
