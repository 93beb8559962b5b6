package actions_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/pdfs"
)

func TestClipboard(t *testing.T) { onEach(t, specClipboard) }

const persons = "canary of the person's"

// specClipboard: what the person has copied comes to no page by a key of the
// agent's, the agent overwrites none of it, and has a clipboard of its own.
func specClipboard(t *testing.T, b *e2e.Product, site *e2e.Site) {
	person := personsKeys(t, b, site)
	person(`f.value = `+string(quoted(persons))+`; f.select()`, "c", "KeyC", 67)
	held := func() string {
		return person(`f.value = ''; f.focus()`, "v", "KeyV", 86)
	}
	if got := held(); got != persons {
		t.Fatalf("the person's clipboard holds %q", got)
	}

	site.Mux.HandleFunc("/held.pdf", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		_, _ = w.Write(pdfs.Of("Hello").Bytes())
	})
	site.Mux.HandleFunc("/held-keys.html", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, heldKeys) })
	tab := b.Open(t, site.URL("/fields.html"))
	on := func(kind string, more map[string]any) e2e.Answer {
		t.Helper()
		action := map[string]any{"type": kind, "tabId": tab}
		for k, v := range more {
			action[k] = v
		}
		return b.Try(t, action)
	}
	ask := func(t *testing.T, expression string) any {
		t.Helper()
		return b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": expression})["value"]
	}
	ask(t, `window.pasted = []; for (const type of ["paste", "copy", "cut"]) addEventListener(type, e => pasted.push(type + (e.isTrusted ? "!" : "") + e.clipboardData.getData("text/plain")), true);
		addEventListener("keydown", e => { if (window.selfish) e.stopImmediatePropagation() }, true)`)

	pastes := []string{"Control+v", "Control+V", "Control+Shift+v", "Shift+Insert", "Meta+v", "Meta+Shift+v", "Ctrl+V", "Cmd+V", "Control+Alt+v", "Shift+Control+Insert"}
	fields := []string{"#name", "#bio", "#rich"}
	chosen := size.Pairs(2, 2, len(fields), len(pastes)) // copied before, the page keeps keys, where, by which
	paste := func(copied, selfish int) {
		for i, field := range fields {
			on("click", map[string]any{"selector": field})
			for k, key := range pastes {
				if size.All() || chosen(copied, selfish, i, k) {
					on("press_key", map[string]any{"key": key})
				}
			}
		}
	}
	for n, selfish := range []string{"false", "true"} {
		t.Run("what the person copied is not pasted, the page keeps keys to itself: "+selfish, func(t *testing.T) {
			is := is.New(t)
			ask(t, "window.selfish = "+selfish)
			paste(0, n)
			is.Equal(ask(t, `return [document.getElementById("name").value, bio.value, rich.textContent, ...pasted].join("|")`), "||")
			is.Equal(ask(t, `return [document.execCommand("paste"), await navigator.clipboard.readText().catch(e => e.name)].join()`), "false,NotAllowedError") // nor by a script
			ask(t, "window.selfish = false")
		})
	}
	t.Run("a page with a clipboard of its own gets its keys", func(t *testing.T) {
		is := is.New(t)
		ask(t, `window.keeps = e => { if (e.ctrlKey && (e.key === "x" || e.key === "v")) { e.preventDefault(); pasted.push(e.key) } }; addEventListener("keydown", keeps)`)
		on("click", map[string]any{"selector": "body"})
		for _, key := range []string{"Control+x", "Control+v"} {
			is.Equal(on("press_key", map[string]any{"key": key}).Message, "")
		}
		is.Equal(ask(t, `removeEventListener("keydown", keeps); return pasted.splice(0).join()`), "x,v")
	})
	t.Run("and one that knows its keys by their numbers", func(t *testing.T) {
		is := is.New(t)
		ask(t, `window.keeps = e => { if (e.ctrlKey && (e.keyCode === 88 || e.which === 86)) { e.preventDefault(); pasted.push(e.keyCode) } }; addEventListener("keydown", keeps)`)
		for _, key := range []string{"Control+x", "Control+v"} {
			is.Equal(on("press_key", map[string]any{"key": key}).Message, "")
		}
		is.Equal(ask(t, `removeEventListener("keydown", keeps); return pasted.splice(0).join()`), "88,86")
	})
	t.Run("a first paste says what to do", func(t *testing.T) {
		is.New(t).True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "press_key", "key": "Control+v", "tabId": tab}), "copied nothing yet"))
	})

	for _, row := range []struct{ name, from, to, copy, paste, read string }{
		{"from an input to a textarea", "#name", "#bio", "Control+c", "Control+v", `bio.value`},
		{"from a textarea to an editable element", "#bio", "#rich", "Control+Insert", "Shift+Insert", `rich.textContent`},
		{"from an editable element to an input", "#rich", "#react", "Meta+c", "Meta+v", `react.value`},
		{"to what a framework controls", "#name", "#react", "Control+c", "Control+Shift+v", `state`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			on("fill_form", map[string]any{"fields": []any{map[string]any{"selector": row.from, "value": row.name}}})
			on("fill_form", map[string]any{"fields": []any{map[string]any{"selector": row.to, "value": ""}}})
			on("click", map[string]any{"selector": row.from})
			on("press_key", map[string]any{"key": "Control+a"})
			is.Equal(on("press_key", map[string]any{"key": row.copy}).Message, "")
			is.Equal(ask(t, `return pasted.splice(0).join()`), "copy")
			on("click", map[string]any{"selector": row.to})
			site.Forget()
			is.Equal(on("press_key", map[string]any{"key": row.paste}).Message, "")
			is.Equal(ask(t, `return `+row.read), row.name)
			is.Equal(ask(t, `return pasted.splice(0).join()`), "paste"+row.name)
			down := site.Await(t, 1, func(h e2e.PageEvent) bool {
				return h.Type == "keydown" && h.Trusted && !strings.Contains(h.Detail, "Left")
			})
			is.True(down[0].Trusted) // the key itself comes to the page
		})
	}
	t.Run("cut takes it out", func(t *testing.T) {
		is := is.New(t)
		on("fill_form", map[string]any{"fields": []any{map[string]any{"selector": "#name", "value": "cut"}}})
		for _, key := range []string{"Control+a", "Control+x"} {
			is.Equal(on("press_key", map[string]any{"key": key}).Message, "")
		}
		is.Equal(ask(t, `return document.getElementById("name").value`), "")
		for _, key := range []string{"Control+v", "Control+v"} {
			is.Equal(on("press_key", map[string]any{"key": key}).Message, "")
		}
		is.Equal(ask(t, `return document.getElementById("name").value`), "cutcut")
	})
	t.Run("a secret is not copied", func(t *testing.T) {
		is := is.New(t)
		on("type", map[string]any{"selector": "#secret", "text": "hidden"})
		on("press_key", map[string]any{"key": "Control+a"})
		is.True(strings.Contains(on("press_key", map[string]any{"key": "Control+c"}).Message, "not copied"))
	})
	t.Run("nor is the person's what is pasted after that", func(t *testing.T) {
		is := is.New(t)
		for n, selfish := range []string{"true", "false"} {
			ask(t, "window.selfish = "+selfish)
			paste(1, 1-n)
		}
		all := ask(t, `return [document.getElementById("name").value, bio.value, rich.textContent, ...pasted].join("|")`).(string)
		is.True(strings.Contains(all, "cut"))
		is.True(!strings.Contains(all, "canary") && !strings.Contains(all, "!")) // neither the person's nor a paste of the browser's
	})
	t.Run("a page that deals with the key itself", func(t *testing.T) {
		is := is.New(t)
		on("click", map[string]any{"selector": "#bio"})
		ask(t, `bio.value = ""; pasted.length = 0; bio.onkeydown = e => e.preventDefault()`)
		is.Equal(on("press_key", map[string]any{"key": "Control+v"}).Message, "")
		is.Equal(ask(t, `return bio.value + pasted`), "")
	})
	t.Run("another tab, an editor of the page's own", func(t *testing.T) {
		is := is.New(t)
		tab = b.Open(t, site.URL("/editors.html"))
		on("click", map[string]any{"selector": "#model"})
		is.Equal(on("press_key", map[string]any{"key": "Control+v"}).Message, "")
		is.Equal(ask(t, `return model.textContent`), "oldcut")
		on("click", map[string]any{"selector": "#own"})
		is.Equal(on("press_key", map[string]any{"key": "Control+v"}).Message, "")
		is.Equal(ask(t, `return own.editContext.text`), "cut")
	})
	t.Run("wherever the focus is, and wherever the page moves it", func(t *testing.T) {
		is := is.New(t)
		tab = b.Open(t, site.URL("/held-keys.html"))
		copies, cuts := []string{"Control+c", "Control+Insert"}, []string{"Control+x", "Shift+Delete"}
		for n, at := range []string{"#number", "#fixed", "#choice", "#plain", "#press", "#moves", "#inward", "#inner", "#design", "#doc"} {
			on("click", map[string]any{"selector": at})
			keys := slices.Concat([]string{"Control+a"}, copies, cuts, pastes)
			if !size.All() { // each of the four everywhere, and each key somewhere
				keys = []string{"Control+a", copies[n%2], cuts[n%2], pastes[n%len(pastes)]}
			}
			for _, key := range keys {
				on("press_key", map[string]any{"key": key})
			}
		}
		is.Equal(ask(t, `const all = [document.documentElement.innerHTML, ...[...document.querySelectorAll("input")].map(i => i.value),
			...[...document.querySelectorAll("iframe")].map(f => f.contentDocument.body.innerHTML), ...got].join();
			return [all.includes("canary"), got.some(g => g.includes("!")), got.includes("keydown 86"), got.includes("keydown 67")].join()`), "false,false,true,true")
	})
	t.Run("a frame of another site", func(t *testing.T) {
		is := is.New(t)
		tab = b.Open(t, site.URL("/fields.html"))
		on("fill_form", map[string]any{"fields": []any{map[string]any{"selector": "#name", "value": "cut"}}})
		on("click", map[string]any{"selector": "#name"})
		on("press_key", map[string]any{"key": "Control+a"})
		on("press_key", map[string]any{"key": "Control+c"})
		tab = b.Open(t, site.On("a.test", "/around.html?b"))
		framesOf(t, b, tab, "b.test")
		uid := b.Extract(t, tab, nil).UID(t, "textbox", "Field")
		is.Equal(on("click", map[string]any{"uid": uid}).Message, "")
		site.Forget()
		is.Equal(on("press_key", map[string]any{"key": "Control+v"}).Message, "")
		is.Equal(site.Await(t, 1, e2e.Type("input", "field"))[0].Detail, "cut")
	})
	if got := held(); got != persons {
		t.Errorf("the agent has left %q in the person's clipboard", got)
	}
}

// heldKeys is a page with all that can have the focus. Two of its fields move
// the focus when a key comes.
const heldKeys = `<input id=number type=number><input id=fixed readonly value=fixed><select id=choice><option>one<option>two</select>
<div id=plain contenteditable=plaintext-only>plain</div><button id=press>press</button><input id=moves><input id=goal><input id=inward>
<iframe id=inner srcdoc="<body contenteditable>inner"></iframe><iframe id=design srcdoc="<body>design"></iframe><embed id=doc src=/held.pdf width=300 height=200>
<script>
const got = []
const listen = d => {
  for (const kind of ["paste", "copy", "cut"]) d.addEventListener(kind, e => got.push(kind + (e.isTrusted ? "!" : "") + e.clipboardData.getData("text/plain")), true)
  d.addEventListener("keydown", e => got.push("keydown " + e.keyCode), true)
}
listen(document)
for (const f of document.querySelectorAll("iframe")) f.onload = () => listen(f.contentDocument)
design.addEventListener("load", () => design.contentDocument.designMode = "on")
moves.onkeydown = () => goal.focus()
inward.onkeydown = () => inner.contentWindow.focus()
</script>`

func quoted(s string) []byte {
	data, _ := json.Marshal(s)
	return data
}

// personsKeys opens a page in a tab of the person's and returns what presses a
// key with Control there, after a script; it answers what its field then holds.
func personsKeys(t *testing.T, b *e2e.Product, site *e2e.Site) func(script, key, code string, virtual int) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	at := site.URL("/blank.html?person")
	session, _, err := b.CDP.NewPage(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	run := func(script string) (value string) {
		t.Helper()
		if err := b.CDP.Eval(ctx, session, script, &value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	send := func(method string, params any) {
		t.Helper()
		if err := b.CDP.Send(ctx, session, method, params, nil); err != nil {
			t.Fatal(err)
		}
	}
	send("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true})
	e2e.Await(t, "it is so", func() bool {
		var there string // a document that goes away answers with an error
		return b.CDP.Eval(ctx, session, `document.readyState === "complete" ? location.href : ""`, &there) == nil && there == at
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
