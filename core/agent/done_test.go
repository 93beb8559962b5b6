package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
)

// acted is a run that has read a page and pressed something there.
func acted(t *testing.T, before protocol.ExtractResult, e *protocol.Effects) *harness {
	r := with(t, func(*agent.Run) {})
	r.calls("extract", "{}")
	r.answers(before)
	r.calls("click", click)
	r.answers(protocol.OK{OK: true, Effects: e})
	return r
}

// claims calls done, and answers what it asks for until the run ends or asks the
// model: each reading by the next of some pages, the last one again and again.
func (r *harness) claims(evidence string, downloads []protocol.DownloadInfo, pages ...protocol.ExtractResult) {
	r.t.Helper()
	r.calls("done", `{"outcome":"done","summary":"it is done","evidence":[`+evidence+`]}`)
	for range 20 {
		switch f := r.effects[0].(type) {
		case agent.Act:
			if f.Action.Kind() == protocol.KindDownloads {
				r.answers(protocol.DownloadsResult{Downloads: downloads})
				continue
			}
			r.answers(pages[0])
			if len(pages) > 1 {
				pages = pages[1:]
			}
		case agent.Wait:
			r.at = max(r.at, f.At)
			r.send(agent.Event{Type: agent.Alarm, ID: f.ID})
		default:
			return
		}
	}
	r.t.Fatal("done comes to no end")
}

func sent(list ...string) *protocol.Effects { return &protocol.Effects{Sent: list} }

func form(value, state string) protocol.ExtractResult {
	p := page("A form")
	p.Elements = []protocol.Element{{UID: "e1", Role: "textbox", Name: "Street", Value: value}, {UID: "e2", Role: "checkbox", Name: "Newsletter"}, {UID: "e3", Role: "button", Name: "Save"}, {UID: "e4", Role: "link", Name: "Ann", Href: "https://a.test/1"}}
	if state != "" {
		p.Elements[1].State = []string{state}
	}
	return p
}

func TestDone_Evidence(t *testing.T) {
	saved := page("Saved")
	saved.Elements = []protocol.Element{{UID: "e9", Role: "button", Name: "Edit invoice 12"}}
	file := []protocol.DownloadInfo{{DownloadID: "d1", State: protocol.DownloadDone, Name: "Invoice 12.pdf"}, {DownloadID: "d2", State: protocol.DownloadInterrupted, Name: "other.pdf"}}
	began := &protocol.Effects{DownloadIDs: []string{"d1", "d2"}}
	for _, row := range []struct {
		sentence      string
		evidence      string
		before, after protocol.ExtractResult
		effects       *protocol.Effects
		files         []protocol.DownloadInfo
		want          string // part of the refusal, "" for done
	}{
		{"an element that has come", `{"kind":"element","value":"edit invoice"}`, page("x"), saved, nil, nil, ""},
		{"with its role", `{"kind":"element","value":"button Edit invoice 12"}`, page("x"), saved, nil, nil, ""},
		{"an element that is not there", `{"kind":"element","value":"Cancel"}`, page("x"), saved, nil, nil, "does not hold: element \"Cancel\""},
		{"an element that was there before", `{"kind":"element","value":"edit invoice"}`, saved, saved, nil, nil, "all of this was so before"},
		{"an element that has gone", `{"kind":"no_element","value":"edit invoice"}`, saved, page("x"), nil, nil, ""},
		{"an element that has not gone", `{"kind":"no_element","value":"edit invoice"}`, saved, saved, nil, nil, "does not hold"},
		{"a field's value", `{"kind":"value","name":"Street","value":"Main Street 5"}`, form("", ""), form("Main Street 5", ""), nil, nil, ""},
		{"another value", `{"kind":"value","name":"Street","value":"Main Street"}`, form("", ""), form("Main Street 5", ""), nil, nil, "does not hold: value Street \"Main Street\""},
		{"a value without a field", `{"kind":"value","value":"Main Street"}`, form("", ""), form("Main Street", ""), nil, nil, "needs the name"},
		{"a value that was there", `{"kind":"value","name":"Street","value":"x"}`, form("x", ""), form("x", ""), nil, nil, "all of this was so before"},
		{"a box", `{"kind":"value","name":"Newsletter","value":"checked"}`, form("", ""), form("", "checked"), nil, nil, ""},
		{"a box that is empty now", `{"kind":"value","name":"Newsletter","value":"unchecked"}`, form("", "checked"), form("", ""), nil, nil, ""},
		{"a box that is not", `{"kind":"value","name":"Newsletter","value":"unchecked"}`, form("", ""), form("", "checked"), nil, nil, "does not hold"},
		{"a file", `{"kind":"download","value":"invoice 12.pdf"}`, page("x"), page("x"), began, file, ""},
		{"a file that did not arrive", `{"kind":"download","value":"other.pdf"}`, page("x"), page("x"), began, file, "does not hold: download \"other.pdf\""},
		{"a file of before", `{"kind":"download","value":"invoice 12.pdf"}`, page("x"), page("x"), nil, file, "all of this was so before"},
		{"no file", `{"kind":"download","value":"invoice"}`, page("x"), page("x"), began, nil, "does not hold"},
		{"a status, which proves nothing", `{"kind":"status","value":"ok"}`, page("x"), page("x"), sent("POST /save: 200"), nil, "evidence is of the kinds"},
		{"a server's error, whatever the page says", `{"kind":"text","value":"Saved"}`, page("x"), saved, sent("POST /save: 500"), nil, "answered what was sent with POST: 500"},
		{"a request that broke", `{"kind":"text","value":"Saved"}`, page("x"), saved, sent("POST /save: failed"), nil, "POST: failed"},
		{"a picture that is not there", `{"kind":"text","value":"Saved"}`, page("x"), saved, sent("GET /a.png: 404", "POST /save: 201"), nil, ""},
		{"a quote of what came", `{"kind":"quote","value":"Saved"}`, page("x"), saved, nil, nil, ""},
		{"a quote of what was there", `{"kind":"quote","value":"Saved"}`, saved, saved, nil, nil, "all of this was so before"},
		{"a kind that is none", `{"kind":"feeling","value":"good"}`, page("x"), saved, nil, nil, "evidence is of the kinds"},
		{"two, of which one does not hold", `{"kind":"text","value":"Saved"},{"kind":"text","value":"Paid"}`, page("x"), saved, nil, nil, "does not hold: text \"Paid\""},
		{"two, of which one is new", `{"kind":"text","value":"A form"},{"kind":"element","value":"street"}`, page("A form"), form("", ""), nil, nil, ""},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := acted(t, row.before, row.effects)
			r.claims(row.evidence, row.files, row.after)
			if row.want == "" {
				is.Equal(r.s.End, agent.Done)
				is.Equal(r.s.Summary, "it is done")
				return
			}
			is.Equal(r.s.End, agent.Status(""))
			r.has(row.want)
			strict(t, one[agent.Ask](r).Request)
		})
	}
}

// A page that shows at once what its server then refuses is looked at twice; one
// that needs its time gets it.
func TestDone_ASecondReading(t *testing.T) {
	const saved = `{"kind":"text","value":"Saved"}`
	t.Run("taken back", func(t *testing.T) {
		is := is.New(t)
		r := acted(t, page("x"), nil)
		r.claims(saved, nil, page("Saved"), page("x"))
		is.Equal(r.s.End, agent.Status(""))
		r.has("It did at first")
	})
	t.Run("late", func(t *testing.T) {
		r := acted(t, page("x"), nil)
		r.claims(saved, nil, page("Saving …"), page("Saved"))
		is.New(t).Equal(r.s.End, agent.Done)
	})
	t.Run("long after the act one reading is enough", func(t *testing.T) {
		r := acted(t, page("x"), nil)
		r.at += 10_000
		r.claims(saved, nil, page("Saved"), page("x"))
		is.New(t).Equal(r.s.End, agent.Done)
	})
	t.Run("while the page still loads", func(t *testing.T) {
		r := acted(t, page("x"), nil)
		r.at += 10_000
		loading := page("Saved")
		loading.Effects = &protocol.Effects{Unsettled: "a frame was still loading after 5 s"}
		r.claims(saved, nil, loading, page("x"))
		r.has("It did at first")
		r = acted(t, page("x"), nil)
		r.claims(saved, nil, loading) // for ever
		is.New(t).Equal(r.s.End, agent.Done)
	})
	t.Run("a restart between the readings", func(t *testing.T) {
		is := is.New(t)
		r := acted(t, page("x"), nil)
		r.calls("done", `{"outcome":"done","summary":"s","evidence":[`+saved+`]}`)
		r.answers(page("Saved"))
		is.Equal(r.s.Status(), agent.Running)
		one[agent.Wait](r)
		r.send(agent.Event{Type: agent.Restarted})
		is.Equal(one[agent.Act](r).Action.Kind(), protocol.KindExtract)
	})
	t.Run("a pause between the readings", func(t *testing.T) {
		is := is.New(t)
		r := acted(t, page("x"), nil)
		r.calls("done", `{"outcome":"done","summary":"s","evidence":[`+saved+`]}`)
		r.answers(page("Saved"))
		w := one[agent.Wait](r)
		r.send(agent.Event{Type: agent.Paused})
		r.at = w.At
		r.send(agent.Event{Type: agent.Alarm, ID: w.ID})
		is.Equal(len(r.effects), 0) // the tab is the person's
		r.send(agent.Event{Type: agent.Resumed})
		is.Equal(one[agent.Act](r).Action.Kind(), protocol.KindExtract)
	})
}

// Going somewhere to read it changes nothing: a quote is enough then.
func TestDone_AQuestion(t *testing.T) {
	is := is.New(t)
	r := with(t, func(*agent.Run) {})
	r.calls("navigate", `{"url":"https://a.test/2"}`)
	r.answers(protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/2"}}})
	r.calls("extract", "{}")
	r.answers(page("It costs 5 €"))
	r.claims(`{"kind":"quote","value":"costs 6 €"}`, nil, page("It costs 5 €"))
	r.has("does not hold")
	r.claims(`{"kind":"quote","value":"costs 5 €"}`, nil, page("It costs 5 €"))
	is.Equal(r.s.End, agent.Done)
}

// A small window goes on to the end of 60 steps on long pages.
func TestStep_ASmallWindow(t *testing.T) {
	for _, tier := range []tools.Tier{tools.Compact, tools.Full} {
		t.Run(string(tier), func(t *testing.T) { smallWindow(t, tier) })
	}
}

func smallWindow(t *testing.T, tier tools.Tier) {
	is := is.New(t)
	const window = 16_384
	r := with(t, func(r *agent.Run) {
		r.Tier = tier
		r.Task, r.Window, r.Local, r.Limits = "find the page that says treasure", window, true, budget.Limits{Steps: 60}
	})
	long := func(n int) protocol.ExtractResult {
		text := strings.Repeat("This is line after line of a long page about nothing at all, number "+strings.Repeat("x", n%7)+". ", 400)
		p := page(text + " page" + strings.Repeat("i", n))
		p.URL = "https://a.test/" + strings.Repeat("p", n)
		return p
	}
	summaries, most := 0, 0
	for step := 1; r.s.End == ""; {
		q := one[agent.Ask](r)
		tokens := budget.Request(&q.Request)
		most = max(most, tokens)
		if tokens > window-q.Request.MaxTokens {
			t.Fatalf("step %d: a request of %d tokens", step, tokens)
		}
		strict(t, q.Request)
		if q.Request.Choice == chat.ChoiceNone {
			summaries++
			r.send(agent.Event{Type: agent.Answered, ID: q.ID, Answer: &chat.Answer{Message: chat.Message{Text: "Pages up to " + strings.Repeat("p", step) + " have no treasure."}}})
			continue
		}
		is.True(strings.HasPrefix(q.Request.Messages[0].Text, "Task: find the page that says treasure"))
		if summaries > 0 {
			is.True(strings.Contains(q.Request.Messages[0].Text, "have no treasure") && strings.Contains(q.Request.Messages[0].Text, "the first note"))
		}
		switch {
		case step == 1:
			r.calls("note", `{"text":"the first note"}`)
		case step == 60:
			r.calls("done", `{"outcome":"done","summary":"none","evidence":[]}`)
		case step%2 == 0:
			r.calls("navigate", `{"url":"https://a.test/`+strings.Repeat("p", step)+`"}`)
			r.answers(protocol.OK{OK: true, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/" + strings.Repeat("p", step)}}})
		default:
			r.calls("extract", "{}")
			r.answers(long(step))
		}
		step++
	}
	is.Equal(r.s.End, agent.Done)
	is.Equal(r.s.Used.Steps, 60)
	t.Logf("%d summaries, the largest request had %d of %d tokens", summaries, most, window)
	is.True(summaries >= 3 && summaries <= 30) // neither never nor at each step
}
