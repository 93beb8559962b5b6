package panel_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
)

// backend answers calls as a test says.
type backend struct {
	answer func(context.Context, panel.Call) ([]byte, error)
	stream func(context.Context, panel.Call, func([]byte) error) error
}

func (b backend) Answer(ctx context.Context, _ panel.Who, c panel.Call) ([]byte, error) {
	return b.answer(ctx, c)
}

func (b backend) Stream(ctx context.Context, _ panel.Who, c panel.Call, each func([]byte) error) error {
	return b.stream(ctx, c, each)
}

// sent is a frame to the panel.
type sent struct {
	N     int
	ID    int
	OK    json.RawMessage
	Error *protocol.Error
	Told  []json.RawMessage
	End   bool
}

// browser is the other end: it acknowledges what it reads, unless it is deaf.
type browser struct {
	t      *testing.T
	panels *panel.Panels
	frames chan sent
	closed chan int
	mu     sync.Mutex
	gone   bool
}

func newBrowser(t *testing.T, b backend) *browser {
	br := &browser{t: t, panels: panel.New(b, coretest.Machine{}), frames: make(chan sent, 4096), closed: make(chan int, 16)}
	t.Cleanup(br.panels.Close)
	return br
}

// Frame implements [panel.Conn].
func (b *browser) Frame(port int, data []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return false
	}
	if data == nil {
		b.closed <- port
		return true
	}
	var s sent
	if err := json.Unmarshal(data, &s); err != nil || len(data) > protocol.MaxFrame {
		b.t.Errorf("%v, %d bytes: %.100s", err, len(data), data)
	}
	b.frames <- s
	return true
}

func (b *browser) says(port int, frame string) {
	b.panels.Take(b, panel.Who{User: "ann", Device: "d1"}, port, []byte(frame))
}

func (b *browser) next() sent {
	b.t.Helper()
	select {
	case s := <-b.frames:
		return s
	case <-time.After(10 * time.Second):
		b.t.Fatal("no frame came")
		return sent{}
	}
}

func TestPanels_Answer(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t, backend{answer: func(_ context.Context, c panel.Call) ([]byte, error) {
		if say, ok := c.(panel.Say); ok && say.Run == "none" {
			return nil, protocol.NewError(protocol.CodeInvalidAction, "there is no run none").NotDone()
		}
		return panel.True(), nil
	}})
	b.says(1, `{"id":1,"call":"pause","args":{"run":"abcd"}}`)
	got := b.next()
	is.Equal(got.ID, 1)
	is.Equal(string(got.OK), "true")
	b.says(1, `{"id":2,"call":"say","args":{"run":"none","question":0,"text":"x"}}`)
	is.Equal(b.next().Error.Message, "there is no run none")
	b.says(1, `{"id":3,"call":"nothing","args":{}}`)
	is.Equal(b.next().Error.Code, protocol.CodeInvalidAction) // a call that nobody knows
	b.says(1, `{"ack":3}`)
	b.says(1, `{"id":4,"call":"pause","args":{"run":"abcd","also":1}}`)
	is.True(strings.Contains(b.next().Error.Message, "also")) // an unknown member may be one that is relied on
	is.Equal(len(b.closed), 0)
}

// What is no frame of a panel's ends its port: nobody of ours sends it.
func TestPanels_Refuse(t *testing.T) {
	for _, row := range []struct{ name, frame string }{
		{"no JSON", `{`},
		{"no object", `7`},
		{"a call without a number", `{"call":"runs","args":{}}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b := newBrowser(t, backend{})
			b.says(5, row.frame)
			is.Equal(<-b.closed, 5)
		})
	}
	t.Run("a number that is under way", func(t *testing.T) {
		is := is.New(t)
		b := newBrowser(t, backend{answer: func(ctx context.Context, _ panel.Call) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }})
		b.says(5, `{"id":1,"call":"runs","args":{}}`)
		b.says(5, `{"id":1,"call":"runs","args":{}}`)
		is.Equal(<-b.closed, 5)
	})
	t.Run("a port too many", func(t *testing.T) {
		is := is.New(t)
		b := newBrowser(t, backend{answer: func(context.Context, panel.Call) ([]byte, error) { return panel.True(), nil }})
		for port := 1; port <= 17; port++ {
			b.says(port, `{"ack":1}`)
		}
		is.Equal(<-b.closed, 17)
	})
}

// TestPanels_Gone: nothing goes on for a panel that has gone.
func TestPanels_Gone(t *testing.T) {
	for name, end := range map[string]func(*browser){
		"the panel":            func(b *browser) { b.panels.Take(b, panel.Who{}, 1, nil) },
		"the connection":       func(b *browser) { b.panels.Gone(b) },
		"the backend":          func(b *browser) { b.panels.Close() },
		"the call is given up": func(b *browser) { b.says(1, `{"id":1,"cancel":true}`) },
	} {
		t.Run(name, func(t *testing.T) {
			begun, over := make(chan struct{}), make(chan struct{})
			b := newBrowser(t, backend{stream: func(ctx context.Context, _ panel.Call, _ func([]byte) error) error {
				close(begun)
				<-ctx.Done()
				close(over)
				return nil
			}})
			b.says(1, `{"id":1,"call":"watch","args":{"run":"abcd","behind":0}}`)
			<-begun
			end(b)
			<-over
		})
	}
}
