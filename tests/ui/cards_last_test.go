package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// card is one kind of what the panel asks the person.
type card struct {
	name string
	// site and path are where its run begins, task is what it is told.
	site, path, task string
	// shows finds the card, says is what it says, and waits is whether the run does.
	shows, says string
	waits       bool
	// answer presses it, effect is what the run says then.
	answer func(*page)
	effect string
	// dies is what the run says where the card cannot outlive an interruption.
	dies map[string]string
	// elsewhere are the interruptions that other tests have: TestAlone, TestAlone_Browser
	// and TestPanel those of approvals, TestAsked all others.
	elsewhere string
}

var cards = []card{
	{name: "a question", site: "words.test", path: "/inbox.html", task: "Ask me which tea.", shows: "[data-answer=say]", says: "Which tea do you want?", waits: true,
		answer: func(p *page) { p.write(".ask textarea", "Green"); p.press("[data-answer=say]") }, effect: "You said Green, once."},
	{name: "an approval", site: "till", task: "Show me my order.", shows: ".approval [data-answer=once]", says: "Pay or order: press “Place order”", waits: true,
		answer: func(p *page) { p.press(".approval [data-answer=once]") }, effect: "I pressed Place order.", elsewhere: "panel worker browser"},
	{name: "a hand-over", site: "login.test", path: "/inbox.html", task: "Let me log in.", shows: "[data-outcome=declined]", says: "Please log in here.", waits: true,
		answer: func(p *page) { p.press("[data-outcome=done]") }, effect: "You have logged in, once."},
	{name: "a site", site: "words.test", path: "/inbox.html", task: "Go elsewhere.", shows: "[aria-labelledby=asks] [data-answer=once]", says: "may it work here?",
		answer: func(p *page) { p.press("[aria-labelledby=asks] [data-answer=once]") }, effect: "I am there.", elsewhere: "worker"},
	{name: "a dialog", site: "dialog.test", path: "/ask.html", task: "Press Name.", shows: "[data-accept=true]", says: "What is it called?",
		answer: func(p *page) { p.write(".ask .input", "Letters"); p.press("[data-accept=true]") }, effect: "It says: prompt Letters.",
		dies: map[string]string{"worker": "It says: prompt null.", "browser": "It says: nothing."}},
	{name: "an obstacle", site: "wall.test", path: "/wall.html", task: "Get past the wall.", shows: "[data-obstacle=captcha]", says: "Your agent cannot go on here",
		answer: func(p *page) { p.press("[data-obstacle] .button") }, effect: "I am past it.",
		dies: map[string]string{"browser": "I am past it."}, elsewhere: "worker"},
}

// TestCards_Last: each kind of card is the same after the panel was closed, the worker killed,
// the backend or the browser started again, and its answer does what it says, once. What dies
// with the worker or the browser is shown no more, and the run goes on without it.
func TestCards_Last(t *testing.T) {
	w := newCardStage(t)
	for _, how := range []struct {
		name string
		do   func(*page) *page
	}{
		{"panel", func(p *page) *page { p.run("setTimeout(() => close(), 100)"); return w.panel() }},
		{"worker", func(p *page) *page { w.browser.EndWorker(t); return p }},
		{"backend", func(p *page) *page { w.restart(); return p }},
		{"browser", func(*page) *page { w.browser.Restart(t); return w.panel() }},
	} {
		t.Run(how.name, func(t *testing.T) {
			var list []*asking
			for _, c := range cards {
				if !strings.Contains(c.elsewhere, how.name) {
					list = append(list, w.begin(t, c, how.name))
				}
			}
			p := w.panel()
			for _, a := range list {
				p.card(a)
			}
			p = how.do(p)
			for _, a := range list {
				t.Run(a.card.name, func(t *testing.T) {
					is, p, before := is.New(t), p.in(t), w.placed.Load()
					gone, effect := fmt.Sprintf("!document.querySelector(%q)", a.card.shows), a.card.effect
					if instead, dies := a.card.dies[how.name]; dies {
						effect = instead
						p.shown(a)
						p.await(gone)
					} else {
						p.card(a)
						a.card.answer(p)
					}
					a.goesOn()
					p.says(effect)
					p.await(gone)
					if a.card.site == "till" {
						is.Equal(w.placed.Load(), before+1)
					}
				})
			}
		})
	}
}

// shown has the panel show a run.
func (p *page) shown(a *asking) {
	p.tb.Helper()
	p.press("[data-runs]")
	p.press(fmt.Sprintf("[data-run=%q]", a.run))
	p.says(a.task)
}

// card has the panel show what a run asks.
func (p *page) card(a *asking) {
	p.tb.Helper()
	p.shown(a)
	p.says(a.card.says)
	p.await(fmt.Sprintf("document.querySelector(%q)", a.card.shows))
	if a.card.waits {
		p.says("Waits for you")
	}
}
