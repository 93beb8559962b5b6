package model

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// call is one request of an agent's, and what is known of it. Its number stands
// in the action, so that whoever meets the action knows it.
type call struct {
	n      int
	b      *browser
	device string // as the browser was paired then
	action protocol.Action
	// void: the browser's key was revoked before.
	void   bool
	began  time.Time
	cancel context.CancelFunc

	// the house's mutex guards the rest
	done bool
	// gaveUp: its caller did not wait for the answer.
	gaveUp bool
	took   time.Duration
	res    protocol.Result
	err    error
	rows   int
	ended  int
	end    error // as the audit has it
	// begun is how often it was begun in a browser, tab where, page what was
	// there then.
	begun int
	tab   int
	page  string
	// in is the worker that carried it out, id its number on the wire.
	in *life
	id string
	// dropped is the worker that was told to give it up; stopped: the person
	// has stopped all; seen: it was there when nothing moved.
	dropped       *life
	stopped, seen bool
	// due: its worker was connected when the faults ended, and there was time.
	due bool
}

// call begins a request of one of eight kinds. Tab is one of the browser's or 0.
func (h *system) call(b *browser, kind, tab int) *call {
	ctx, cancel := context.WithCancel(context.Background())
	a := &call{n: len(h.asks), b: b, device: b.device, void: b.revoked.Load(), began: time.Now(), cancel: cancel}
	on, mark := protocol.OnTab{TabID: tab}, strconv.Itoa(a.n)
	switch kind {
	case 0, 1:
		a.action = protocol.OpenTab{URL: b.url(a.n)}
	case 2:
		a.action = protocol.Navigate{URL: b.url(a.n), OnTab: on}
	case 3, 4:
		a.action = protocol.Extract{Selector: "#n" + mark, OnTab: on}
	default:
		a.action = protocol.Click{Target: protocol.Target{UID: "e" + mark}, OnTab: on}
	}
	h.mu.Lock()
	h.asks = append(h.asks, a)
	h.mu.Unlock()
	conns, pipe := h.pool, h.pipeline
	go func() {
		res, err := pipe.Do(ctx, protocol.Caller{User: b.user}, a.action, func() (pipeline.Route, error) {
			r, err := conns.Route(ctx, pool.To{Caller: protocol.Caller{User: b.user}, Device: a.device}, a.action)
			return pipeline.Route{Device: r.Device, Send: r.Send}, err
		})
		h.mu.Lock()
		defer h.mu.Unlock()
		a.done, a.res, a.err, a.took = true, res, err, time.Since(a.began)
		a.gaveUp = ctx.Err() != nil
	}()
	return a
}

// number finds the request that an action is of, -1 when there is none.
func number(a protocol.Action) int {
	text := ""
	switch a := a.(type) {
	case protocol.OpenTab:
		text = a.URL[strings.LastIndexByte(a.URL, '/')+1:]
	case protocol.Navigate:
		text = a.URL[strings.LastIndexByte(a.URL, '/')+1:]
	case protocol.Extract:
		text = strings.TrimPrefix(a.Selector, "#n")
	case protocol.Click:
		text = strings.TrimPrefix(a.UID, "e")
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// during is the middle of an action in the browser.
func (b *browser) during(ctx context.Context, tab int, a protocol.Action) error {
	if a.Kind() == protocol.KindClaimTab {
		return nil // a blank page is asked whose it is: nothing is carried out
	}
	h, n := b.h, number(a)
	h.mu.Lock()
	if n < 0 || n >= len(h.asks) {
		h.mu.Unlock()
		h.fault("a browser carries out what nobody asked for: " + string(a.Kind()))
		return nil
	}
	r := h.asks[n]
	r.begun++
	r.tab, r.page, r.in = tab, b.world.Browser.URL(tab), b.life
	twice, elsewhere, unwritten, void := r.begun > 1, r.b != b, r.rows == 0, r.void
	h.mu.Unlock()
	switch {
	case twice:
		h.fault(r.String() + " was carried out twice")
	case elsewhere:
		h.fault(r.String() + " was carried out in " + b.name)
	case unwritten:
		h.fault(r.String() + " was carried out without a row in the audit")
	case void:
		h.fault(r.String() + " was carried out, and asked for after the key was revoked")
	}
	if n%3 == 0 {
		return nil // some take no time
	}
	w := &held{n: n, on: make(chan error, 1)}
	b.mu.Lock()
	if b.life == nil || b.life.dead.Load() {
		b.mu.Unlock()
		return protocol.NewError(protocol.CodeInternal, "the worker is dead")
	}
	b.held = append(b.held, w)
	b.mu.Unlock()
	defer b.drop(w)
	select {
	case err := <-w.on:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *browser) drop(w *held) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, h := range b.held {
		if h == w {
			b.held = append(b.held[:i:i], b.held[i+1:]...)
			return
		}
	}
}

// release lets one of the held actions go on.
func (b *browser) release(pick int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.held) == 0 {
		return ""
	}
	w := b.held[pick%len(b.held)]
	select {
	case w.on <- nil:
	default: // on its way already
		return ""
	}
	return strconv.Itoa(w.n)
}

var errFull = protocol.NewError(protocol.CodeInternal, "the audit's disk is full: nothing was done").NotDone()

// audit is the house's.
type audit struct{ *system }

// Begin implements [pipeline.Recorder].
func (h audit) Begin(_ context.Context, a pipeline.Asked) (func(protocol.Result, error), error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := number(a.Action)
	if n < 0 { // of a test that looks for itself
		return func(protocol.Result, error) {}, nil
	}
	if h.full {
		return nil, errFull
	}
	r := h.asks[n]
	r.rows++
	r.id = a.ID
	if a.User != r.b.user || a.Device != r.device {
		r.rows += 100
	}
	return func(_ protocol.Result, err error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		r.ended++
		r.end = err
	}, nil
}

func (a *call) String() string { return fmt.Sprintf("%s %d to %s", a.action.Kind(), a.n, a.b.name) }

// late is what must hold of everybody who asked.
func (h *system) late() {
	h.mu.Lock()
	asks := append([]*call(nil), h.asks...)
	h.mu.Unlock()
	for _, a := range asks {
		h.mu.Lock()
		bad := a.judge()
		h.mu.Unlock()
		if bad != "" {
			h.fault(a.String() + " " + bad)
		}
	}
}

// judge says what is wrong about a request, "" for nothing.
func (a *call) judge() string {
	limit := pool.Limit(a.action) + pool.Grace
	switch {
	case !a.done && time.Since(a.began) > limit:
		return "has no answer after " + time.Since(a.began).String()
	case !a.done && a.stopped:
		return "is waited for after stop all"
	case !a.done && a.in != nil && a.in != a.b.life && a.b.back():
		return "is waited for, and its worker is dead"
	case !a.done:
		a.seen = true
		return ""
	case a.due && !a.gaveUp && (protocol.CodeOf(a.err) == protocol.CodeTimeout || protocol.OutcomeOf(a.err) == protocol.ErrorUnknown):
		return "has lost its answer: " + a.err.Error()
	case a.took > limit:
		return "was answered after " + a.took.String()
	case a.rows > 1 || a.rows == 1 && a.ended != 1:
		return fmt.Sprintf("has %d rows in the audit and %d ends", a.rows, a.ended)
	case a.rows == 1 && a.end != a.err:
		return fmt.Sprintf("ended as %v in the audit, and as %v for its caller", a.end, a.err)
	}
	if a.err == nil {
		return a.right()
	}
	if protocol.OutcomeOf(a.err) == protocol.ErrorNotDone && a.begun > 0 {
		return "was carried out, and its caller was told: " + a.err.Error()
	}
	return ""
}

// back reports whether the present worker is connected as the backend sees it.
func (b *browser) back() bool {
	w := b.newest()
	return w != nil && w.life == b.life && w.peer != nil && !w.shut.Load()
}

// stays says what goes on in a browser that should not.
func (b *browser) stays() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.held {
		b.h.mu.Lock()
		a := b.h.asks[w.n]
		dropped := a.dropped
		b.h.mu.Unlock()
		if dropped != nil && dropped == b.life {
			return a.String() + " goes on after its cancel"
		}
	}
	return ""
}

// right says what is wrong about a result.
func (a *call) right() string {
	if a.begun != 1 {
		return "has a result and was not carried out"
	}
	switch res := a.res.(type) {
	case protocol.OpenTabResult:
		if res.TabID != a.tab {
			return fmt.Sprintf("was told of tab %d and done in %d", res.TabID, a.tab)
		}
	case protocol.ExtractResult:
		if !strings.HasPrefix(res.URL, "https://"+a.b.name+".example/") && !strings.HasPrefix(res.URL, session.Blank) {
			return "was told of the page " + res.URL
		}
	}
	return ""
}
