package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specType: text goes into fields as the browser's own input, at the end of what is there.
func specType(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/fields.html")
	for _, c := range []struct{ name, id, text string }{
		{"Name", "name", "Ada Lovelace"}, {"Bio", "bio", "one\ntwo\n\nfour"}, {"Rich", "rich", "rich text"},
		{"Bio", "bio", "Grüße 你好 👩‍👩‍👧 é שלום"}, {"Name", "name", "にほんご"}, // what an input method commits
	} {
		run(t, c.name+" gets "+c.text, func(t *testing.T, is asserts) {
			s.js(t, `(e => e.isContentEditable ? e.textContent = '' : e.value = '')(document.getElementById('`+c.id+`'))`)
			site.Forget()
			s.do(t, "type @"+c.name+": "+c.text)
			got := site.Await(t, 1, e2e.Type("input", c.id))
			is.True(got[len(got)-1].Trusted)
			is.Equal(got[len(got)-1].Detail, c.text)
		})
	}
	s.rows(t,
		row{name: "at the end of what is there", do: "type #note: er", js: "note.value", is: "older"},
		row{name: "of a mail address", do: "type #mail: x.test", js: "mail.value", is: "ann@x.test"},
		row{name: "of a number", do: "type #count: 2", js: "count.value", is: "42"},
		row{name: "a slider takes it in the place of what is there", do: "type #volume: 70", js: "volume.value", is: "70"},
		row{name: "and what it can have only", do: "type #volume: 170", code: "invalid_action", says: "slider", js: "volume.value", is: "70"},
		row{name: "a framework-controlled input takes notice", do: "type #react: noticed", told: "state noticed"},
	)
	run(t, "a password is typed and never read back", func(t *testing.T, is asserts) {
		s.do(t, "type #secret: hunter2")
		is.Equal(site.Await(t, 1, e2e.Type("input", "secret"))[0].Detail, "hunter2")
		for _, e := range b.Extract(t, s.tab, nil).Elements {
			is.True(e.Value != "hunter2")
		}
	})
	site.Forget()
	s.rows(t,
		row{name: "refuses a read-only field", do: "type #fixed: x", code: "invalid_action"},
		row{name: "a disabled one", do: "type #shut: x", code: "invalid_action"},
		row{name: "what is no field", do: "type #button: x", code: "invalid_action"},
		row{name: "what is not there", do: "type #nothing: x", code: "element_not_found"},
	)
	settle(t, b, s.tab)
	is.New(t).Equal(len(site.Seen(e2e.Type("input", ""))), 0)
	serve(site, "/drawn-slider", `<div id=s role=slider tabindex=0 aria-label=Volume aria-valuenow=5 onkeydown="this.ariaValueNow=+this.ariaValueNow+(event.key=='ArrowRight')">…</div>`)
	s.rows(t,
		row{name: "of a slider that the page draws it says what to do", page: "/drawn-slider", do: "type #s: 7", code: "invalid_action", says: "press_key ArrowRight"},
		row{name: "in a form, too", do: "fill_form #s: 7", code: "invalid_action", says: "press_key ArrowRight"},
		row{name: "which gives it the focus", do: "click #s"},
		row{name: "and is done", do: "press_key: ArrowRight", js: "s.ariaValueNow", is: "6"},
	)
}

// specPressKey: keys come to the page as they are named. TestParseChord has their names.
func specPressKey(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/fields.html")
	for _, c := range []struct{ key, page string }{
		{"Enter", "Enter Enter 13"}, {"Space", "  Space 32"}, {"PageDown", "PageDown PageDown 34"}, {"F12", "F12 F12 123"}, {"7", "7 Digit7 55"}, {"Shift+Tab", "Shift+Tab Tab 9"},
		{"Control+Shift+ArrowLeft", "Control+Shift+ArrowLeft ArrowLeft 37"}, {"Meta+K", "Meta+k KeyK 75"}, {"K", "K KeyK 75"},
	} {
		t.Run(c.key, func(t *testing.T) {
			s.do(t, "click #name")
			site.Forget()
			s.do(t, "press_key: "+c.key)
			down := site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Type == "keydown" && h.Detail == c.page })
			is.New(t).True(len(down) == 1 && down[0].Trusted)
		})
	}
	s.do(t, "type #name: old", "press_key: Control+A")
	s.rows(t, row{name: "Control+A selects and typing replaces", do: "type #name: new", js: "document.getElementById('name').value", is: "new"})
	s.no(t, "invalid_action", "press_key: Entr")
}

// specTypeKeys: pages that take keys and heed no inserted text, or take it in ways of their own.
func specTypeKeys(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := &stage{b, site, 0}
	for _, r := range []struct {
		name, page, on, text, keys, read, holds string
		told, held                              any
		pressed                                 float64 // keys that came down
	}{
		{"a plain field gets its text at once", "keyed", "#plain", "abc", "", "plain.value", "abc", nil, nil, 0},
		{"asked for, each character is a key", "keyed", "#plain", "a B!", "keys", "plain.value", "a B!", nil, nil, 4},
		{"characters that no key has", "keyed", "#plain", "ü漢😀👩‍👧", "keys", "plain.value", "ü漢😀👩‍👧", nil, nil, 6},
		{"an editor that lets no insertion in gets keys", "keyed", "#editor", "a b", "", "editor.textContent", "a b", "text", nil, 3},
		{"and asked for", "keyed", "#editor", "a b", "keys", "editor.textContent", "a b", nil, nil, 3},
		{"what shows late is not sent twice", "keyed", "#late", "ls", "", "echo.textContent", "ls", nil, nil, 0},
		{"nor what a page draws", "painted", "#editor", "ls", "", "text", "ls", nil, `""`, 0},
		{"a form that heeds keys only gets one of no meaning", "keyed", "#title", "abc", "", "title.value + save.disabled", "abcfalse", "Shift", nil, 1},
		{"which changes nothing elsewhere", "keyed", "#code", "abc", "", "code.value + save.disabled", "abctrue", nil, nil, 1},
		{"and so does what is in no form", "keyed", "#note", "abc", "", "note.value + post.disabled", "abcfalse", "Shift", nil, 1},
		{"and a form whose dialog has the buttons", "keyed", "#json", "abc", "", "json.value + document.getElementById('import').disabled", "abcfalse", "Shift", nil, 1},
		{"and a list's filter", "keyed", "#filter", "sec", "", "filter.value + first.hidden", "sectrue", "Shift", nil, 1},
		{"boxes that pass the focus on", "keyed", "#one", "12", "keys", "one.value + two.value", "12", nil, nil, 2},
	} {
		run(t, r.name, func(t *testing.T, is asserts) {
			action := s.show(t, "/"+r.page+".html").act(t, "type "+r.on+": "+r.text)
			if r.keys != "" {
				action["keys"] = true
			}
			effects, _ := b.Get(t, action)["effects"].(map[string]any)
			is.Equal(s.js(t, r.read), r.holds)
			is.Equal([]any{effects["keys"], effects["held"]}, []any{r.told, r.held})
			if r.page == "keyed" {
				is.Equal(s.js(t, "log.filter(l => l.startsWith('keydown')).length"), r.pressed)
			}
		})
	}
	run(t, "keys are for one line, and what takes no text gets none of them", func(t *testing.T, is asserts) {
		s.show(t, "/keyed.html")
		for _, text := range []string{`a\nb`, `a\tb`, strings.Repeat("a", 1001)} {
			is.True(strings.Contains(s.no(t, "invalid_action", `type #plain {"keys":true,"text":"`+text+`"}`), "one line"))
		}
		is.Equal(s.js(t, "plain.value + log.length"), "0")
		is.True(strings.Contains(s.no(t, "invalid_action", `type #leaves: a b {"keys":true}`), "after 1 characters"))
		is.Equal(s.js(t, "log.filter(l => l.startsWith('keydown')).join()"), "keydown a")
	})
}

// specEditors: editors that pages have built. Lines are pasted, since an Enter between them may
// send the message, and nothing of them is lost silently.
func specEditors(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const lines = "one\ntwo 👍\n\nthree"
	s := &stage{b, site, 0}
	for _, r := range []struct{ name, id, kind, text, holds, says string }{
		{"one line", "model", "type", "one", "oldone", ""},
		{"lines", "model", "type", lines, "old" + lines, ""},
		{"lines in the place of what is there", "model", "fill_form", lines, lines, ""},
		{"lines where the page has no code for a paste", "plain", "type", lines, "old" + lines, ""},
		{"lines in place of others there", "plain", "fill_form", lines, lines, ""},
		{"lines in a shadow root", "inner", "type", lines, lines, ""},
		{"lines that the page takes and drops", "swallows", "type", lines, "", "shows nothing of them"},
		{"a text that is not in the document", "own", "type", "one", "one", ""},
		{"lines in it", "own", "type", lines, lines, ""},
		{"in the place of such a text", "own", "fill_form", "one", "", "Control+a"},
	} {
		run(t, r.name, func(t *testing.T, is asserts) {
			s.show(t, "/editors.html")
			site.Forget()
			got := b.Try(t, s.act(t, r.kind+" #"+r.id+": "+r.text))
			is.True(strings.Contains(got.Message, r.says))
			is.Equal(got.Code != "", r.says != "")
			is.Equal(s.js(t, `(e => e.editContext?.text ?? [...e.childNodes].map(n => n.textContent).join("\n"))(document.getElementById("`+r.id+`") ?? host.shadowRoot.firstChild)`), r.holds)
			is.Equal(len(site.Seen(e2e.Type("keydown", ""))), 0)
		})
	}
}
