package debugger_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

func TestClick(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":    html(`<button id=b onclick="this.textContent='done'">go</button><button id=n>nothing</button><a id=l href=/two>two</a><a id=f href=#x>frag</a>`),
		"/two": html(`second`),
	})
	b.goTo("/")
	fx := b.ok(protocol.Click{Target: protocol.Target{Selector: "#b"}})
	b.True(fx != nil && fx.DOM)
	for _, kind := range []string{"mousedown", "mouseup", "click"} {
		got := b.seen(kind)
		b.Equal(len(got), 1)
		b.True(got[0].Trusted)
		b.Equal(got[0].On, "b")
	}
	start := time.Now()
	fx = b.ok(protocol.Click{Target: protocol.Target{Selector: "#n"}})
	b.Equal(*fx, protocol.Effects{Focus: `button "nothing"`}) // nothing but the focus
	t.Log("click on nothing:", time.Since(start))
	fx = b.ok(protocol.Click{Target: protocol.Target{Selector: "#f"}})
	b.Equal(fx.Navigated.URL, b.url+"/#x")
	fx = b.ok(protocol.Click{Target: protocol.Target{Selector: "#l"}})
	b.Equal(fx.Navigated.URL, b.url+"/two")
	b.Equal(fx.Navigated.Title, "two")
	b.refused(protocol.Click{Target: protocol.Target{Selector: "#b"}}, protocol.CodeElementNotFound)
	b.refused(protocol.Click{Target: protocol.Target{UID: "e5"}}, protocol.CodeElementStale)
}

// TestRoundTrips: what an action costs. What an input caused is told without a
// question, unless the browser may do something after the page's listeners.
func TestRoundTrips(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{"/": html(`<button id=b type=button>go</button><button id=s>send</button><input id=i>`)})
	b.goTo("/")
	mouse := []string{"Runtime.evaluate", "Input.dispatchMouseEvent", "Input.dispatchMouseEvent", "Input.dispatchMouseEvent"}
	b.ok(protocol.Click{Target: protocol.Target{Selector: "#b"}})
	for _, row := range []struct {
		name string
		a    protocol.Action
		want []string
	}{
		{"click", protocol.Click{Target: protocol.Target{Selector: "#b"}}, mouse},
		{"click on what may send a form", protocol.Click{Target: protocol.Target{Selector: "#s"}}, append(slices.Clone(mouse), "Runtime.evaluate")},
		{"type", protocol.Type{Target: protocol.Target{Selector: "#i"}, Text: "x"}, []string{"Runtime.evaluate", "Input.insertText"}},
		{"press_key", protocol.PressKey{Key: "Escape"}, []string{"Runtime.evaluate", "Input.dispatchKeyEvent", "Input.dispatchKeyEvent"}},
		{"extract", protocol.Extract{}, []string{"Runtime.evaluate"}},
		{"evaluate", protocol.Evaluate{Expression: "return 1"}, []string{"Runtime.evaluate"}},
		{"scroll", protocol.Scroll{Direction: protocol.ScrollDown}, []string{"Runtime.evaluate"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			b.cdp.takeSent()
			start := time.Now()
			_, err := b.run(row.a)
			b.NoErr(err)
			t.Log(time.Since(start))
			b.Equal(b.cdp.takeSent(), row.want)
		})
	}
}
