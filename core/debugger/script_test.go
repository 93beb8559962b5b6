package debugger_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// script is what a browser and the page's engine answer: a command by its method, an
// operation by its name. The nth call gets the nth answer, those behind the last that one.
// "!" begins a refusal: the browser's text, or the engine's code and message.
type script map[string][]string

// talk is a conversation with a browser that a script answers.
type talk struct {
	*stage
	mu    sync.Mutex
	calls map[string]int
	begun int // the commands before it
}

// follows has the browser answer by a script from now on.
func (s *stage) follows(all script) *talk {
	t := &talk{stage: s, calls: map[string]int{}, begun: len(s.cdp.Commands())}
	next := func(name string) (string, bool) {
		t.mu.Lock()
		defer t.mu.Unlock()
		list := all[name]
		if len(list) == 0 {
			return "", false
		}
		n := t.calls[name]
		t.calls[name]++
		return list[min(n, len(list)-1)], true
	}
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		for _, op := range operations(c) {
			if said, ok := next(op); ok {
				return engineSays(said), nil
			}
		}
		said, ok := next(c.Method)
		text, refused := strings.CutPrefix(said, "!")
		switch {
		case refused:
			return nil, &debugger.CommandError{Method: c.Method, Message: text}
		case ok:
			return []byte(said), nil
		}
		return nil, nil
	})
	return t
}

// engineSays is the browser's answer with what the engine says.
func engineSays(said string) []byte {
	answer := `{"ok":` + said + `}`
	if code, refused := strings.CutPrefix(said, "!"); refused {
		answer = `{"error":{"code":"` + code + `","message":"no"}}`
	}
	value, _ := json.Marshal(answer)
	return []byte(`{"result":{"type":"string","value":` + string(value) + `}}`)
}

var operation = regexp.MustCompile(`__bua\(\\"([a-z]+)\\"`)

// operations are those that a command asks the engine for.
func operations(c coretest.Command) (names []string) {
	for _, m := range operation.FindAllStringSubmatch(c.Params, -1) {
		names = append(names, m[1])
	}
	return names
}

// said is what was sent since it began, in order: the engine's operations, joined by +,
// input as what it does, and the names of all other commands but those of silent. A
// session stands before it.
func (t *talk) said(silent ...string) string {
	var all []string
	for _, c := range t.cdp.Commands()[t.begun:] {
		var p struct{ Type, Key, Text, Button, ObjectID string }
		_ = json.Unmarshal([]byte(c.Params), &p)
		_, word, _ := strings.Cut(c.Method, ".")
		if slices.Contains(silent, word) {
			continue
		}
		switch word {
		case "evaluate", "callFunctionOn":
			if ops := operations(c); len(ops) > 0 {
				word = strings.Join(ops, "+")
			}
		case "dispatchMouseEvent":
			word = strings.ToLower(strings.TrimPrefix(p.Type, "mouse")) + ":" + p.Button
		case "dispatchKeyEvent":
			word = p.Type + ":" + p.Key
		case "dispatchDragEvent":
			word = p.Type
		case "insertText":
			word = "insert:" + p.Text
		}
		if c.Session != "" {
			word = c.Session + "/" + word
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

// act performs an action while time goes on by itself.
func (t *talk) act(ctx context.Context, a protocol.Action, g debugger.Guard) (protocol.Result, error) {
	ctx, done := context.WithCancel(ctx)
	defer done()
	go advanceUntilDone(ctx, t.clock)
	res, _, err := t.d.Run(ctx, 1, 10, a, g)
	return res, err
}
