package ui

import (
	"fmt"
	"testing"

	"github.com/matryer/is"
)

// holds keeps the half second in which a card's buttons are dead from passing, until
// pass() is called.
const holds = `(() => {
	const set = setTimeout, clear = clearTimeout
	const held = new Map()
	window.setTimeout = (f, ms, ...rest) => {
		if (ms !== 500) return set(f, ms, ...rest)
		const id = -1 - held.size - Math.random()
		held.set(id, f)
		return id
	}
	window.clearTimeout = id => held.delete(id) || clear(id)
	window.pass = () => [...held].forEach(([id, f]) => held.delete(id) && f())
})()`

// TestStories_Dead: no button of any card of popup and panel does anything in the half
// second after the card came, whether pointer, key or script presses it, and all do
// after it. What is pressed too early makes it no shorter.
func TestStories_Dead(t *testing.T) {
	p := newPage(t)
	var hold struct {
		Identifier string `json:"identifier"`
	}
	p.send("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": holds}, &hold)
	defer p.send("Page.removeScriptToEvaluateOnNewDocument", hold, nil)
	for _, row := range []struct {
		story
		button, field string
	}{
		{story{"popup", "asked"}, "[data-answer=once]", ""},
		{story{"popup", "asked"}, "[data-answer=site]", ""},
		{story{"popup", "asked, an act"}, "[data-answer=once]", ""},
		{story{"popup", "asked, an act"}, "[data-answer=deny]", ""},
		{story{"popup", "help"}, "[data-outcome=done]", ""},
		{story{"popup", "dialog, confirm"}, "[data-accept=true]", ""},
		{story{"popup", "dialog, confirm"}, "[data-accept=false]", ""},
		{story{"popup", "dialog, prompt"}, "[data-accept=true]", ".ask .input"},
		{story{"popup", "obstacle, captcha"}, "[data-obstacle] .button", ""},
		{story{"popup", "tasks that wait"}, "[data-need]", ""},
		{story{"popup", "stopped"}, "[data-stopped] .button", ""},
		{story{"sidepanel", "asks to send"}, "[data-answer=task]", ""},
		{story{"sidepanel", "asks to pay"}, "[data-answer=once]", ""},
		{story{"sidepanel", "asks something"}, "[data-answer=say]", ".ask textarea"},
		{story{"sidepanel", "hands over"}, "[data-outcome=declined]", ""},
		{story{"sidepanel", "hands over, in words"}, "[data-outcome=declined]", ""},
		{story{"sidepanel", "all tasks, deleting"}, "[data-sure]", ""},
	} {
		t.Run(row.String()+" "+row.button, func(t *testing.T) {
			is, p := is.New(t), p.in(t)
			p.size(400, 800, 1)
			p.open(row.query())
			p.await(fmt.Sprintf("document.querySelector(%q)", row.button))
			p.run("story.calls.length = panel.calls.length = 0")
			try := func() (calls []string) {
				p.eval(fmt.Sprintf("document.querySelector(%q).focus()", row.button), nil)
				if row.field != "" {
					p.eval(fmt.Sprintf("document.querySelector(%q).focus()", row.field), nil)
					p.send("Input.insertText", map[string]any{"text": "Loose"}, nil)
				}
				p.enter()
				p.run(fmt.Sprintf("document.querySelector(%q)?.click()", row.button))
				p.eval("[...story.calls, ...panel.calls]", &calls)
				return calls
			}
			is.Equal(len(try()), 0)
			p.pointer(row.button)
			is.Equal(len(try()), 0)
			p.run("pass()")
			p.await(`document.querySelector(".actions[aria-disabled=false]")`)
			p.pointer(row.button)
			p.await("story.calls.length + panel.calls.length === 1")
		})
	}
}

// TestStories_DeadWhereItMoves: a card that moves to where another one was, answers nothing
// of what was meant for that one; nor does one that says something else now.
func TestStories_DeadWhereItMoves(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.size(400, 800, 1)
	p.open(story{"popup", "asked, several"}.query())
	p.await(`document.querySelectorAll(".actions[aria-disabled=false]").length === 2`)
	var dead bool
	p.eval(`(() => { const button = document.querySelector("[data-answer=once]"), at = button.getBoundingClientRect();
		button.click();
		return new Promise(f => new MutationObserver((_, o) => {
			if (document.querySelectorAll(".ask").length !== 1) return;
			o.disconnect();
			document.querySelector(".ask [data-answer=deny]").click();
			f(true);
		}).observe(document, {childList: true, subtree: true})) })()`, &dead)
	var calls []string
	p.eval("story.calls", &calls)
	is.Equal(len(calls), 1) // the first one's
	p.await(`document.querySelector(".actions[aria-disabled=false]")`)
	p.pointer(".ask [data-answer=deny]")
	p.await("story.calls.length === 2")

	p.open(story{"sidepanel", "asks to send"}.query())
	p.await(`document.querySelector(".actions[aria-disabled=false]")`)
	p.eval(`(panel.tell("r1", {entry: 50, at: 0, type: "asks", question: {id: 4, text: "", sink: "send", site: "https://mail.example.com", what: "Send", leaves: "To: everybody"}}),
		new Promise(f => new MutationObserver((_, o) => {
			if (!document.querySelector(".leaves")) return;
			o.disconnect();
			document.querySelector("[data-answer=once]").click();
			f(true);
		}).observe(document, {childList: true, subtree: true})))`, &dead)
	is.Equal(len(p.calls()), 0)
	p.await(`document.querySelector(".actions[aria-disabled=false]")`)
	p.pointer("[data-answer=once]")
	p.await("panel.calls.length === 1")
}

// enter presses Enter where the focus is.
func (p *page) enter() {
	p.tb.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		p.send("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}, nil)
	}
}

// pointer presses what a selector finds with the pointer, in its middle.
func (p *page) pointer(selector string) {
	p.tb.Helper()
	var at struct{ X, Y float64 }
	p.eval(fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`, selector), &at)
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		p.send("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": map[bool]string{true: "none", false: "left"}[kind == "mouseMoved"], "clickCount": 1}, nil)
	}
}
