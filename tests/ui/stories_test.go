package ui

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
)

// TestStories_Look: axe-core finds nothing in any state, in light and dark, and nothing is
// wider than its page, at any size, at 200 % zoom, from right to left, and with the longest
// language. The default suite asks axe-core about the page in that language, which it has
// drawn for the rest, and about every other state in the dark.
func TestStories_Look(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join(root, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	const longest = "de"
	lang := "en"
	if !size.All() {
		lang = longest
	}
	p := newPage(t)
	all := p.stories()
	p.open(all[0].query("lang", lang))
	p.run(string(axe))
	for i, s := range all {
		t.Run(s.String(), func(t *testing.T) {
			p := p.in(t)
			p.size(map[string]int{"popup": 380, "options": 1120, "sidepanel": 400}[s.page], 800, 1)
			p.show(s.query("lang", lang))
			for n, theme := range []string{"light", "dark"} {
				t.Run("accessible, "+theme, func(t *testing.T) {
					if n != i%2 {
						size.LeaveToAll(t, size.Pair)
					}
					p.in(t).accessible(theme)
				})
			}
			t.Run("fits", func(t *testing.T) {
				p := p.in(t)
				if lang != longest {
					p.show(s.query("lang", longest))
				}
				p.fits(s)
			})
		})
	}
}

// accessible asks axe-core, which runs in the page, for what it finds in a theme.
func (p *page) accessible(theme string) {
	p.tb.Helper()
	var found []struct {
		ID, Help string
		Nodes    []struct{ HTML, FailureSummary string }
	}
	p.eval(fmt.Sprintf(`(document.documentElement.style.colorScheme = %q, axe.run(document, {resultTypes: ["violations"]})).then(r => r.violations.map(v => ({ID: v.id, Help: v.help,
		Nodes: v.nodes.map(n => ({HTML: n.html, FailureSummary: n.failureSummary}))})))`, theme), &found)
	for _, v := range found {
		for _, n := range v.Nodes {
			p.tb.Errorf("%s: %s\n%.300s\n%s", v.ID, v.Help, n.HTML, n.FailureSummary)
		}
	}
}

// fits looks for what sticks out of a page.
func (p *page) fits(s story) {
	p.tb.Helper()
	widths := []int{380}
	if s.page == "options" {
		widths = []int{1120, 560, 320} // 560 is 1120 at 200 %, 320 at 400 % of a laptop's
	}
	if s.page == "sidepanel" {
		widths = []int{320, 400, 800}
	}
	for _, width := range widths {
		for _, dir := range []string{"ltr", "rtl"} {
			p.size(width, 600, 1)
			var wide []string
			p.eval(fmt.Sprintf(`(document.documentElement.dir = %q, [...document.querySelectorAll("body, body *")]).filter(e => !e.closest(".wide, .options nav, .unseen, svg, .ellipsis > *")
				&& (e.getBoundingClientRect().right > %d + 0.5 || e.getBoundingClientRect().left < -0.5)).map(e => e.outerHTML.slice(0, 200))`, dir, width), &wide)
			if len(wide) > 0 {
				p.tb.Errorf("at %d px, %s, %d elements stick out, first:\n%s", width, dir, len(wide), wide[0])
			}
		}
	}
}

// TestStories_Keyboard: every control is reached with Tab, and what has the
// focus shows it.
func TestStories_Keyboard(t *testing.T) {
	p := newPage(t)
	for _, s := range []story{{"popup", "working"}, {"popup", "help"}, {"options", "pair"}, {"options", "blocklist"}, {"options", "log"}, {"sidepanel", "new task"}, {"sidepanel", "done"}, {"sidepanel", "asks something"}, {"sidepanel", "all tasks"}, {"sidepanel", "models"}} {
		t.Run(s.String(), func(t *testing.T) {
			is := is.New(t)
			p := p.in(t)
			p.open(s.query())
			var controls int
			p.eval(`document.querySelectorAll("a[href], button:not(:disabled), input, select, summary, [tabindex='0']").length
				- document.querySelectorAll("details:not([open]) :is(input, [tabindex='0'])").length
				- document.querySelectorAll("input[type=radio]:not(:checked)").length // a group is one stop`, &controls)
			seen := map[string]bool{}
			for range controls {
				for _, kind := range []string{"rawKeyDown", "keyUp"} {
					p.send("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}, nil)
				}
				var focus struct {
					Path    string
					Visible bool
				}
				p.eval(`(() => { const e = document.activeElement; const ring = x => x && getComputedStyle(x).outlineStyle !== "none";
					const path = []; for (let n = e; n.parentElement; n = n.parentElement) path.push([...n.parentElement.children].indexOf(n));
					return {Path: path.join("."), Visible: ring(e) || ring(e.closest("label"))} })()`, &focus)
				is.True(focus.Visible)     // the focus can be seen
				is.True(!seen[focus.Path]) // Tab goes on to another control
				is.True(focus.Path != "")  // and never to nothing
				seen[focus.Path] = true
			}
			is.Equal(len(seen), controls)
		})
	}
}

// TestStories_Hostile: what a page writes is text, wherever it stands. The
// fixture has every hostile string in every place that a page can fill.
func TestStories_Hostile(t *testing.T) {
	p := newPage(t)
	p.open(url.Values{})
	var n int
	p.eval("window.hostile", &n)
	if n < 50 {
		t.Fatalf("only %d hostile strings", n)
	}
	for _, at := range []string{"popup", "options#connection", "options#blocklist", "options#log"} {
		page, hash, _ := strings.Cut(at, "#")
		p.open(url.Values{"page": {page}, "xss": {"1"}})
		p.eval(fmt.Sprintf("new Promise(f => { location.hash = %q; setTimeout(f, 200) })", hash), nil)
		var got struct {
			Ran     bool
			Strange int
			Text    string
		}
		p.eval(`({Ran: "ran" in window, Text: document.body.textContent,
			Strange: document.querySelectorAll("#root :is(script, iframe, object, embed, base, meta, link, style, template, video, audio, marquee, math, img:not(.avatar img), a[href^='javascript' i])").length})`, &got)
		if got.Ran || got.Strange > 0 {
			t.Errorf("%s: ran %v, %d elements that nobody wrote", at, got.Ran, got.Strange)
		}
		if !strings.Contains(got.Text, "<script>window.ran=1</script>") {
			t.Errorf("%s does not show the strings at all: %.300q", at, got.Text)
		}
	}
}

// TestStories_HostileModel: what a model, a page or an adapter says in a run is text in
// the panel. None of it is a control, and what looks like one is not to be pressed.
func TestStories_HostileModel(t *testing.T) {
	p := newPage(t)
	p.open(url.Values{})
	var n int
	p.eval("window.spoofs", &n)
	if n < 200 {
		t.Fatalf("only %d hostile strings", n)
	}
	for part := 0; part*60 < n; part++ {
		p.open(url.Values{"page": {"sidepanel"}, "xss": {"1"}, "story": {fmt.Sprint(part)}})
		p.await(`document.querySelectorAll("li.is-says").length > 10`)
		var got struct {
			Ran              bool
			Strange, Spoofed []string
			Says             int
		}
		p.eval(`(() => {
			const own = e => e.closest(".composer, .runbar, header, .strip, .asks, .notice") || e.matches("summary");
			const inside = [...document.querySelectorAll(".items *")];
			return {Ran: "ran" in window, Says: document.querySelectorAll("li.is-says").length,
				Strange: [...document.querySelectorAll("#root :is(script, iframe, object, embed, base, meta, link, style, template, video, audio, marquee, math, img, a)")].map(e => e.outerHTML.slice(0, 120)),
				Spoofed: inside.filter(e => !own(e) && (e.matches("button, input, select, textarea, form, dialog, [role=button], [role=alert], [data-answer], .button, .asks") || e.onclick || [...e.attributes].some(a => a.name.startsWith("on")))).map(e => e.outerHTML.slice(0, 120))}
		})()`, &got)
		if got.Ran || len(got.Strange) > 0 || len(got.Spoofed) > 0 {
			t.Errorf("part %d: ran %v, elements that nobody wrote %q, controls of theirs %q", part, got.Ran, got.Strange, got.Spoofed)
		}
	}
}

// TestStories_Approval: what is pressed is asked for once, and money each time.
func TestStories_Approval(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "working"}.query())
	p.eval(`(() => {
		const q = {id: 9, text: "Pay?", sink: "pay", site: "https://shop.example.net", what: "Buy now", single: true};
		panel.tell("r1", {entry: 50, at: 0, type: "asks", question: q}, {entry: 50, at: 0, type: "status", status: "waiting_person"});
	})()`, nil)
	p.press("[data-answer=once]")
	is.Equal(p.calls(), []string{`decide {"run":"r1","question":9,"yes":true,"once":true}`})
	var offered bool
	p.eval(`!!document.querySelector("[data-answer=task]")`, &offered)
	is.True(!offered) // money is asked about each time
}

// TestStories_Acts: an act tells where it was when that is another site than before, and
// what its answer cost when it is unfolded.
func TestStories_Acts(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "working"}.query())
	p.await(`document.querySelectorAll(".step").length === 5`)
	var lines, more []string
	p.eval(`[...document.querySelectorAll(".step summary")].map(e => e.innerText.replace(/\s+/g, " "))`, &lines)
	p.eval(`[...document.querySelectorAll(".step")].map(e => (e.open = true, e.querySelector("p").innerText))`, &more)
	is.Equal(lines[0], "Read the page shop.example.net")
	is.Equal(lines[1], "Clicked Sort by price")
	is.Equal(more[1], "shop.example.net · 3.2K tokens · 1 sec")
	is.Equal(more[4], "3.2K tokens") // under way
}

// TestStories_StopKey: one key stops a run, and nothing is asked back.
func TestStories_StopKey(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "working"}.query())
	p.await(`document.querySelector("[data-stop]")`)
	p.send("Input.dispatchKeyEvent", map[string]any{"type": "rawKeyDown", "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27}, nil)
	var calls []string
	p.eval("panel.calls", &calls)
	is.Equal(calls, []string{`stop {"run":"r1"}`})
}

// TestStories_StopKeyAtOnce: the key stops from the moment in which its button is there.
func TestStories_StopKeyAtOnce(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	var once struct {
		Identifier string `json:"identifier"`
	}
	p.send("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `new MutationObserver((_, o) => {
		if (!document.querySelector("[data-stop]")) return
		o.disconnect()
		dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }))
	}).observe(document, { childList: true, subtree: true })`}, &once)
	p.open(story{"sidepanel", "working"}.query())
	p.send("Page.removeScriptToEvaluateOnNewDocument", once, nil)
	p.await(`document.querySelector("[data-stop]")`)
	var calls []string
	p.eval("panel.calls", &calls)
	is.Equal(calls, []string{`stop {"run":"r1"}`})
}

// TestStories_StopAll: the button does it without asking, and says so.
func TestStories_StopAll(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"popup", "working"}.query())
	p.eval(`document.querySelector(".button.stop").click()`, nil)
	p.await(`document.body.innerText.includes("Stopped 3 sessions.")`)
	var calls []string
	p.eval("story.calls", &calls)
	is.Equal(calls, []string{"stopAll"})
}

// TestLocales: every language has every message of the English file, with its
// places for numbers and names.
func TestLocales(t *testing.T) {
	type message struct{ Message, Description string }
	read := func(lang string) (m map[string]message) {
		data, err := os.ReadFile(filepath.Join(root, "_locales", lang, "messages.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatalf("%s: %v", lang, err)
		}
		return m
	}
	en := read("en")
	langs, err := os.ReadDir(filepath.Join(root, "_locales"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range langs {
		m := read(d.Name())
		same := 0
		for key, want := range en {
			got, ok := m[key]
			if !ok || got.Message == "" {
				t.Errorf("%s has no message %s", d.Name(), key)
				continue
			}
			for _, place := range []string{"$1", "$2"} {
				// "One tab" needs no number.
				if strings.Contains(want.Message, place) != strings.Contains(got.Message, place) && !strings.HasSuffix(key, "_one") {
					t.Errorf("%s: %s has not the places of %q: %q", d.Name(), key, want.Message, got.Message)
				}
			}
			if got.Message == want.Message {
				same++
			}
		}
		for key := range m {
			if _, ok := en[key]; !ok {
				t.Errorf("%s has a message that English has not: %s", d.Name(), key)
			}
		}
		if len([]rune(m["extensionDescription"].Message)) > 132 {
			t.Errorf("%s: the description is longer than the 132 characters that the store takes", d.Name())
		}
		if d.Name() != "en" && same > len(en)/10 {
			t.Errorf("%s: %d of %d messages are the English ones", d.Name(), same, len(en))
		}
		if want := strings.ReplaceAll(d.Name(), "_", "-"); m["language"].Message != want {
			t.Errorf("%s: language is %q, not %q", d.Name(), m["language"].Message, want)
		}
	}
}

// TestLocales_Used: no message is dead.
func TestLocales_Used(t *testing.T) {
	var code strings.Builder
	for _, room := range []string{"popup", "options", "sidepanel", "contracts", "services", "ui", "serviceworker", "page"} {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, d os.DirEntry, err error) error {
			if err == nil && (strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".tsx")) {
				text, err := os.ReadFile(path)
				code.Write(text)
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(root, "_locales", "en", "messages.json"))
	if err != nil {
		t.Fatal(err)
	}
	var en map[string]any
	if err := json.Unmarshal(data, &en); err != nil {
		t.Fatal(err)
	}
	for key := range en {
		base := strings.TrimSuffix(strings.TrimSuffix(key, "_one"), "_other")
		if !strings.Contains(code.String(), `"`+key+`"`) && !strings.Contains(code.String(), `"`+base+`"`) && !strings.Contains(code.String(), " "+key+" as ") && key != "extensionDescription" {
			t.Errorf("nothing shows the message %s", key)
		}
	}
}
