package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specClickWays: a click with another button, twice, or with a key held down.
func specClickWays(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/ways.html")
	const log, downs = "log.splice(0).join(' ')", "log.filter(l => /^mousedown/.test(l)).length"
	s.rows(t,
		row{name: "twice", do: `click #b {"count":2}`, js: log, is: "mousedown:b mouseup:b click:b mousedown:b2 mouseup:b2 click:b2 dblclick:b2"},
		row{name: "twice on what is called otherwise after the first click", do: `click @First {"count":2}`, fx: fx{"unsettled": nil}, js: "called.textContent", is: "First!!"},
		row{name: "the right button opens the page's menu", do: `click #menu {"button":"right"}`, fx: fx{"dom": true},
			js: "[m.hidden, log.join().includes('contextmenu:menu'), log.join().includes(',click:menu')].join()", is: "false,true,false"},
	)
	for _, on := range []string{"mousedown", "focus"} {
		s.js(t, "cell('"+on+"', becomes)")
		s.rows(t, row{name: "what the press itself makes something else of, on " + on, do: "click @Part 3", js: "[...part.children].map(c => c.value) + " + downs, is: "Part-31"})
	}
	for _, on := range []string{"pointerdown", "mousedown", "focus"} {
		s.js(t, "cell('"+on+"', covers)")
		s.rows(t, row{name: "what the press itself puts over its element, on " + on, do: "click @Part 3", js: "(cover.style.display = 'none', " + downs + ")", is: 1.0})
	}
	run(t, "the second press never goes to something else", func(t *testing.T, is asserts) {
		s.js(t, log)
		is.True(strings.Contains(s.do(t, `click #trap {"count":2}`)["unsettled"].(string), "second was kept from it"))
		is.True(!strings.Contains(s.js(t, log).(string), "cover"))
	})
	s.js(t, "(cover.style.display='none',window.kept=new Promise(r=>addEventListener('contextmenu',e=>setTimeout(()=>r(e.defaultPrevented)),{once:true})),0)")
	s.rows(t, row{name: "the right button never opens the browser's", do: `click #b {"button":"right"}`, js: "String(await kept) + (log.length = 0)", is: "true0"})
	s.rows(t,
		row{name: "nothing is in the way of the next", do: "click #b", js: log, is: "mousedown:b mouseup:b click:b"},
		row{name: "with a key", do: `click #b {"modifier":"Control"}`, js: log, is: "mousedown:b+ctrl mouseup:b+ctrl click:b+ctrl"},
		row{name: "on a box", do: `click #c {"modifier":"Shift"}`, js: "c.checked", is: true},
		row{name: "Control on a link opens a tab", do: `click #a {"modifier":"Control"}`, fx: fx{"tabs": true}, js: "location.search", is: ""},
		row{name: "Shift no window", do: `click #a {"modifier":"Shift"}`, fx: fx{"tabs": nil}, js: "log.join().includes('click:a+shift')", is: true},
	)
	others := 0
	for _, row := range b.Get(t, map[string]any{"type": "get_tabs"})["tabs"].([]any) {
		if strings.HasSuffix(row.(map[string]any)["url"].(string), "?other") {
			others++
		}
	}
	is.New(t).Equal(others, 1) // the one of Control
	for _, more := range []string{`{"count":3}`, `{"count":0}`, `{"button":"middle"}`, `{"modifier":"Ctrl"}`} {
		s.no(t, "invalid_action", "click #b "+more)
	}
}
