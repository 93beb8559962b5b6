package model

import (
	"context"
	"sync"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestStopAll_OneAnswer: after Stop all the backend may hear of the stop first,
// or of what the browser itself answers to what it was doing. The agent is told
// the same, word for word, whichever it is.
func TestStopAll_OneAnswer(t *testing.T) {
	const rounds, tabs = 300, 4
	first := map[string]int{}
	for range rounds {
		is := is.New(t)
		w := coretest.NewWorld()
		l := &line{world: w}
		w.Emit = func(e protocol.Event) { l.say("stop", protocol.EventMessage{Event: e}) }
		is.NoErr(w.Start(t.Context()))
		p := pool.New(pool.Options{Log: quiet})
		l.conn = p.Attach("ann", protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: "1"}, l)
		running := make(chan struct{}, tabs)
		w.Debugger.During = func(ctx context.Context, _ int, _ protocol.Action) error {
			running <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		var all sync.WaitGroup
		for range tabs {
			tab := w.Browser.Add("https://a.example/", false)
			all.Go(func() {
				_, err := p.Request(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}}, protocol.Click{Target: protocol.Target{UID: "e1"}, OnTab: protocol.OnTab{TabID: tab}})
				is.Equal(err, protocol.Stopped())
			})
		}
		for range tabs {
			<-running
		}
		is.Equal(w.Dispatcher.StopAll(), tabs)
		all.Wait()
		l.mu.Lock()
		first[l.first]++
		l.mu.Unlock()
		p.Close()
		w.Dispatcher.Settle(t.Context())
		w.Kill()
	}
	t.Logf("heard first: %v", first)
	if first["stop"] == 0 {
		t.Error("the stop was never heard first: nothing was shown")
	}
}

// line is the connection between a pool and a dispatcher, without a network.
type line struct {
	world *coretest.World
	conn  *pool.Conn

	mu sync.Mutex // one message at a time, as from a socket
	// first is what was heard first once the person had pressed.
	first string
}

func (l *line) say(what string, m protocol.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		return
	}
	if e, ok := m.(protocol.EventMessage); ok {
		if _, stop := e.Event.(protocol.GlobalStop); !stop {
			what = ""
		}
	}
	if l.first == "" {
		l.first = what
	}
	_ = l.conn.Handle(protocol.Append(nil, m))
}

func (l *line) Send(data []byte) error {
	m, err := protocol.Decode(data)
	if err != nil {
		return err
	}
	if r, ok := m.(protocol.Request); ok {
		go func() { l.say("answer", l.world.Dispatcher.Do(context.Background(), r)) }()
	}
	return nil
}

func (l *line) Close(int, string) {}
