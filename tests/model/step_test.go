package model

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/wasm/worker"
)

// draw is the chance of one step: what happens, to what, and whether anything
// may move before the next step.
type draw uint64

// step is one thing that can happen. do returns what it did, "" when it could
// not happen.
type step struct {
	weight int
	do     func(h *system, b *browser, n int) string
}

// steps are all things that can happen, and how often each does.
func steps() []step {
	return []step{
		// The good way.
		{20, func(h *system, b *browser, n int) string {
			if !h.pool.Reaches(b.user, b.device) && n>>3&3 != 0 {
				return "" // one that is away says the same each time
			}
			a := h.call(b, n&7, b.some(n>>5))
			return "ask " + a.String() + ", tab " + strconv.Itoa(a.action.Tab())
		}},
		{40, func(h *system, b *browser, n int) string { return said("to the worker", h.any(b, n, h.hand)) }},
		{40, func(h *system, b *browser, n int) string { return said("to the backend", h.any(b, n, h.carry)) }},
		{20, func(h *system, b *browser, n int) string {
			if w := b.release(n); w != "" {
				return "action " + w + " goes on"
			}
			return ""
		}},
		{20, func(h *system, b *browser, n int) string {
			for range 1 + n%8 { // everything that is on its way to or from one browser
				for _, w := range b.lines() {
					h.hand(w)
					h.carry(w)
				}
			}
			return "all of " + b.name
		}},
		{8, func(h *system, _ *browser, n int) string {
			d := []time.Duration{100 * time.Millisecond, time.Second, time.Second, 5 * time.Second, 16 * time.Second, 50 * time.Second}[n%6]
			h.pass(d)
			return d.String()
		}},
		// Faults of the network.
		{4, func(h *system, b *browser, n int) string {
			return said("again to the worker", h.any(b, n, func(w *wire) bool { return w.twice(&w.down, "request") }))
		}},
		{4, func(h *system, b *browser, n int) string {
			return said("again to the backend", h.any(b, n, func(w *wire) bool { return w.twice(&w.up, "response") }))
		}},
		{3, func(h *system, b *browser, n int) string {
			return said("cut", h.any(b, n, func(w *wire) bool {
				if w.severed() || w.left && w.shut.Load() {
					return false
				}
				w.sever()
				return true
			}))
		}},
		{5, func(h *system, b *browser, n int) string {
			return said("the worker learns that its line is cut", h.any(b, n, func(w *wire) bool { return h.lose(w, false) }))
		}},
		{5, func(h *system, b *browser, n int) string {
			return said("the backend learns that its line is cut", h.any(b, n, func(w *wire) bool { return h.lose(w, true) }))
		}},
		{2, func(h *system, b *browser, n int) string {
			return said("no room to", h.any(b, n, func(w *wire) bool { return w.fill(true) }))
		}},
		{6, func(h *system, b *browser, n int) string {
			return said("room again to", h.any(b, n, func(w *wire) bool { return w.fill(false) }))
		}},
		// Lives that end.
		{2, func(_ *system, b *browser, _ int) string {
			if b.life == nil {
				return ""
			}
			b.kill()
			return "the worker of " + b.name + " dies"
		}},
		{6, func(_ *system, b *browser, _ int) string {
			if b.life != nil {
				return ""
			}
			b.start()
			return "a worker of " + b.name + " starts"
		}},
		{1, func(h *system, _ *browser, n int) string {
			h.restart(n%2 == 0)
			return map[bool]string{true: "the backend is killed", false: "the backend restarts"}[n%2 == 0]
		}},
		// The person, and whoever asks.
		{3, func(h *system, _ *browser, n int) string {
			h.mu.Lock()
			var open []*call
			for _, a := range h.asks {
				if !a.done {
					open = append(open, a)
				}
			}
			h.mu.Unlock()
			if len(open) == 0 {
				return ""
			}
			a := open[n%len(open)]
			a.cancel()
			return a.String() + " is given up"
		}},
		{2, func(_ *system, b *browser, n int) string {
			state := []string{"locked", "active", "active", "idle", "active", "active"}[n%6]
			b.world.Presence.Set(state)
			return b.tell("the screen of "+b.name+" is "+state, `{"event":"presence","state":"`+state+`"}`)
		}},
		{2, func(_ *system, b *browser, n int) string {
			if tab := b.some(n | 1); tab != 0 && b.world.Browser.Close(context.Background(), tab) == nil {
				return "tab " + strconv.Itoa(tab) + " of " + b.name + " is closed"
			}
			return ""
		}},
		{2, func(_ *system, b *browser, n int) string {
			return "tab " + strconv.Itoa(b.world.Browser.Add(b.url(0), false)) + " of the person's in " + b.name
		}},
		{1, func(_ *system, b *browser, n int) string {
			return b.tell("stop all in "+b.name, `{"event":"message","id":1,"method":"stopAll","args":{}}`)
		}},
		{1, func(_ *system, b *browser, n int) string {
			tab := strconv.Itoa(max(1, b.some(n|1)))
			return b.tell("stop "+tab+" in "+b.name, `{"event":"message","id":1,"method":"stop","args":{"tabId":`+tab+`}}`)
		}},
		{2, func(h *system, b *browser, n int) string {
			if b.revoked.Load() || n%2 == 0 {
				return ""
			}
			if err := h.pairings.Revoke(b.user, b.device); err != nil {
				h.fault("revoking failed: " + err.Error())
			}
			b.revoked.Store(true)
			return b.name + " is revoked"
		}},
		{8, func(_ *system, b *browser, _ int) string {
			if !b.revoked.Load() {
				return ""
			}
			b.pair()
			return b.name + " is paired again"
		}},
		{2, func(_ *system, b *browser, _ int) string {
			return b.tell("the alarm of "+b.name, `{"event":"alarm"}`)
		}},
		{2, func(h *system, _ *browser, n int) string {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.full = !h.full && n%4 == 0
			return "the audit's disk is full: " + strconv.FormatBool(h.full)
		}},
	}
}

func said(what, where string) string {
	if where == "" {
		return ""
	}
	return what + " " + where
}

// tell gives the worker an event of the browser's.
func (b *browser) tell(what, event string) string {
	if b.life == nil {
		return ""
	}
	b.life.worker.Deliver(worker.KindEvent, 0, []byte(event))
	return what
}

// any does something to one of a browser's lines, from the one picked on.
func (h *system) any(b *browser, pick int, do func(*wire) bool) string {
	lines := b.lines()
	for i := range lines {
		w := lines[len(lines)-1-(pick+i)%len(lines)]
		if do(w) {
			return w.String()
		}
	}
	return ""
}

// some picks a tab of the browser, 0 for none.
func (b *browser) some(pick int) int {
	list, err := b.world.Browser.List(context.Background())
	if err != nil || len(list) == 0 || pick%7 == 0 {
		return 0
	}
	return list[pick%len(list)].ID
}

// take does what a draw says.
func (h *system) take(all []step, d draw) string {
	sum := 0
	for _, s := range all {
		sum += s.weight
	}
	at := int(d) & 0xffff % sum
	for _, s := range all {
		if at -= s.weight; at < 0 {
			return s.do(h, h.browsers[int(d>>16)&0xff%len(h.browsers)], int(d>>24)&0xffffff)
		}
	}
	return ""
}
