package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// The second press of what is still being carried out is not done.
func TestStep_ADoublePress(t *testing.T) {
	pending := &protocol.Effects{DOM: true, Sent: []string{"POST /orders: no answer yet"}}
	slow := &protocol.Effects{Unsettled: "the page did not load within 8 s"}
	saved := &protocol.Effects{Sent: []string{"POST /orders: 201"}}
	told := &protocol.Effects{Sent: []string{"POST /orders: 201"}, DOM: true}
	failed := &protocol.Effects{Sent: []string{"POST /orders: 500"}}
	went := &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/2"}}
	enter := `{"key":"Enter"}`
	for _, row := range []struct {
		name, tool, args string
		first            *protocol.Effects
		after            int64  // how much later
		shows            string // what a reading between the two shows, "" for none
		between          string // another act between the two, on that uid
		again            string // the second press, the same where it is ""
		done             bool
	}{
		{name: "a request without an answer", first: pending, after: 20_000},
		{name: "long ago", first: pending, after: 60_000, done: true},
		{name: "a form that is on its way", first: slow, after: 20_000},
		{name: "saved without a word", first: saved, after: 20_000},
		{name: "saved and told", first: told, after: 500, done: true},
		{name: "refused by the server", first: failed, after: 5_000, done: true},
		{name: "gone elsewhere", first: went, after: 500, done: true},
		{name: "nothing followed", after: 500},
		{name: "nothing followed for a while", after: 5_000, done: true},
		{name: "a page that shows the same", first: pending, after: 9_000, shows: "Order"},
		{name: "a page that shows what came of it", first: pending, after: 9_000, shows: "Order. The server is busy.", done: true},
		{name: "another button", first: pending, after: 500, again: `{"uid":"e2"}`, done: true},
		{name: "after another value", first: pending, after: 500, between: "e3", done: true},
		{name: "Enter", tool: "press_key", args: enter, first: pending, after: 9_000},
		{name: "an arrow", tool: "press_key", args: `{"key":"ArrowDown"}`, after: 100, done: true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := with(t, func(*agent.Run) {})
			r.calls("extract", "{}")
			r.answers(page("Order"))
			if row.tool == "" {
				row.tool, row.args = "click", click
			}
			r.calls(row.tool, row.args)
			r.answers(protocol.OK{OK: true, Effects: row.first})
			r.at += row.after
			if row.first == went || row.shows != "" {
				r.calls("extract", "{}")
				r.answers(page(row.shows))
			}
			if row.between != "" {
				r.calls("type", `{"uid":"`+row.between+`","text":"x"}`)
				r.answers(protocol.OK{OK: true})
			}
			if row.again == "" {
				row.again = row.args
			}
			r.calls(row.tool, row.again)
			is.Equal(!strings.Contains(r.last(), "Not done: the same"), row.done)
			if row.done {
				is.Equal(string(one[agent.Act](r).Action.Kind()), row.tool)
			}
		})
	}
}

// answersPress says of each effect whether it shows what came of a press, so that the next
// is another one.
var answersPress = map[string]bool{
	"navigated": true, "dialog": true, "tabs": true, "downloads": true, "external": true, "fileChooser": true, "invalid": true,
	"dom": true, "state": true, "announced": true,
	"downloadIds": false, "focus": false, "sent": false, "saw": false, "held": false, "keys": false, "scrolled": false, "unsettled": false,
}

func TestStep_ADoublePress_everyEffect(t *testing.T) {
	for name, e := range coretest.Effects() {
		t.Run(name, func(t *testing.T) {
			want, decided := answersPress[name]
			if !decided {
				t.Fatal("decide whether a press that only this followed may be done again at once (presses in double.go), and list it in answersPress")
			}
			r := with(t, func(*agent.Run) {})
			r.calls("extract", "{}")
			r.answers(page("Order"))
			r.calls("click", click)
			r.answers(protocol.OK{OK: true, Effects: e})
			r.at += 500
			if e.Navigated != nil {
				r.calls("extract", "{}")
				r.answers(page("Order"))
			}
			r.calls("click", click)
			is.New(t).Equal(!strings.Contains(r.last(), "Not done: the same"), want)
		})
	}
}
