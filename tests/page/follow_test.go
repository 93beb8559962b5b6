package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// What an input caused is told when the page's listeners have run, unless the
// browser does something after them: then the core asks.
func TestWatch_Tells(t *testing.T) {
	for _, c := range []struct {
		name, html string
		// tells: the engine promised it; told: it did. A page may break the promise.
		tells, told bool
	}{
		{"a plain element", `<p id=t>Text</p>`, true, true},
		{"a button that sends nothing", `<button type=button id=t>Go</button>`, true, true},
		{"a link whose click the page prevents", `<a id=t href="#x" onclick="event.preventDefault()">Go</a>`, false, true},
		{"a button that may send a form", `<form onsubmit="return false"><button id=t>Send</button></form>`, false, false},
		{"a button that opens a popover", `<button type=button id=t popovertarget=o>Open</button><p id=o popover>x</p>`, false, false},
		{"a link", `<a id=t href="#x">Go</a>`, false, false},
		{"what is in a link", `<a href="#x"><b id=t>Go</b></a>`, false, false},
		{"a link in a drawing", `<svg width=99 height=99><a href="#x"><rect id=t width=99 height=99 /></a></svg>`, false, false},
		{"a box to tick", `<input type=checkbox id=t>`, false, false},
		{"a label", `<label id=t>Name <input></label>`, false, false},
		{"what unfolds", `<details><summary id=t>More</summary>Text</details>`, false, false},
		{"an element that may have a closed shadow root", `<x-go id=t>Go</x-go>`, false, false},
		{"a click that the page keeps to itself", `<p id=t onclick="event.stopPropagation()">Text</p>`, true, false},
		{"what a listener that came last prevents", `<a id=t href="#x" onmousedown="addEventListener('click',e=>e.preventDefault())">Go</a>`, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			p := html(t, c.html)
			p.isolated(`{globalThis.word="";globalThis.__buaTold=text=>word=text;0}`, nil)
			pt := p.do("point", args{"selector": "#t", "intent": "click"})
			p.do("watch", args{"on": "click", "mark": 7, "quiet": 1, "max": 50})
			p.press(pt.X, pt.Y)
			p.isolated(`(async()=>{for(let i=0;i<5;i++)await new Promise(requestAnimationFrame)})()`, nil)
			var word string
			p.isolated(`word`, &word)
			is.Equal(pt.Tells, c.tells)
			is.Equal(strings.HasPrefix(word, `{"mark":7,"ok":{`), c.told)
			is.Equal(p.do("settled", nil).Missed, false)
		})
	}
}

// Asked again, settled answers the same; what an earlier watch saw is not told
// in the name of the present one.
func TestWatch_Again(t *testing.T) {
	is := is.New(t)
	p := html(t, `<p id=t onclick="n.textContent='changed'">Text</p><p id=n></p>`)
	p.isolated(`{globalThis.words=[];globalThis.__buaTold=text=>words.push(text);0}`, nil)
	pt := p.do("point", args{"selector": "#t", "intent": "click"})
	p.do("watch", args{"on": "click", "mark": 1, "quiet": 500, "max": 5000})
	p.press(pt.X, pt.Y)
	p.do("watch", args{"on": "click", "mark": 2, "quiet": 1, "max": 5000})
	p.press(pt.X, pt.Y)
	first := p.do("settled", nil)
	is.Equal(p.do("settled", nil).DOM, first.DOM)
	var words string
	p.isolated(`words.join()`, &words)
	is.True(!strings.Contains(words, `"mark":1`))
	is.True(strings.Contains(words, `"mark":2`))
}
