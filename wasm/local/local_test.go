package local

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
)

// document is what the program's document is to it, in memory.
type document struct {
	t  *testing.T
	mu sync.Mutex
	// entries are journals by run, texts tables by name.
	entries map[string][]string
	texts   map[string]map[string]string
	awake   chan int64
	frames  chan frame
}

// frame is one to a panel.
type frame struct {
	N     int             `json:"n"`
	OK    json.RawMessage `json:"ok"`
	Error *protocol.Error `json:"error"`
}

func newDocument(t *testing.T) *document {
	return &document{t: t, entries: map[string][]string{}, texts: map[string]map[string]string{planned: {}, notes: {}}, awake: make(chan int64, 64), frames: make(chan frame, 64)}
}

// Ask implements [chrome.Host].
func (d *document) Ask(_ context.Context, q []byte) ([]byte, error) {
	var a struct {
		Call, Run, Table, Key, Text, Entry, Name, Place string
		At                                              int64
		Frame                                           frame
	}
	if err := json.Unmarshal(q, &a); err != nil {
		d.t.Error(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var value any
	switch a.Call {
	case "append":
		d.entries[a.Run] = append(d.entries[a.Run], a.Entry)
		value = len(d.entries[a.Run])
	case "entries":
		value = d.entries[a.Run]
	case "put":
		if d.texts[a.Table][a.Key] = a.Text; a.Text == "" {
			delete(d.texts[a.Table], a.Key)
		}
	case "all":
		value = maps.Clone(d.texts[a.Table])
	case "file":
		value = map[string]string{"presets.json": "[]", "prices.json": "{}"}[a.Name]
	case "zone":
		if a.Place != "" && a.Place != "Asia/Tokyo" {
			return nil, &chrome.Refusal{Text: "Invalid time zone specified: " + a.Place}
		}
		value = map[string]any{"offset": 9 * 3600, "changes": []any{}}
	case "awake":
		d.awake <- a.At
	case "frame":
		d.frames <- a.Frame
	case "log":
	}
	answer, err := json.Marshal(value)
	return answer, err
}

// Begin implements [chrome.Host].
func (d *document) Begin(q []byte) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) { return d.Ask(ctx, q) }
}

// Post implements [chrome.Host].
func (d *document) Post(q []byte) { _, _ = d.Ask(context.Background(), q) }

// program is one life of the program in a document.
func (d *document) program(now func() int64) *Local {
	l := New(Config{Host: d, Clock: &Clock{Wall: now}, Random: func() uint64 { return uint64(time.Now().UnixNano()) }})
	l.Deliver(KindEvent, 0, []byte(`{"event":"host","minutes":540,"place":"Asia/Tokyo","version":"1"}`))
	go l.Start()
	return l
}

// asks puts a panel's call and returns what it is answered.
func (d *document) asks(l *Local, call, args string) frame {
	d.t.Helper()
	l.Deliver(KindEvent, 0, fmt.Appendf(nil, "{\"event\":\"panel\",\"port\":1}\n{\"id\":1,\"call\":%q,\"args\":%s}", call, args))
	f := next(d.t, d.frames)
	l.Deliver(KindEvent, 0, fmt.Appendf(nil, "{\"event\":\"panel\",\"port\":1}\n{\"ack\":%d}", f.N))
	return f
}

func next[T any](t *testing.T, c chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("it never came")
	}
	return v
}
