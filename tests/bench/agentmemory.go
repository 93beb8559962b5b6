package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/fakemodel"
)

// reads is how many pages the busy run reads.
const reads = 12

// memory prints what the agent's document and its worker hold: before any run, and at most
// during a run that reads long pages.
func (s *sleeper) memory(ctx context.Context, base string) error {
	n := 0
	model := fakemodel.New(fakemodel.Traits{Model: "scripted", Key: "k", Browsers: true}, func(chat.Request) fakemodel.Say {
		n++
		name, arguments := "navigate", fmt.Sprintf(`{"url":"%s/%s"}`, base, []string{"article", "rows?n=200"}[n%2])
		if n > reads {
			name, arguments = "done", `{"outcome":"failed","summary":"It was only about reading."}`
		}
		return fakemodel.Say{Calls: []chat.Call{{Name: name, Arguments: arguments}}}
	})
	defer model.Close()
	if err := s.conn.Within(ctx, "service_worker", s.id, func(worker string) error {
		return s.conn.Eval(ctx, worker, `chrome.storage.local.set({agentSettings: {default: "mine/scripted", models: [{provider: "mine", model: "scripted", window: 128000}],
			own: [{name: "mine", like: "openai", base: "`+model.URL+`/v1"}], keys: [{provider: "mine", key: "k"}]}})`, nil)
	}); err != nil {
		return err
	}
	if _, err := s.ready(ctx); err != nil { // anew, with that model
		return err
	}
	document, worker, err := s.agent(ctx)
	if err != nil {
		return err
	}
	idle, err := s.heaps(ctx, document, worker)
	if err != nil {
		return err
	}
	if err := s.conn.Eval(ctx, s.page, `(() => { const port = chrome.runtime.connect({name: "panel"}); globalThis.run = "";
		const ask = (id, call, args) => port.postMessage({id, call, args});
		port.onMessage.addListener(m => { port.postMessage({ack: m.n}); if (m.error) run = m.error.message;
			if (m.id === 1 && m.ok) ask(2, "watch", {run: m.ok.id, behind: 0});
			if (m.id === 2 && m.end) run = "ended" });
		ask(1, "start", {task: "Read the pages.", mode: "act", model: "", url: "`+base+`/article"}) })()`, nil); err != nil {
		return err
	}
	busy := idle
	for run := ""; run != "ended"; time.Sleep(20 * time.Millisecond) {
		if err := s.conn.Eval(ctx, s.page, "run", &run); err != nil {
			return err
		}
		if run != "" && run != "ended" {
			return errors.New("the busy run: " + run)
		}
		now, err := s.heaps(ctx, document, worker)
		if err != nil {
			return err
		}
		busy = max(busy, now)
	}
	fmt.Printf("agent, held: %.1f MB without a run, at most %.1f MB in a run that read %d long pages (%d questions to the model)\n", float64(idle)/1e6, float64(busy)/1e6, reads, n)
	return nil
}

// agent attaches to the agent's document and to its worker.
func (s *sleeper) agent(ctx context.Context) (document, worker string, err error) {
	t, err := s.conn.AwaitTarget(ctx, "background_page", s.id)
	if err != nil {
		return "", "", err
	}
	if document, err = s.conn.Attach(ctx, t.TargetID); err != nil {
		return "", "", err
	}
	inside := make(chan string, 1)
	defer s.conn.On(func(e cdp.Event) {
		var of struct {
			SessionID  string
			TargetInfo cdp.TargetInfo
		}
		if e.Method == "Target.attachedToTarget" && json.Unmarshal(e.Params, &of) == nil && of.TargetInfo.Type == "worker" {
			inside <- of.SessionID
		}
	})()
	if err := s.conn.Send(ctx, document, "Target.setAutoAttach", map[string]any{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true}, nil); err != nil {
		return "", "", err
	}
	select {
	case worker = <-inside:
		return document, worker, nil
	case <-time.After(10 * time.Second):
		return "", "", errors.New("the agent's document has no worker")
	}
}

// heaps are the bytes of JavaScript and of the program's memory.
func (s *sleeper) heaps(ctx context.Context, sessions ...string) (sum int64, err error) {
	for _, session := range sessions {
		var u struct{ UsedSize, EmbedderHeapUsedSize, BackingStorageSize float64 }
		if err := s.conn.Send(ctx, session, "Runtime.getHeapUsage", nil, &u); err != nil {
			return 0, err
		}
		sum += int64(u.UsedSize + u.EmbedderHeapUsedSize + u.BackingStorageSize)
	}
	return sum, nil
}
