package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// keyed are pages that take keys and heed no inserted text, or take it in ways
// of their own. log has the keys that came.
const keyed = `<title>keyed</title>
	<div id=editor contenteditable role=textbox aria-label=Editor></div>
	<div id=late contenteditable role=textbox aria-label=Late></div><p id=echo></p>
	<form><input id=title aria-label=Title><input id=code aria-label=Code><button id=save type=button disabled>Save</button></form>
	<p><textarea id=note aria-label=Note></textarea><button id=post type=button disabled>Post</button></p>
	<form><input id=plain aria-label=Plain><button type=button>Send</button></form>
	<input id=one maxlength=1 aria-label=One><input id=two maxlength=1 aria-label=Two>
	<div role=dialog><form><textarea id=json aria-label=JSON></textarea></form><button id=import disabled>Import</button></div>
	<input id=filter type=search aria-label=Filter><ul><li id=first>first</li><li>second</li></ul>
	<input id=leaves aria-label=Leaves><button id=other>Other</button>
	<script>
	const log = []
	for (const kind of ['keydown', 'keypress', 'keyup']) addEventListener(kind, e => log.push(kind + ' ' + e.key), true)
	editor.addEventListener('beforeinput', e => e.preventDefault())
	editor.addEventListener('keypress', e => { e.preventDefault(); editor.append(e.key) })
	// One that takes the text and shows it when a server has answered.
	late.addEventListener('beforeinput', e => { e.preventDefault(); setTimeout(() => { echo.textContent += e.data }, 120) })
	title.addEventListener('keyup', () => { save.disabled = !title.value })
	note.addEventListener('keydown', () => { post.disabled = !note.value })
	json.addEventListener('keyup', () => { document.getElementById('import').disabled = !json.value })
	filter.addEventListener('keyup', () => { first.hidden = !!filter.value })
	one.addEventListener('input', () => two.focus())
	leaves.addEventListener('input', () => other.focus())
	</script>`

// painted is an editor whose text is nowhere in the document.
const painted = `<title>painted</title><canvas></canvas><div id=editor contenteditable role=textbox aria-label=Editor></div>
	<script>let text = ''; editor.addEventListener('beforeinput', e => { e.preventDefault(); text += e.data })</script>`

func specTypeKeys(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/keyed", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, keyed) })
	site.Mux.HandleFunc("/painted", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, painted) })
	show := showing(b)
	for _, row := range []struct {
		name, page, on, text string
		keys                 bool
		read, holds          string
		told, held           any
		pressed              int // keys that came down
	}{
		{"a plain field gets its text at once", "/keyed", "#plain", "abc", false, "plain.value", "abc", nil, nil, 0},
		{"asked for, each character is a key", "/keyed", "#plain", "a B!", true, "plain.value", "a B!", nil, nil, 4},
		{"characters that no key has", "/keyed", "#plain", "ü漢😀👩‍👧", true, "plain.value", "ü漢😀👩‍👧", nil, nil, 6},
		{"an editor that lets no insertion in gets keys", "/keyed", "#editor", "a b", false, "editor.textContent", "a b", "text", nil, 3},
		{"and asked for", "/keyed", "#editor", "a b", true, "editor.textContent", "a b", nil, nil, 3},
		{"what shows late is not sent twice", "/keyed", "#late", "ls", false, "echo.textContent", "ls", nil, nil, 0},
		{"nor what a page draws", "/painted", "#editor", "ls", false, "text", "ls", nil, `""`, 0},
		{"a form that heeds keys only gets one of no meaning", "/keyed", "#title", "abc", false, "title.value + save.disabled", "abcfalse", "Shift", nil, 1},
		{"which changes nothing elsewhere", "/keyed", "#code", "abc", false, "code.value + save.disabled", "abctrue", nil, nil, 1},
		{"and so does what is in no form", "/keyed", "#note", "abc", false, "note.value + post.disabled", "abcfalse", "Shift", nil, 1},
		{"and a form whose dialog has the buttons", "/keyed", "#json", "abc", false, "json.value + document.getElementById('import').disabled", "abcfalse", "Shift", nil, 1},
		{"and a list's filter", "/keyed", "#filter", "sec", false, "filter.value + first.hidden", "sectrue", "Shift", nil, 1},
		{"boxes that pass the focus on", "/keyed", "#one", "12", true, "one.value + two.value", "12", nil, nil, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := show(t, site.URL(row.page))
			action := map[string]any{"type": "type", "selector": row.on, "text": row.text, "tabId": tab}
			if row.keys {
				action["keys"] = true
			}
			fx, _ := b.Get(t, action)["effects"].(map[string]any)
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return " + row.read})["value"], row.holds)
			is.Equal(fx["keys"], row.told)
			is.Equal(fx["held"], row.held)
			if row.page == "/keyed" {
				is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return log.filter(l => l.startsWith('keydown')).length"})["value"], float64(row.pressed))
			}
		})
	}

	t.Run("keys are for one line, and for no secret", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/keyed"))
		for _, text := range []string{"a\nb", "a\tb", strings.Repeat("a", 1001)} {
			is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "type", "selector": "#plain", "text": text, "keys": true, "tabId": tab}), "one line"))
		}
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return plain.value + log.length"})["value"], "0")
	})

	t.Run("what takes no text gets none of them", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/keyed"))
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "type", "selector": "#leaves", "text": "a b", "keys": true, "tabId": tab}), "after 1 characters"))
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return log.filter(l => l.startsWith('keydown')).join()"})["value"], "keydown a")
	})
}
