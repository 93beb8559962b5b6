package cdpcheck

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/go-json-experiment/json"
)

// Checker hears the traffic of one connection and keeps what is wrong with it.
type Checker struct {
	wanted   Wanted
	commands map[string]rewrite

	mu    sync.Mutex
	queue []heard           // owned by mu
	wake  chan struct{}     // room for one
	done  chan struct{}     // closed when the judge has ended
	sent  map[int64]string  // the judge's: method by id
	seen  map[string]int    // the judge's: messages by method
	wrong map[string]string // the judge's: where → the first example
}

type heard struct {
	up   bool
	data []byte
}

// New returns an oracle that judges on a goroutine of its own until Close.
func New(tb testing.TB) *Checker {
	tb.Helper()
	wanted, err := Read()
	if err != nil {
		tb.Fatal(err)
	}
	o := &Checker{wanted: wanted, commands: commands(), wake: make(chan struct{}, 1), done: make(chan struct{}),
		sent: map[int64]string{}, seen: map[string]int{}, wrong: map[string]string{}}
	go o.judge()
	return o
}

// Hear takes one message; up is one of bua's. It never blocks.
func (o *Checker) Hear(up bool, data []byte) { o.put(heard{up, slices.Clone(data)}) }

func (o *Checker) put(h heard) {
	o.mu.Lock()
	o.queue = append(o.queue, h)
	o.mu.Unlock()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// Close waits for the judgement and fails the test for everything wrong. It
// returns how many messages of each method there were.
func (o *Checker) Close(tb testing.TB) map[string]int {
	tb.Helper()
	o.put(heard{})
	<-o.done
	for _, where := range slices.Sorted(maps.Keys(o.wrong)) {
		tb.Errorf("cdproto reads it otherwise: %s: %s", where, o.wrong[where])
	}
	return o.seen
}

func (o *Checker) judge() {
	defer close(o.done)
	for range o.wake {
		o.mu.Lock()
		queue := o.queue
		o.queue = nil
		o.mu.Unlock()
		for _, h := range queue {
			if h.data == nil {
				return
			}
			o.message(h.up, h.data)
		}
	}
}

// strict refuses members that a type does not know.
func strict() jsonv2.Options { return json.RejectUnknownMembers(true) }

// loose reads what Chrome wrote, half characters of a page included.
func loose() jsonv2.Options { return jsonv2.AllowInvalidUTF8(true) }

func (o *Checker) message(up bool, data []byte) {
	var m cdproto.Message
	if err := jsonv2.Unmarshal(data, &m, loose()); err != nil {
		o.say("a message", err.Error())
		return
	}
	switch {
	case up:
		o.sent[m.ID] = string(m.Method)
		o.request(string(m.Method), m.Params)
	case m.ID != 0:
		method := o.sent[m.ID]
		delete(o.sent, m.ID)
		if m.Error == nil {
			o.answer("result of "+method, cdproto.Message{Method: cdproto.MethodType(method), Result: m.Result}, m.Result)
		}
	case o.wanted.Methods[string(m.Method)]:
		o.seen[string(m.Method)]++
		o.answer(string(m.Method), cdproto.Message{Method: m.Method, Params: m.Params}, m.Params)
	}
}

func (o *Checker) request(method string, params []byte) {
	o.seen[method]++
	typed := o.commands[method]
	if typed == nil {
		o.say(method, "its parameters are not known here: add it to tests/cdpcheck/commands.go")
		return
	}
	if len(params) == 0 {
		params = []byte("{}")
	}
	again, err := typed(params)
	if err != nil {
		o.say(method, err.Error())
		return
	}
	o.compare(method, tree(params), tree(again), nil)
}

func (o *Checker) answer(where string, m cdproto.Message, raw []byte) {
	typed, err := cdproto.UnmarshalMessage(&m, loose())
	if err != nil {
		o.say(where, err.Error())
		return
	}
	again, err := jsonv2.Marshal(typed, loose())
	if err != nil {
		o.say(where, err.Error())
		return
	}
	o.compare(where, tree(raw), tree(again), o.wanted.Names)
}

func (o *Checker) say(where, what string) {
	if _, known := deprecated(where); known {
		return
	}
	if o.wrong[where] == "" {
		o.wrong[where] = what
	}
}

// compare walks what core reads beside what cdproto read. names limits it to
// members that core asks for; nil is all of them.
func (o *Checker) compare(where string, core, typed any, names map[string]bool) {
	switch core := core.(type) {
	case map[string]any:
		other, ok := typed.(map[string]any)
		if !ok {
			o.say(where, fmt.Sprintf("an object, not %v", typed))
			return
		}
		for name, value := range core {
			if names != nil && !names[name] {
				continue
			}
			if _, there := other[name]; !there && zero(value) {
				continue // cdproto leaves out what is empty
			}
			o.compare(where+"."+name, value, other[name], names)
		}
	case []any:
		other, ok := typed.([]any)
		if !ok || len(core) != len(other) {
			o.say(where, fmt.Sprintf("%d elements, not %v", len(core), typed))
			return
		}
		for i, value := range core {
			o.compare(where+"[]", value, other[i], names)
		}
	default:
		if core != typed {
			o.say(where, fmt.Sprintf("%.100v, not %.100v", core, typed))
		}
	}
}
