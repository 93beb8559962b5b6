package debugger_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

func sel(s string) protocol.Target { return protocol.Target{Selector: s} }

func TestHover(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<button id=b onmouseenter="this.textContent='over'">go</button>`)})
	b.goTo("/")
	fx := b.ok(protocol.Hover{Target: sel("#b")})
	b.True(fx != nil && fx.DOM)
	moves := b.seen("mousemove")
	b.Equal(len(moves), 1)
	b.True(moves[0].Trusted && moves[0].On == "b")
	b.Equal(len(b.seen("mousedown", "click")), 0)
}

func TestType(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<input id=i value=old><textarea id=t></textarea><div id=c contenteditable></div>
<input id=d type=date onchange="seen.push({kind:'change'})"><input id=x type=checkbox><input id=r readonly>`)})
	b.goTo("/")
	for _, row := range []struct{ name, on, text, read, want string }{
		{"an input keeps what it held", "#i", "new ü 漢字 👩‍👧", "document.querySelector('#i').value", `"oldnew ü 漢字 👩‍👧"`},
		{"a textarea takes lines", "#t", "one\ntwo", "document.querySelector('#t').value", `"one\ntwo"`},
		{"an editable region", "#c", "hello", "document.querySelector('#c').textContent", `"hello"`},
		{"a date field", "#d", "2026-01-31", "document.querySelector('#d').value", `"2026-01-31"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			before, lines := len(b.seen("input")), strings.Count(row.text, "\n")
			b.ok(protocol.Type{Target: sel(row.on), Text: row.text})
			b.Equal(b.eval(row.read), row.want)
			b.Equal(len(b.seen("input")), before+1+2*lines) // each line and each break is one
		})
	}
	for _, e := range b.seen("input")[:3] {
		b.True(e.Trusted)
	}
	b.Equal(len(b.seen("keydown", "keypress", "keyup")), 0)
	b.refused(protocol.Type{Target: sel("#d"), Text: "31 January"}, protocol.CodeInvalidAction)
	b.refused(protocol.Type{Target: sel("#x"), Text: "x"}, protocol.CodeInvalidAction)
	b.refused(protocol.Type{Target: sel("#r"), Text: "x"}, protocol.CodeInvalidAction)
	b.refused(protocol.Type{Target: sel("#none"), Text: "x"}, protocol.CodeElementNotFound)
}

func TestPressKey(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":     html(`<form action=/sent><input id=i value="some text"></form>`),
		"/sent": html("sent"),
	})
	b.goTo("/")
	b.ok(protocol.Click{Target: sel("#i")})
	for _, row := range []struct{ key, downs, mods, value string }{
		{"End", "End", "", "some text"},
		{"a", "a", "", "some texta"},
		{"Shift+b", "Shift B", "SS", "some textaB"},
		{"Backspace", "Backspace", "", "some texta"},
		{"Control+A", "Control a", "CC", "some texta"},
		{"x", "x", "", "x"},
		{"Shift+1", "Shift !", "SS", "x!"},
		{"é", "é", "", "x!é"},
		{"Plus", "+", "", "x!é+"},
		{"Control+Shift+ArrowLeft", "Control Shift ArrowLeft", "CCSCS", "x!é+"},
		{"Delete", "Delete", "", "x!é"},
	} {
		t.Run(row.key, func(t *testing.T) {
			b.eval("seen.length=0")
			b.ok(protocol.PressKey{Key: row.key})
			var downs, mods []string
			for _, e := range b.seen("keydown") {
				b.True(e.Trusted)
				downs, mods = append(downs, e.Key), append(mods, e.Mods)
			}
			b.Equal(strings.Join(downs, " "), row.downs)
			b.Equal(strings.Join(mods, ""), row.mods)
			b.Equal(len(b.seen("keyup")), len(downs))
			b.Equal(b.eval("i.value"), `"`+row.value+`"`)
		})
	}
	fx := b.ok(protocol.PressKey{Key: "Enter"})
	b.True(strings.HasPrefix(fx.Navigated.URL, b.url+"/sent"))
	msg := b.refused(protocol.PressKey{Key: "Entr"}, protocol.CodeInvalidAction)
	b.True(strings.Contains(msg, "Enter"))
}

func TestScroll(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<div id=box style="height:100px;overflow:auto"><div id=in style="height:900px">x</div></div><div style="height:5000px"></div>`)})
	b.goTo("/")
	b.ok(protocol.Scroll{Direction: protocol.ScrollDown, Amount: 300})
	b.Equal(b.eval("scrollY"), "300")
	b.ok(protocol.Scroll{Direction: protocol.ScrollUp, Amount: 100})
	b.Equal(b.eval("scrollY"), "200")
	b.ok(protocol.Scroll{Direction: protocol.ScrollDown, Amount: 50, Target: sel("#in")})
	b.Equal(b.eval("box.scrollTop"), "50")
	for _, e := range b.seen("scroll") {
		b.True(e.Trusted)
	}
	b.refused(protocol.Scroll{Direction: protocol.ScrollDown, Target: sel("#none")}, protocol.CodeElementNotFound)
}

func TestWaitFor(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":    html(`<script>setTimeout(()=>{location="/two"},100)</script>`),
		"/two": html(`<script>setTimeout(()=>document.body.insertAdjacentHTML("beforeend","<p id=late>late</p>"),100)</script>`),
	})
	b.goTo("/")
	b.ok(protocol.WaitFor{Target: sel("#late"), TimeoutMS: 8000}) // across documents
	b.refused(protocol.WaitFor{Target: sel("#never"), TimeoutMS: 200}, protocol.CodeTimeout)
	b.refused(protocol.WaitFor{Target: protocol.Target{UID: "e99"}, TimeoutMS: 200}, protocol.CodeElementStale)
}

func TestUIDs(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<button id=b onclick="n.textContent='1'">go</button><p id=n>0</p>`)})
	b.goTo("/")
	res, err := b.run(protocol.Extract{})
	b.NoErr(err)
	x := res.(protocol.ExtractResult)
	b.Equal(len(x.Elements), 1)
	b.Equal(x.Elements[0].UID, "e0")
	b.Equal(b.base, 1)
	b.restart() // a worker restart keeps the references
	b.ok(protocol.Click{Target: protocol.Target{UID: "e0"}})
	b.Equal(b.eval("n.textContent"), `"1"`)
	b.goTo("/")
	b.refused(protocol.Click{Target: protocol.Target{UID: "e0"}}, protocol.CodeElementStale)
	res, err = b.run(protocol.Extract{})
	b.NoErr(err)
	b.Equal(res.(protocol.ExtractResult).Elements[0].UID, "e1") // never given twice
	b.refused(protocol.Extract{Selector: "#none"}, protocol.CodeElementNotFound)
}
