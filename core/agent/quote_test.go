package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
)

// at is a page at an address.
func at(url, text string) protocol.ExtractResult {
	p := page(text)
	p.URL = url
	return p
}

// A refusal of ours names the words that were claimed. They are not what a page said.
func TestDone_OurOwnWordsAreNoQuote(t *testing.T) {
	r := acted(t, page("x"), nil)
	r.claims(`{"kind":"text","value":"Saved"}`, nil, page("x"))
	r.has("does not hold: text \"Saved\"")
	r.claims(`{"kind":"quote","value":"Saved"}`, nil, page("x"))
	r.has("does not hold: quote \"Saved\"")
}

// What a page has shown and taken back is no proof, though the model has read it.
func TestDone_AQuoteThatWasTakenBack(t *testing.T) {
	is := is.New(t)
	r := acted(t, at("https://a.test/", "x"), nil)
	r.calls("extract", "{}")
	r.answers(at("https://a.test/", "x 1 x Milk"))
	r.claims(`{"kind":"quote","value":"1 x Milk"}`, nil, at("https://a.test/", "x"))
	is.Equal(r.s.End, agent.Status(""))
	r.has("does not hold: quote \"1 x Milk\"")
}

// A message that has faded still is proof, unless something says otherwise.
func TestDone_AMessageThatFades(t *testing.T) {
	for _, row := range []struct {
		sentence string
		act      *protocol.Effects
		read     protocol.ExtractResult // after the act
		now      protocol.ExtractResult
		done     bool
	}{
		{"announced with the act", &protocol.Effects{Announced: "Saved"}, page("x"), page("x"), true},
		{"announced with a reading", nil, announced(page("x"), "Saved"), page("x"), true},
		{"then something else", &protocol.Effects{Announced: "Saved"}, announced(page("x"), "The server has refused"), page("x"), false},
		{"denied", &protocol.Effects{Announced: "Not saved"}, page("x"), page("x"), false},
		{"refused by the server", &protocol.Effects{Announced: "Saved", Sent: []string{"POST /: 500"}}, page("x"), page("x"), false},
		{"shown, and the server said yes", sent("POST /: 200"), page("x Saved"), page("x"), true},
		{"shown, and nobody knows", nil, page("x Saved"), page("x"), false},
		{"shown, and no answer yet", sent("POST /: no answer yet"), page("x Saved"), page("x"), false},
		{"shown, and another text in its place", sent("POST /: 200"), page("x Saved"), page("x The list is full"), false},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			r := acted(t, page("x"), row.act)
			r.calls("extract", "{}")
			r.answers(row.read)
			r.claims(`{"kind":"text","value":"Saved"}`, nil, row.now)
			is.New(t).Equal(r.s.End == agent.Done, row.done)
		})
	}
}

func announced(p protocol.ExtractResult, text string) protocol.ExtractResult {
	p.Effects = &protocol.Effects{Announced: text}
	return p
}

// A question is answered by what was read anywhere, whatever was pressed on the way, and
// when the conversation has been cut since.
func TestDone_AQuoteOfAnotherPage(t *testing.T) {
	for _, row := range []struct {
		task string
		cut  bool
		done bool
	}{
		{"What does it cost?", false, true},
		{"What does it cost?", true, true},
		{"Find out what it costs and tell me.", true, true},
		{"Buy it.", false, false},
	} {
		is := is.New(t)
		r := with(t, func(r *agent.Run) { r.Task = row.task })
		for i, p := range []protocol.ExtractResult{at("https://a.test/", "We use cookies"), at("https://a.test/2", "It costs **5 €**"), at("https://a.test/3", "It costs 6 €")} {
			r.calls("extract", "{}")
			r.answers(p)
			r.calls("click", `{"uid":"e`+string(rune('1'+i))+`"}`)
			r.answers(protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/" + string(rune('2'+i))}}})
		}
		if row.cut {
			r.send(agent.Event{Type: agent.Faulted, ID: one[agent.Ask](r).ID, Fault: &chat.Fault{Code: chat.CodeOverflow}})
		}
		r.claims(`{"kind":"quote","value":"costs 5 €"}`, nil, at("https://a.test/4", "Thank you"))
		is.Equal(r.s.End == agent.Done, row.done) // row.task
	}
}

// A value that the run has entered is proof as long as that was all that it did. Once
// it has pressed a button, the value would stand there all the same.
func TestDone_AValueOfItsOwn(t *testing.T) {
	const street = `{"kind":"value","name":"Street","value":"Main Street 5"}`
	enter := []string{"type", `{"uid":"e1","text":"Main Street 5"}`}
	begun := func(t *testing.T, acts ...string) *harness {
		r := with(t, func(*agent.Run) {})
		r.calls("extract", "{}")
		r.answers(form("", ""))
		r.before = form("Main Street 5", "")
		for i := 0; i < len(acts); i += 2 {
			r.calls(acts[i], acts[i+1])
			switch acts[i] {
			case "extract":
				r.answers(form("Main Street 5", ""))
			case "fill_form", "check", "select_option":
				r.answers(protocol.FieldsResult{})
			case "click":
				o := protocol.OK{OK: true}
				if acts[i+1] == `{"uid":"e4"}` {
					o.Effects = &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/1"}}
				}
				r.answers(o)
			default:
				r.answers(protocol.OK{OK: true})
			}
		}
		return r
	}
	for _, row := range []struct {
		sentence string
		acts     []string
		counts   bool
	}{
		{"entered alone", enter, true},
		{"and a button pressed", append(enter, "click", `{"uid":"e3"}`), false},
		{"and Enter pressed", append(enter, "press_key", `{"key":"Enter"}`), false},
		{"filled in, and a button pressed", []string{"fill_form", `{"fields":[{"uid":"e1","value":"Main Street 5"}]}`, "click", `{"uid":"e3"}`}, false},
		{"and a box pressed", append(enter, "click", `{"uid":"e2"}`), true},
		{"and another key pressed", append(enter, "press_key", `{"key":"Tab"}`), true},
		{"a button pressed before", append([]string{"click", `{"uid":"e3"}`}, enter...), true},
		{"pressed, and the page loaded again", append(enter, "click", `{"uid":"e3"}`, "reload", "{}", "extract", "{}"), true},
		{"pressed, and the browser sent back to it", append(enter, "click", `{"uid":"e3"}`, "back", "{}", "extract", "{}"), false},
		{"pressed, and come to it by a link", append(enter, "click", `{"uid":"e3"}`, "click", `{"uid":"e4"}`, "extract", "{}"), true},
		{"pressed, and the page opened anew", append(enter, "click", `{"uid":"e3"}`, "navigate", `{"url":"https://a.test/"}`, "extract", "{}"), true},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			r := begun(t, row.acts...)
			r.claims(street, nil, form("Main Street 5", ""))
			if row.counts {
				is.New(t).Equal(r.s.End, agent.Done)
				return
			}
			r.has("entered that value yourself")
		})
	}
}
