package actions_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/pdfs"
)

const persons = "canary of the person's"

// specClipboard: what the person has copied comes to no page by a key of the
// agent's, the agent overwrites none of it, and has a clipboard of its own.
func specClipboard(t *testing.T, b *e2e.Product, site *e2e.Site) {
	person := personsKeys(t, b, site)
	quoted, _ := json.Marshal(persons)
	person(`f.value = `+string(quoted)+`; f.select()`, "c", "KeyC", 67)
	holds := func() {
		t.Helper()
		if got := person(`f.value = ''; f.focus()`, "v", "KeyV", 86); got != persons {
			t.Fatalf("the person's clipboard holds %q", got)
		}
	}
	holds()
	site.Mux.HandleFunc("/held.pdf", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		_, _ = w.Write(pdfs.Of("Hello").Bytes())
	})
	s := (&stage{b, site, 0}).show(t, "/fields.html")
	try := func(t *testing.T, lines ...string) (message string) { // whether they succeed or not
		for _, line := range lines {
			message = b.Try(t, s.act(t, line)).Message
		}
		return message
	}
	keys := func(t *testing.T, keys ...string) {
		for _, key := range keys {
			try(t, "press_key: "+key)
		}
	}
	// must presses keys, none of which may be refused.
	must := func(t *testing.T, keys ...string) {
		t.Helper()
		for _, key := range keys {
			s.do(t, "press_key: "+key)
		}
	}
	const pasted = "pasted.splice(0).join()"
	s.js(t, `(window.pasted = [], ["paste", "copy", "cut"].map(type => addEventListener(type, e => pasted.push(type + (e.isTrusted ? "!" : "") + e.clipboardData.getData("text/plain")), true)),
		addEventListener("keydown", e => { if (window.selfish) e.stopImmediatePropagation() }, true), 0)`)
	pastes := []string{"Control+v", "Control+V", "Control+Shift+v", "Shift+Insert", "Meta+v", "Meta+Shift+v", "Ctrl+V", "Cmd+V", "Control+Alt+v", "Shift+Control+Insert"}
	fields := []string{"#name", "#bio", "#rich"}
	chosen := size.Pairs(2, 2, len(fields), len(pastes)) // copied before, the page keeps keys, where, by which
	paste := func(t *testing.T, copied int) (all string) {
		for selfish, is := range []string{"false", "true"} {
			s.js(t, "(window.selfish = "+is+")")
			for i, field := range fields {
				try(t, "click "+field)
				for k, key := range pastes {
					if size.All() || chosen(copied, selfish, i, k) {
						keys(t, key)
					}
				}
			}
		}
		return s.js(t, `(window.selfish = false, [document.getElementById("name").value, bio.value, rich.textContent, ...pasted].join("|"))`).(string)
	}
	run(t, "what the person copied is not pasted, nor read by a script", func(t *testing.T, is asserts) {
		is.Equal(paste(t, 0), "||")
		is.Equal(s.js(t, `[document.execCommand("paste"), await navigator.clipboard.readText().catch(e => e.name)].join()`), "false,NotAllowedError")
	})
	try(t, "click body")
	for name, heeds := range map[string]string{"their names": `e.key === "x" || e.key === "v"`, "their numbers": `e.keyCode === 88 || e.which === 86`} {
		t.Run("a page with a clipboard of its own gets its keys, by "+name, func(t *testing.T) {
			s.js(t, `(window.keeps = e => { if (e.ctrlKey && (`+heeds+`)) { e.preventDefault(); pasted.push(e.keyCode) } }, addEventListener("keydown", keeps), 0)`)
			must(t, "Control+x", "Control+v")
			is.New(t).Equal(s.js(t, `(removeEventListener("keydown", keeps), `+pasted+`)`), "88,86")
		})
	}
	s.rows(t, row{name: "a first paste says what to do", do: "press_key: Control+v", code: "invalid_action", says: "copied nothing yet"})
	for _, r := range []struct{ name, from, to, copy, paste, read string }{
		{"from an input to a textarea", "#name", "#bio", "Control+c", "Control+v", `bio.value`},
		{"from a textarea to an editable element", "#bio", "#rich", "Control+Insert", "Shift+Insert", `rich.textContent`},
		{"from an editable element to an input", "#rich", "#react", "Meta+c", "Meta+v", `react.value`},
		{"to what a framework controls", "#name", "#react", "Control+c", "Control+Shift+v", `state`},
	} {
		run(t, r.name, func(t *testing.T, is asserts) {
			b.Get(t, s.fill(r.to, "", r.from, r.name))
			s.do(t, "click "+r.from)
			must(t, "Control+a", r.copy)
			is.Equal(s.js(t, pasted), "copy")
			s.do(t, "click "+r.to)
			site.Forget()
			must(t, r.paste)
			is.Equal(s.js(t, r.read), r.name)
			is.Equal(s.js(t, pasted), "paste"+r.name)
			site.Await(t, 1, func(h e2e.PageEvent) bool { // the key itself comes to the page
				return h.Type == "keydown" && h.Trusted && !strings.Contains(h.Detail, "Left")
			})
		})
	}
	run(t, "cut takes it out", func(t *testing.T, is asserts) {
		b.Get(t, s.fill("#name", "cut"))
		must(t, "Control+a", "Control+x")
		is.Equal(s.js(t, `document.getElementById("name").value`), "")
		must(t, "Control+v", "Control+v")
		is.Equal(s.js(t, `document.getElementById("name").value`), "cutcut")
	})
	run(t, "a secret is not copied, nor is the person's pasted after that", func(t *testing.T, is asserts) {
		s.do(t, "type #secret: hidden", "press_key: Control+a")
		is.True(strings.Contains(try(t, "press_key: Control+c"), "not copied"))
		all := paste(t, 1)
		is.True(strings.Contains(all, "cut"))
		is.True(!strings.Contains(all, "canary") && !strings.Contains(all, "!")) // neither the person's nor a paste of the browser's
	})
	s.do(t, "click #bio") // whose page deals with the key itself
	s.js(t, `(bio.value = "", pasted.length = 0, bio.onkeydown = e => e.preventDefault(), 0)`)
	s.rows(t, row{name: "a page that deals with the key itself", do: "press_key: Control+v", js: "bio.value + pasted", is: ""})
	t.Run("another tab, an editor of the page's own", func(t *testing.T) {
		s = (&stage{b, site, 0}).show(t, "/editors.html")
		for id, read := range map[string]string{"model": "model.textContent", "own": "own.editContext.text"} {
			s.do(t, "click #"+id)
			must(t, "Control+v")
			is.New(t).Equal(s.js(t, read), map[string]string{"model": "oldcut", "own": "cut"}[id])
		}
	})
	t.Run("wherever the focus is, and wherever the page moves it", func(t *testing.T) {
		s = (&stage{b, site, 0}).show(t, "/heldkeys.html")
		copies, cuts := []string{"Control+c", "Control+Insert"}, []string{"Control+x", "Shift+Delete"}
		for n, at := range []string{"#number", "#fixed", "#choice", "#plain", "#press", "#moves", "#inward", "#inner", "#design", "#doc"} {
			try(t, "click "+at)
			if size.All() {
				keys(t, slices.Concat([]string{"Control+a"}, copies, cuts, pastes)...)
			} else { // each of the four everywhere, and each key somewhere
				keys(t, "Control+a", copies[n%2], cuts[n%2], pastes[n%len(pastes)])
			}
		}
		is.New(t).Equal(s.js(t, `(all => [all.includes("canary"), got.some(g => g.includes("!")), got.includes("keydown 86"), got.includes("keydown 67")].join())(
			[document.documentElement.innerHTML, ...[...document.querySelectorAll("input")].map(i => i.value),
			...[...document.querySelectorAll("iframe")].map(f => f.contentDocument.body.innerHTML), ...got].join())`), "false,false,true,true")
	})
	t.Run("a frame of another site", func(t *testing.T) {
		s = (&stage{b, site, 0}).show(t, "/fields.html")
		b.Get(t, s.fill("#name", "cut"))
		must(t, "Control+a", "Control+c")
		s.show(t, site.On("a.test", "/around.html?b"))
		framesOf(t, b, s.tab, "b.test")
		s.do(t, "click @Field")
		site.Forget()
		must(t, "Control+v")
		is.New(t).Equal(site.Await(t, 1, e2e.Type("input", "field"))[0].Detail, "cut")
	})
	holds()
}

// personsKeys opens a page in a tab of the person's and returns what presses a
// key with Control there, after a script; it answers what its field then holds.
func personsKeys(t *testing.T, b *e2e.Product, site *e2e.Site) func(script, key, code string, virtual int) string {
	t.Helper()
	at := site.URL("/blank.html?person")
	session, _, err := b.CDP.NewPage(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	f := found{b: b, session: session}
	run := func(script string) (value string) {
		t.Helper()
		if err := b.CDP.Eval(t.Context(), session, script, &value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	send := func(method string, params any) {
		t.Helper()
		if err := f.send(t, method, params, nil); err != nil {
			t.Fatal(err)
		}
	}
	send("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true})
	e2e.Await(t, "the page is there", func() bool {
		var there string // a document that goes away answers with an error
		return b.CDP.Eval(t.Context(), session, `document.readyState === "complete" ? location.href : ""`, &there) == nil && there == at
	})
	run(`(() => { globalThis.f = document.createElement('textarea'); document.body.append(f); return '' })()`)
	return func(script, key, code string, virtual int) string {
		t.Helper()
		run(`f.focus();` + script + `;''`)
		for _, kind := range []string{"rawKeyDown", "keyUp"} {
			send("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": code, "windowsVirtualKeyCode": virtual, "modifiers": 2})
		}
		return run(`f.value`)
	}
}
