package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specAnnounced: what a page tells the person in a message is told to the agent with the
// action that brought it, for it may be gone a moment later, and stands in what is read while
// it is there.
func specAnnounced(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/messages.html")
	read := func() string { return b.Extract(t, s.tab, nil).Markdown }
	s.rows(t, row{name: "an alert", do: "click @Save", fx: fx{"announced": "Error: the name is taken"}, says: `the page says "Error: the name is taken"`})
	is.True(strings.Contains(read(), "Error:"))          // though an overlay
	is.True(!strings.Contains(read(), "We use cookies")) // which others are not
	s.rows(t,
		row{name: "one in the page", do: "click @Check", fx: fx{"announced": "Name is required"}},
		row{name: "one that says what it said", do: "click @Again", fx: fx{"announced": nil}},
		row{name: "a text that is no message", do: "click @Quiet", fx: fx{"announced": nil}},
		row{name: "one for nobody", do: "click @Hidden", fx: fx{"announced": nil}},
		row{name: "not what a large part holds since long ago", do: "click @Switch", fx: fx{"announced": "Copied"}},
	)
	is.True(!strings.Contains(read(), "Ann Lee"))
	s.rows(t, row{name: "what comes when the action has been answered", do: "click @Later", fx: fx{"announced": nil}})
	s.do(t, "wait_for #gone")
	s.rows(t,
		row{name: "is told of with the next one, though it is gone", do: "extract", fx: fx{"announced": "Sent to Ann"}},
		row{name: "once", do: "extract", none: true},
		row{name: "a card that opens", do: "click @Card"},
	)
	is.True(strings.Contains(read(), "Ann Lee"))
}

// specConsole: what the page and its frames have written is told, the last of it, and again.
func specConsole(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/blank.html")
	s.js(t, `(console.log('plain', 1, {a: 1}), console.debug('fine'), console.warn('careful'), console.error('bad'),
		setTimeout(() => { throw new Error('thrown late') }), await new Promise(r => setTimeout(r, 50)))`)
	read := func(line, member string) (all []any) {
		for _, row := range b.Get(t, s.act(t, line))["entries"].([]any) {
			all = append(all, row.(map[string]any)[member])
		}
		return all
	}
	is.Equal(read("console", "level"), []any{"info", "debug", "warning", "error", "error"})
	is.Equal(read("console", "text"), []any{"plain 1 Object", "fine", "careful", "bad", "Error: thrown late"})
	is.Equal(read(`console {"level":"error"}`, "text"), []any{"bad", "Error: thrown late"})
	s.js(t, `Array.from({length: 120}, (_, i) => console.log('n' + i)).length`)
	texts := read("console", "text")
	is.Equal(len(texts), 50)
	is.Equal(texts[49], "n119")
	s = &stage{b, site, 0}
	loaded(t, b, s.show(t, site.On("a.test", "/frames.html")).tab)
	is.Equal(read("console", "frame"), []any{nil, nil, site.On("c.test", "")}) // two of the page's process
}

// specSteps: one call does several actions and tells once what they have changed, each of them
// under the gate.
func specSteps(t *testing.T, b *e2e.Product, site *e2e.Site) {
	serve(site, "/orders", `<title>Orders</title><h1>Orders</h1><label>Name <input id=name></label><button id=add onclick="list.insertAdjacentHTML('beforeend','<li>'+document.getElementById('name').value+'</li>')">Add</button>
		<ul id=list><li>Ann</li><li>Bob</li><li>Cid</li></ul><button id=turn onclick="list.append(list.firstElementChild)">Turn</button><a id=away href="/away">Away</a><button id=load onclick="const l=document.createElement('p');l.append('Loading…');list.before(l);setTimeout(()=>{l.remove();list.insertAdjacentHTML('beforeend','<li>Eve</li>')},300)">Load</button><button id=ask onclick="confirm('Sure?')">Ask</button>`)
	serve(site, "/away", `<title>Away</title><h1>Elsewhere</h1>`)
	serve(site, "/later", `<title>Later</title><div id=root></div><script>setTimeout(()=>root.textContent='Drawn',500)</script>`)
	serve(site, "/never", `<title>Never</title><p>Loading…</p>`)
	is := is.New(t)
	url := site.On("a.test", "/orders")
	// reading is what a call with one action reads.
	reading := func(action map[string]any, read string) map[string]any {
		return b.Call(t, map[string]any{"action": action, "read": read}).Result["read"].(map[string]any)
	}
	opened := b.Call(t, map[string]any{"action": map[string]any{"type": "open_tab", "url": url}, "read": "page"}).Result
	is.True(strings.Contains(opened["read"].(map[string]any)["markdown"].(string), "# Orders"))
	s := &stage{b, site, int(opened["tabId"].(float64))}
	is.Equal(reading(s.act(t, "click #turn"), "changes")["markdown"], "> - Ann")
	is.Equal(reading(s.act(t, "click #load"), "changes")["markdown"], "+ - Eve") // what came in the place of "Loading…", which it waited for
	for _, c := range []struct {
		name             string
		lines            []string
		done             int // steps, of which one that failed is the last
		stopped, changed string
	}{
		{"all", []string{"type #name: Dan", "click #add"}, 2, "", "+ - Dan"},
		{"until one fails", []string{"click #add", "click #none", "click #add"}, 2, "it failed", ""},
		{"until one leaves", []string{"click #away", "click #add"}, 1, "it led to another page", "# Elsewhere"},
		{"until one asks", []string{"navigate: " + url, "click #ask", "click #add"}, 2, "a dialog waits for an answer", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var actions []any
			for _, line := range c.lines {
				actions = append(actions, s.act(t, line))
			}
			got := b.Call(t, map[string]any{"actions": actions, "read": "changes"}).Result
			stopped, _ := got["stopped"].(string)
			read, _ := got["read"].(map[string]any)
			markdown, _ := read["markdown"].(string)
			is.Equal(len(got["steps"].([]any)), c.done)
			is.Equal(stopped, c.stopped)
			is.True(c.changed == "" || markdown == c.changed)
		})
	}
	s.do(t, "dialog: dismiss")
	is.Equal(reading(s.act(t, "navigate: "+site.On("a.test", "/later")), "page")["markdown"], "Drawn")
	is.Equal(reading(s.act(t, "navigate: "+site.On("a.test", "/never")), "page")["effects"], map[string]any{"unsettled": "the page was still loading after 2000 ms: a text in it says so"})
	b.Block(t, "a.test") // the reading is refused as any other
	defer b.Block(t)
	b.AwaitEnd(t, s.tab)
	refused := b.Call(t, map[string]any{"actions": []any{s.act(t, "click #add"), s.act(t, "click #add")}, "read": "page"}).Result
	is.Equal(len(refused["steps"].([]any)), 1)
	is.Equal(refused["read"], nil)
	is.Equal(refused["stopped"], "it failed")
}
