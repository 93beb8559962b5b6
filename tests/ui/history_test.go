package ui

import (
	"fmt"
	"testing"

	"github.com/matryer/is"
)

// TestStories_Search: a task is found by words of its, in any order, without their case and accents. The
// field is there where there are many tasks.
func TestStories_Search(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "all tasks"}.query())
	for _, row := range []struct {
		query string
		found []string
	}{
		{"táble FRIDAY", []string{"r3"}},
		{"mail", []string{"r1"}},
		{"値段 航空券", []string{"r7"}},
		{"the  ten", []string{"r5"}},
		{"coffee", []string{}},
		{" ", []string{"r1", "r2", "r3", "r4", "r5", "r6", "r7"}},
	} {
		p.write("[type=search]", row.query)
		var found []string
		p.eval(`[...document.querySelectorAll("[data-run]")].map(e => e.dataset.run)`, &found)
		is.Equal(found, row.found) // by its words
		is.Equal(p.shows(`document.body.innerText.includes("No task has all of these words.")`), len(row.found) == 0)
	}
	p.open(story{"sidepanel", "all tasks, deleting"}.query())
	is.True(!p.shows(`document.querySelector("[type=search]")`)) // four are seen at once
}

// TestStories_Edit: what an ended task was told stands in the field of a new one, with its mode and its model.
func TestStories_Edit(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "done, edited"}.query())
	p.await(`document.activeElement.matches(".composer textarea")`)
	p.write(".composer textarea", "Only the postage.")
	p.press("[data-start]")
	is.Equal(p.calls(), []string{`start {"task":"Only the postage.","mode":"ask","model":"ollama/qwen3:14b","tab":7}`})
	p.open(story{"sidepanel", "done, edited"}.query())
	is.True(p.shows(`document.querySelector(".composer textarea").value.startsWith("Put the cheapest Darjeeling")`))
}

// TestStories_Bar: what a run has cost and its model can be read above it at a usual width. Where both have no
// room, the model gives way.
func TestStories_Bar(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	const bar = `document.querySelector(".runbar > .muted")`
	for _, width := range []int{400, 800} {
		p.size(width, 700, 1)
		p.open(story{"sidepanel", "working"}.query())
		p.await(bar)
		var text string
		p.eval(bar+`.innerText`, &text)
		is.Equal(text, "$0.063 · 5 steps · 15.8K tokens · claude-sonnet-4-5")
		is.True(p.shows(bar + `.scrollWidth <= ` + bar + `.clientWidth`)) // nothing is cut
	}
	p.size(320, 700, 1)
	p.open(story{"sidepanel", "long"}.query())
	p.await(bar)
	is.True(p.shows(bar + `.innerText.startsWith("$") && ` + bar + `.scrollWidth > ` + bar + `.clientWidth`))
}

// TestStories_Front: the tab in front decides which run is shown, unless the person has gone to another one
// there, or has begun to write. The title lists those that go on.
func TestStories_Front(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "working, others too"}.query())
	shown := func() (id string) {
		p.eval(`document.querySelector("[data-switch]").value`, &id)
		return id
	}
	front := func(tab int) string {
		p.run(fmt.Sprintf(`panel.front({tabId: %d, title: "", url: "https://shop.example.net/%[1]d"})`, tab))
		return shown()
	}
	is.Equal(shown(), "r1")
	var lines []string
	p.eval(`[...document.querySelector("[data-switch]").options].map(o => o.text)`, &lines)
	is.Equal(len(lines), 3) // none that has ended
	is.Equal(lines[1], "Answer the mail of the landlord: we come on Tuesday at six. · Waits for you")
	is.Equal(front(9), "r2")
	is.Equal(front(8), "r2")  // nobody works there
	is.Equal(front(13), "r2") // nobody does any more
	is.Equal(front(9), "r2")
	p.run(`(e => { e.value = "r3"; e.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("[data-switch]"))`)
	is.Equal(shown(), "r3")
	is.Equal(front(7), "r1")
	is.Equal(front(9), "r3") // as they chose there
	p.write(".composer textarea", "And a tin.")
	is.Equal(front(7), "r3")
	is.True(p.shows(`document.querySelector(".composer textarea").value === "And a tin."`))
}

// TestStories_CloseTabs: an ended run offers to close those tabs that it opened and that are still there, in the agent's window.
func TestStories_CloseTabs(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "done"}.query())
	p.await(`document.querySelector("[data-edit]")`)
	is.True(!p.shows(`document.querySelector("[data-close-tabs]")`)) // there is none
	p.open(story{"sidepanel", "done, tabs left"}.query())
	p.await(`document.querySelector("[data-close-tabs]")?.innerText === "Close its 2 tabs"`)
	p.press("[data-close-tabs]")
	is.Equal(p.calls(), []string{`closeTabs {"run":"r1"}`})
}
