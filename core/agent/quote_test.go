package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
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
	r := acted(t, page("x"), nil, 0)
	r.claims(`{"kind":"text","value":"Saved"}`, nil, page("x"))
	r.has("does not hold: text Saved")
	r.claims(`{"kind":"quote","value":"Saved"}`, nil, page("x"))
	r.has("does not hold: quote Saved")
}

// What a page has shown and taken back is no proof, though the model has read it.
func TestDone_AQuoteThatWasTakenBack(t *testing.T) {
	is := is.New(t)
	r := acted(t, at("https://a.test/", "x"), &protocol.Effects{Announced: "Saved"}, 0)
	r.calls("extract", "{}")
	r.answers(at("https://a.test/", "Saved"))
	r.claims(`{"kind":"quote","value":"Saved"}`, nil, at("https://a.test/", "x"))
	is.Equal(r.s.End, agent.Status(""))
	r.has("all of this was so before")
}

// A quote of another page, which a press has led to, still is one.
func TestDone_AQuoteOfAnotherPage(t *testing.T) {
	r := acted(t, at("https://a.test/", "x"), &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/2"}}, 0)
	r.calls("extract", "{}")
	r.answers(at("https://a.test/2", "It costs 5 €"))
	r.calls("click", click)
	r.answers(protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/3"}}})
	r.claims(`{"kind":"quote","value":"costs 5 €"}`, nil, at("https://a.test/3", "It costs 6 €"))
	is.New(t).Equal(r.s.End, agent.Done)
}

// A value that the run has entered is proof as long as that was all that it did. Once
// it has pressed a button, the value would stand there all the same.
func TestDone_AValueOfItsOwn(t *testing.T) {
	const street = `{"kind":"value","name":"Street","value":"Main Street 5"}`
	enter := []string{"type", `{"uid":"e1","text":"Main Street 5"}`}
	begun := func(t *testing.T, acts ...string) *rig {
		r := with(t, func(*agent.Run) {})
		r.calls("extract", "{}")
		r.answers(form("", ""))
		for i := 0; i < len(acts); i += 2 {
			r.calls(acts[i], acts[i+1])
			switch acts[i] {
			case "extract":
				r.answers(form("Main Street 5", ""))
			case "fill_form", "check", "select_option":
				r.answers(protocol.FieldsResult{})
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
		{"pressed, and the page loaded again", append(enter, "click", `{"uid":"e3"}`, "reload", "{}", "extract", "{}"), false},
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
