package local

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/wasm/chrome"
)

// paper is a document that answers calls by their name; an answer that begins with ! is a refusal.
type paper map[string]string

func (p paper) Ask(_ context.Context, question []byte) ([]byte, error) {
	var q struct{ Call, Name string }
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	answer, ok := p[q.Call]
	if q.Call == "file" && !ok {
		folder := "../../backend/model/"
		if q.Name == "sites.txt" {
			folder = "../../backend/app/"
		}
		data, err := os.ReadFile(folder + q.Name)
		if err != nil {
			return nil, err
		}
		return json.Marshal(string(data))
	}
	switch {
	case !ok:
		return nil, errors.New("nobody answers " + q.Call)
	case strings.HasPrefix(answer, "!"):
		return nil, &chrome.Refusal{Text: answer[1:]}
	}
	return []byte(answer), nil
}

func (p paper) Begin(question []byte) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) { return p.Ask(ctx, question) }
}

func (paper) Post([]byte) {}

func on(p paper) *Local {
	return New(Config{Host: p, Clock: &Clock{Wall: func() int64 { return 1 }}, Random: func() uint64 { return 7 }})
}

// The browser says the same of each: why a request has no answer is told by what else is known.
func TestFetches_Failure(t *testing.T) {
	none := func(why string) string { return `{"status":0,"failed":"` + why + `","headers":{}}` }
	for name, row := range map[string]struct {
		paper paper
		want  model.Failure
	}{
		"a host that is not allowed":      {paper{"fetch": none("refused"), "allowed": "false"}, model.Denied},
		"an allowed one that is down":     {paper{"fetch": none("refused"), "allowed": "true"}, model.Refused},
		"nobody knows whether it is":      {paper{"fetch": none("refused"), "allowed": "!the extension's worker was ended"}, model.Refused},
		"no network":                      {paper{"fetch": none("offline"), "allowed": "false"}, model.Offline},
		"the document itself has no word": {paper{"fetch": "!x"}, model.Cut},
	} {
		t.Run(name, func(t *testing.T) {
			_, failure := on(row.paper).fetches.Send(t.Context(), model.Outgoing{Method: "POST", URL: "https://api.example.com/v1/x"})
			is.New(t).Equal(failure, row.want)
		})
	}
}

// What the document refuses to write is told apart: another program goes on, or there is no room.
func TestJournal_Refused(t *testing.T) {
	for why, want := range map[string]error{"behind": runs.Behind{}, "full": runs.Full{}, "AbortError": &chrome.Refusal{Text: "AbortError"}} {
		t.Run(why, func(t *testing.T) {
			_, err := journal{paper{"append": "!" + why}}.Append("r", 0, nil)
			is.New(t).Equal(err, want)
		})
	}
}

const canary = "sk-canary-of-a-key"

// No answer to a panel has a key, nor has an export.
func TestKeys_NotShown(t *testing.T) {
	is := is.New(t)
	entries, err := json.Marshal([]string{
		`{"head":{"id":"abcdefgh","user":"local","created":1,"wanted":{"task":"Look."},"model":"openai/gpt-5"}}`,
		string(agent.AppendEvent(nil, &agent.Event{Type: agent.Started, Run: &agent.Run{Task: "Look."}})),
	})
	is.NoErr(err)
	l := on(paper{
		"settings":      `{"default":"openai/gpt-5","models":[{"provider":"openai","model":"gpt-5"}],"keys":[{"provider":"openai","key":"` + canary + `"}]}`,
		"keep_settings": "null", "policy": `{}`, "reach": `"none"`, "all": `{}`, "entries": string(entries),
	})
	close(l.ready)
	h := panel.Home{Runs: func() (*runs.Runs, error) { return l.runs, nil }, Jobs: func() *jobs.Jobs { return l.jobs }, Other: l.other, Now: time.Now, Done: make(chan struct{})}
	for _, c := range []panel.Call{panel.About{}, panel.Runs{}, panel.Look{}, panel.Spending{}, panel.Jobs{}, panel.Planned{}, panel.AddModel{Name: "openai/o3", Key: canary}, panel.ChooseModel{Name: "openai/gpt-5"}} {
		answer, err := h.Answer(t.Context(), panel.Who{User: user}, c)
		is.NoErr(err)
		is.True(!strings.Contains(string(answer), canary))
	}
	exported := ""
	is.NoErr(h.Stream(t.Context(), panel.Who{User: user}, panel.Export{Run: "abcdefgh"}, func(piece []byte) error {
		exported += string(piece)
		return nil
	}))
	is.True(strings.Contains(exported, "gpt-5") && !strings.Contains(exported, canary))
}
