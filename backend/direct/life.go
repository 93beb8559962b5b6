package direct

import (
	"context"
	"sync"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
)

// life is the core on one browser process: it outlives connections to it and
// ends with the browser. Nothing of it is used for another browser.
type life struct {
	address  string // the socket's; holds a token, so it is compared and never printed
	chrome   *chrome
	gate     *dispatch.Dispatcher
	debugger *debugger.Debugger

	mu    sync.Mutex
	begun bool                         // the dispatcher is told; owned by mu
	queue []func(*dispatch.Dispatcher) // news that wait for Start; owned by mu
	wake  chan struct{}                // room for one: there is something in queue
	end   context.CancelFunc
	ended context.Context
}

func newLife(address string, at Endpoint, o Options, s *store, number func() int) *life {
	l := &life{address: address, chrome: newChrome(), wake: make(chan struct{}, 1)}
	l.ended, l.end = context.WithCancel(context.Background())
	l.gate, l.debugger = dispatch.New(dispatch.Config{
		Tabs: tabs{l.chrome}, Windows: windows{l.chrome}, Presence: presence{}, Files: files{l.chrome}, Store: s, Clock: Clock{},
		CDP: port{l.chrome}, Names: Names{},
		Events:         o.Events,
		Log:            func(line string) { o.Log.Warn(line) },
		Unasked:        o.unasked(),
		Resolve:        resolve,
		RequestFilters: requestFilters{l.chrome},
	}, func(cdp debugger.CDP) *debugger.Debugger {
		d := debugger.New(cdp, Clock{}, o.Engine, o.PDF)
		if o.Bridge == BridgeOn || o.Bridge == BridgeAuto {
			debugger.RelayDialogs(d, o.Bridge == BridgeOn)
		}
		return d
	})
	l.gate.SetControlEndpoints(append(o.ControlEndpoints[:len(o.ControlEndpoints):len(o.ControlEndpoints)], at.controlURL())...)
	l.gate.RefusePrivate(o.RefusePrivate)
	l.chrome.number = number
	l.chrome.tell = l.tell
	l.chrome.heard = l.debugger.Event
	l.chrome.detached = l.gate.Detached
	l.chrome.refuses, l.chrome.resolves, l.chrome.frameTab = l.gate.Check, l.gate.Resolve, l.debugger.FrameTab
	return l
}

// tell queues news for the dispatcher. It never blocks.
func (l *life) tell(news func(*dispatch.Dispatcher)) {
	l.mu.Lock()
	l.queue = append(l.queue, news)
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// begin starts the dispatcher, once there is a connection, and then tells it
// the news in their order.
func (l *life) begin(ctx context.Context) {
	l.mu.Lock()
	again := l.begun
	l.begun = true
	l.mu.Unlock()
	if again {
		return
	}
	go func() {
		// What is wrong with the blocklist is answered to the agent.
		_ = l.gate.Start(ctx)
		for {
			select {
			case <-l.wake:
			case <-l.ended.Done():
				return
			}
			l.mu.Lock()
			queue := l.queue
			l.queue = nil
			l.mu.Unlock()
			for _, news := range queue {
				news(l.gate)
			}
		}
	}()
}

// over tells the dispatcher that the browser is gone with all its tabs, and
// waits until the audit log has it.
func (l *life) over(ctx context.Context) {
	gone := l.chrome.tabs()
	l.last(ctx, func(d *dispatch.Dispatcher) {
		for _, t := range gone {
			d.TabRemoved(t.number)
		}
	})
}

// stopAll ends every session because the person said so, and waits until the
// agent's own tabs are closed.
func (l *life) stopAll(ctx context.Context) {
	l.last(ctx, func(d *dispatch.Dispatcher) { d.StopAll() })
}

// last tells the last news and waits, no longer than ctx, for what they bring.
// The dispatcher settles on the goroutine that tells, so that nothing new comes
// in between.
func (l *life) last(ctx context.Context, news func(*dispatch.Dispatcher)) {
	defer l.end()
	l.mu.Lock()
	begun := l.begun
	l.mu.Unlock()
	if !begun {
		return
	}
	done := make(chan struct{})
	l.tell(func(d *dispatch.Dispatcher) {
		defer close(done)
		news(d)
		d.Settle(ctx)
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}
