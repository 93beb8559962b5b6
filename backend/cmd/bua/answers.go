package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/runs"
)

// answers hands what the person types to the run that asks. They may answer elsewhere
// meanwhile, so nothing waits for them.
type answers struct {
	a      *cli
	id     string
	client *httpapi.Client

	mu    sync.Mutex
	asked *runs.Question // nil when nothing is asked
	begun bool
}

// ask shows what can be typed, and takes the next line for the answer.
func (s *answers) ask(ctx context.Context, q *runs.Question) {
	text := "  your answer: "
	switch {
	case q.Single:
		text = "  yes, no: "
	case q.Sink != "":
		text = "  yes, once, no: "
	}
	fmt.Fprint(s.a.err, text)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = q
	if !s.begun {
		s.begun = true
		go s.read(ctx) // stdin cannot be interrupted: it ends with the process
	}
}

func (s *answers) read(ctx context.Context) {
	lines := bufio.NewScanner(s.a.in)
	for lines.Scan() {
		s.mu.Lock()
		q := s.asked
		s.asked = nil
		s.mu.Unlock()
		text := strings.TrimSpace(lines.Text())
		if q == nil || text == "" {
			continue
		}
		if err := s.a.answer(ctx, s.client, s.id, q, text); err != nil {
			fmt.Fprintf(s.a.err, "bua: %v\n", err)
		}
	}
}

// answer answers what a run asks.
func (a *cli) answer(ctx context.Context, client *httpapi.Client, id string, q *runs.Question, text string) error {
	verb, body := "say", map[string]any{"question": q.ID, "text": text}
	if q.Sink != "" {
		verb, body = "decide", map[string]any{"question": q.ID, "yes": text == "yes" || text == "y" || text == "once", "once": text == "once"}
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return client.TellRun(ctx, id, verb, data)
}
