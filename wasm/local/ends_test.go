package local

import (
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

// The browser says the same of each: why a request has no answer is told by what else is known.
func TestFetches_Failure(t *testing.T) {
	none := func(why string) string { return `{"status":0,"failed":"` + why + `","headers":{}}` }
	for name, row := range map[string]struct {
		answers answers
		want    model.Failure
	}{
		"a host that is not allowed":      {answers{"fetch": none("refused"), "allowed": "false"}, model.Denied},
		"an allowed one that is down":     {answers{"fetch": none("refused"), "allowed": "true"}, model.Refused},
		"nobody knows whether it is":      {answers{"fetch": none("refused"), "allowed": "!x"}, model.Refused},
		"no network":                      {answers{"fetch": none("offline"), "allowed": "false"}, model.Offline},
		"the document itself has no word": {answers{"fetch": "!x"}, model.Cut},
	} {
		t.Run(name, func(t *testing.T) {
			_, failure := newDocument(t, row.answers).home(nil).fetches.Send(t.Context(), model.Outgoing{Method: "POST", URL: "https://api.example.com/v1/x"})
			is.New(t).Equal(failure, row.want)
		})
	}
}

// What the document refuses to write is told apart: another program goes on, or there is no room.
func TestJournal_Refused(t *testing.T) {
	for why, want := range map[string]error{"behind": runs.Behind{}, "full": runs.Full{}, "AbortError": &chrome.Refusal{Text: "AbortError"}} {
		t.Run(why, func(t *testing.T) {
			_, err := journal{newDocument(t, answers{"append": "!" + why})}.Append("r", 0, nil)
			is.New(t).Equal(err, want)
		})
	}
}

const canary = "sk-canary-of-a-key"

// No answer to a panel has a key, nor has an export.
func TestKeys_NotShown(t *testing.T) {
	is := is.New(t)
	d := newDocument(t, answers{"settings": `{"default":"openai/gpt-5","models":[{"provider":"openai","model":"gpt-5"}],"keys":[{"provider":"openai","key":"` + canary + `"}]}`})
	d.entries["abcdefgh"] = []string{
		`{"head":{"id":"abcdefgh","user":"local","created":1,"wanted":{"task":"Look."},"model":"openai/gpt-5"}}`,
		string(agent.AppendEvent(nil, &agent.Event{Type: agent.Started, Run: &agent.Run{Task: "Look."}})),
	}
	l := d.home(func() int64 { return 1 })
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
