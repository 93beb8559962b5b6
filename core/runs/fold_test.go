package runs

import (
	"bytes"
	_ "embed"
	"strconv"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
)

// before is a run's journal as it was written in November 2026. It stays as it is: an update comes
// in the middle of a run, and what stands on the disk then must fold.
//
//go:embed testdata/journal.jsonl
var before []byte

// A journal of an earlier version folds, entry by entry, to the same end.
func TestFold_Before(t *testing.T) {
	is := is.New(t)
	var f Fold
	status, calls := agent.Status(""), 0
	for entry := range bytes.Lines(before) {
		list, err := f.Take(bytes.TrimSpace(entry))
		is.NoErr(err)
		for _, u := range list {
			switch u.Type {
			case Status:
				status = u.Status
			case Calls:
				calls++
			case Results:
				is.Equal(u.Site, "https://shop.test") // where each act was
			}
		}
	}
	is.Equal(status, agent.Done)
	is.Equal(calls, 4)
}

// Where the conversation is made shorter is told, once, and what it takes away is not told anew.
func TestUpdates_Shortened(t *testing.T) {
	is := is.New(t)
	state := agent.New(nil)
	var told []UpdateType
	ask := 0
	send := func(e agent.Event) {
		told = nil
		after, effects := agent.Step(state, &e)
		for _, u := range updates(1, state, &e, after, effects) {
			told = append(told, u.Type)
		}
		state = after
		for _, f := range effects {
			if a, is := f.(agent.Ask); is {
				ask = a.ID
			}
		}
	}
	send(agent.Event{Type: agent.Started, Run: &agent.Run{Task: "note", Mode: agent.ModeAct, Limits: budget.Limits{Steps: 20}}})
	for n := range 4 {
		call := chat.Call{ID: strconv.Itoa(n), Name: "note", Arguments: `{"text":"` + strconv.Itoa(n) + `"}`}
		send(agent.Event{Type: agent.Answered, ID: ask, Answer: &chat.Answer{Message: chat.Message{Calls: []chat.Call{call}}}})
		is.Equal(told[0], Calls)
	}
	send(agent.Event{Type: agent.Faulted, ID: ask, Fault: &chat.Fault{Code: chat.CodeOverflow}})
	is.Equal(told, []UpdateType{Retrying, Shortened})
}
