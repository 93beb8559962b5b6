package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestPoint(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button onclick="n++">One</button><div style="height:3000px"></div><button onclick="m++">Two</button><script>n=0;m=0</script>`)
	a := p.extract(nil)
	for _, name := range []string{"One", "Two"} {
		pt := p.do("point", args{"uid": a.named(t, name).UID, "intent": "click"})
		is.Equal(pt.Name, name)
		is.Equal(pt.Role, "button")
		p.press(pt.X, pt.Y)
	}
	var n int
	p.page("n*10+m", &n)
	is.Equal(n, 11)
}

func TestPoint_covered(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button onclick="n++">One</button><div role=dialog aria-label="Cookies" style="position:fixed;inset:0;background:#fff">We use them</div>`)
	a := p.extract(nil)
	msg := p.fails("point", args{"uid": a.named(t, "One").UID, "intent": "click"}, "invalid_action")
	is.True(strings.Contains(msg, `dialog "Cookies"`))
}

// A core that was cut off asks whether the input of its watch has come. Its
// marks begin anew with each of its lives.
func TestOutcome(t *testing.T) {
	is := is.New(t)
	p := html(t, `<a href="mailto:ann@a.test" onclick="event.preventDefault()"><b>Write</b></a>`)
	at := p.do("point", args{"selector": "b", "intent": "click"})
	asked := args{"mark": 1, "quiet": 1, "max": 5}
	p.do("watch", args{"on": "click", "mark": 1})
	is.True(!p.do("outcome", asked).Heard)
	p.press(at.X, at.Y)
	got := p.do("outcome", asked)
	is.True(got.Heard)
	is.Equal(got.Link, "mailto:ann@a.test")
	is.True(!p.do("outcome", args{"mark": 2}).Heard)
	p.do("watch", args{"on": "click", "mark": 1})
	is.True(!p.do("outcome", asked).Heard)
}

// Asked again the engine answers the same, also where nothing has changed: a core
// that was cut off before it heard the first answer hears that the press was lost.
func TestSettled_Again(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button>Go</button><input aria-label=Name>`)
	p.do("point", args{"selector": "button", "intent": "click"})
	p.do("watch", nil)
	p.page("document.querySelector('input').focus()", nil)
	for range 2 {
		s := p.do("settled", args{"quiet": 1, "max": 5})
		is.Equal(s.DOM, 0)
		is.True(s.Lost)
		is.Equal(s.Focus, `textbox "Name"`)
	}
	p.do("watch", nil)
	is.Equal(p.do("settled", nil).Focus, "") // of the watch before
}

// The engine knows a press that the page keeps to itself from one that never came.
func TestLost(t *testing.T) {
	for name, kept := range map[string]string{"": "", "kept": `addEventListener("pointerdown",e=>e.stopImmediatePropagation(),true)`} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			p := html(t, `<script>`+kept+`</script><button>Go</button>`)
			settled := func(press bool) answer {
				at := p.do("point", args{"selector": "button", "intent": "click"})
				p.do("watch", nil)
				if press {
					p.press(at.X, at.Y)
				}
				return p.do("settled", args{"quiet": 1, "max": 5})
			}
			is.True(!settled(true).Lost)
			is.True(settled(false).Lost)
			is.True(!settled(true).Lost)
		})
	}
}

func TestReference(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button id=b>One</button><button id=c>One too</button>`)
	uid := p.extract(nil).named(t, "One").UID
	is.Equal(p.extract(nil).named(t, "One").UID, uid) // kept across extracts
	p.page("b.textContent='Other'", nil)
	p.fails("point", args{"uid": uid}, "element_stale")
	p.page("b.textContent='One'", nil)
	p.do("point", args{"uid": uid})
	p.page("b.remove()", nil)
	msg := p.fails("point", args{"uid": uid}, "element_not_found")
	is.True(strings.Contains(msg, `e1 button "One too"`))
	p.fails("point", args{"uid": "e99"}, "element_stale")
}

func TestFocus(t *testing.T) {
	is := is.New(t)
	p := html(t, `<label>Mail <input value=x></label><div contenteditable>hello</div><button>No</button>`)
	a := p.extract(nil)
	f := p.do("focus", args{"uid": a.named(t, "Mail").UID})
	is.Equal(f.Kind, "input")
	p.send("Input.insertText", map[string]any{"text": "yz"}, nil)
	var v string
	p.page("document.querySelector('input').value", &v)
	is.Equal(v, "xyz")
	is.Equal(p.do("focus", args{"selector": "[contenteditable]"}).Kind, "contenteditable")
	p.fails("focus", args{"uid": a.named(t, "No").UID}, "invalid_action")
}

func TestWait(t *testing.T) {
	p := html(t, `<div id=d></div>`)
	p.page(`setTimeout(()=>{d.innerHTML='<button style="display:none">Late</button>'},30);setTimeout(()=>{d.firstChild.style.display=''},90)`, nil)
	p.do("wait", args{"selector": "button", "ms": 5000})
	p.do("point", args{"selector": "button"})
	p.fails("wait", args{"selector": "#never", "ms": 50}, "timeout")
	p.fails("wait", args{"selector": "??", "ms": 50}, "invalid_action")
}

// TestWait_conditions says what is waited for beside an element, what is told of it, and what
// is said to be there instead where it does not come.
func TestWait_conditions(t *testing.T) {
	long := strings.Repeat("so much more ", 40)
	p := html(t, `<main><p id=d>Loading orders…</p><p>Total: <b>21</b>.00</p><p style="display:none">Not shown</p><p>The end `+long+`</p></main><button>Go</button>`)
	uid := p.extract(nil).named(t, "Go").UID
	is := is.New(t)
	p.page(`setTimeout(()=>{d.innerHTML='Your order 7 is&nbsp; <i>ready</i>'},150)`, nil)
	is.Equal(p.do("wait", args{"text": "ORDER 7 is ready", "ms": 5000}).Saw, `"Your order 7 is ready"`)
	is.Equal(p.do("wait", args{"text": "total: 21.00", "ms": 5000}).Saw, `"Total: 21.00"`)
	is.Equal(p.do("wait", args{"text": "the end", "ms": 5000}).Saw, `"the end"`) // a long line is not told
	is.Equal(p.do("wait", args{"gone": "loading", "ms": 5000}).Saw, "it shows no more")
	is.Equal(p.do("wait", args{"quiet": 100, "ms": 5000}).Saw, "nothing new for 100 ms")
	says := func(a args, want string) {
		t.Helper()
		if got := p.fails("wait", a, "timeout"); !strings.Contains(got, want) {
			t.Errorf("%q has no %q", got, want)
		}
	}
	says(args{"text": "not shown", "ms": 50}, "did not show the text after 50 ms, though it has it, hidden")
	says(args{"text": "nowhere", "ms": 50}, "did not show the text after 50 ms, and last changed")
	says(args{"gone": "order 7", "ms": 50}, `still shows it: "Your order 7 is ready"`)
	says(args{"gone": uid, "ms": 50}, "still shows it after 50 ms")
	says(args{"selector": "#never", "ms": 50}, "did not have the element after")
	says(args{"selector": "p[style]", "ms": 50}, "has the element, but did not show it")
	p.page(`setInterval(()=>d.append(document.createElement('s')),20)`, nil)
	p.page(`setTimeout(()=>{document.querySelector('button').remove()},150)`, nil)
	is.Equal(p.do("wait", args{"gone": uid, "ms": 5000}).Saw, uid+" has left the page")
	p.page(`setInterval(()=>{for(let i=0;i<5;i++)d.appendChild(document.createElement('s')).append('x')},20)`, nil)
	says(args{"quiet": 200, "ms": 400}, "was still changing, last")
}

func TestScroll(t *testing.T) {
	is := is.New(t)
	p := html(t, `<div id=s style="height:100px;overflow:auto"><div id=in style="height:900px">x</div></div><div style="height:4000px"></div>`)
	scroll := func(a args) string {
		p.do("watch", nil)
		p.do("scroll", a)
		return p.do("settled", nil).Scrolled
	}
	is.Equal(scroll(args{"direction": "down", "amount": 300}), "300 px")
	is.Equal(scroll(args{"direction": "up"}), "300 px, the end")
	is.Equal(scroll(args{"direction": "up"}), "0 px, the end")
	is.Equal(scroll(args{"direction": "down", "selector": "#in", "amount": 50}), `50 px, in generic "x" (e0)`)
	p.do("watch", nil)
	is.Equal(p.do("settled", nil).Scrolled, "")
}

func TestSettled(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button id=b onclick="setTimeout(()=>{o.textContent='done'},20);i.focus();o.textContent='busy'">Go</button><p id=o></p><input id=i aria-label=Find>`)
	a := p.extract(nil)
	p.do("watch", nil)
	s := p.do("settled", nil)
	is.Equal(s.DOM, 0)
	p.do("watch", nil)
	pt := p.do("point", args{"uid": a.named(t, "Go").UID, "intent": "click"})
	p.press(pt.X, pt.Y)
	s = p.do("settled", args{"quiet": 60, "max": 2000})
	is.True(s.DOM > 0)
	is.Equal(s.Focus, a.named(t, "Find").UID)
	is.Equal(s.Missed, false)
	var o string
	p.page("o.textContent", &o)
	is.Equal(o, "done")
}

// A field that is left for what its page makes of that has its focus back, and what it
// holds is compared with what it was given in the page: its answer has no secret.
func TestLeave(t *testing.T) {
	is := is.New(t)
	p := html(t, `<input id=a type=password onchange="n+=event.isTrusted" onblur="setTimeout(()=>{a.value='x'},10)"><button>No</button><script>n=0</script>`)
	p.do("field", args{"selector": "#a", "base": 0, "value": "secret"})
	p.send("Input.insertText", map[string]any{"text": "secret"}, nil)
	now := p.do("held", args{"selector": "#a"})
	is.Equal([]any{now.Value, now.Filled, now.Differs}, []any{"", "6 characters", false})
	p.do("leave", nil)
	now = p.do("held", args{"selector": "#a"})
	is.Equal([]any{now.Value, now.Filled, now.Differs}, []any{"", "1 character", true})
	var seen []any
	p.page("[n, document.activeElement.id]", &seen)
	is.Equal(seen, []any{1.0, "a"})
	p.page("document.querySelector('button').focus()", nil)
	p.do("leave", nil) // nothing that text goes into
	p.page("[n, document.activeElement.localName]", &seen)
	is.Equal(seen, []any{1.0, "button"})
}

// What was in motion before the act is none of its doing, and is not waited for.
func TestSettled_motion(t *testing.T) {
	p := html(t, `<p id=text>Words</p>`)
	var state string
	p.isolated(`(async () => {
		const text = document.getElementById('text'), length = 1e6
		const before = text.animate([{opacity: 0}, {opacity: 1}], length)
		before.startTime = document.timeline.currentTime - length + 490
		__bua('watch', {})
		text.append(' more')
		await __bua('settled', {quiet: 1})
		return before.playState
	})()`, &state)
	is.New(t).Equal(state, "running")
}
