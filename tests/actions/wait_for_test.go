package actions_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func specWaitFor(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/blank.html"))
	js := func(s string) {
		t.Helper()
		b.Get(t, map[string]any{"type": "evaluate", "expression": s, "tabId": tab})
	}

	t.Run("what is there already", func(t *testing.T) {
		is := is.New(t)
		got := b.Try(t, map[string]any{"type": "wait_for", "selector": "p", "tabId": tab})
		is.Equal(got.Code, "")
	})
	t.Run("what comes later", func(t *testing.T) {
		js(`setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button id=late>Late</button>'), 300)`)
		b.Get(t, map[string]any{"type": "wait_for", "selector": "#late", "timeoutMs": 10000, "tabId": tab})
	})
	t.Run("what is there and becomes visible later", func(t *testing.T) {
		js(`document.body.insertAdjacentHTML('beforeend', '<button id=shy style="display:none">Shy</button>'); setTimeout(() => document.getElementById('shy').style.display = '', 300)`)
		b.Get(t, map[string]any{"type": "wait_for", "selector": "#shy", "timeoutMs": 10000, "tabId": tab})
	})
	t.Run("what never comes ends with timeout", func(t *testing.T) {
		is := is.New(t)
		got := b.Try(t, map[string]any{"type": "wait_for", "selector": "#never", "timeoutMs": 400, "tabId": tab})
		is.Equal(got.Code, "timeout")
		is.True(got.Took >= 400*time.Millisecond)
		is.True(got.Took < 5*time.Second)
	})
	saw := func(t *testing.T, action map[string]any, want string) {
		t.Helper()
		action["type"], action["tabId"] = "wait_for", tab
		got := b.Get(t, action)
		if fx, _ := got["effects"].(map[string]any); fx == nil || !strings.Contains(fx["saw"].(string), want) {
			t.Errorf("%v tells %v, want that it saw %q", action, got, want)
		}
	}
	t.Run("a text is told with its line", func(t *testing.T) {
		js(`setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id=state>Order 7 is <b>ready</b> now</p>'), 300)`)
		saw(t, map[string]any{"text": "order 7 is ready"}, `"Order 7 is ready now"`)
	})
	t.Run("a text that is gone", func(t *testing.T) {
		js(`setTimeout(() => document.getElementById('state').remove(), 300)`)
		saw(t, map[string]any{"gone": "Order 7"}, "it shows no more")
	})
	t.Run("an address of a route and of another document, across which a text is waited for", func(t *testing.T) {
		js(`setTimeout(() => history.pushState(0, '', '/blank.html?order=7&done'), 300)`)
		saw(t, map[string]any{"url": "blank.html?*=7"}, "?order=7&done")
		js(`setTimeout(() => location.assign('/blank.html?text'), 300); setTimeout(() => document.body.append('Never'), 20000)`)
		saw(t, map[string]any{"url": "?text"}, "?text")
		js(`setTimeout(() => location.assign('/form.html'), 300)`)
		saw(t, map[string]any{"text": "Name"}, "Name")
	})
	t.Run("rest, and a time", func(t *testing.T) {
		saw(t, map[string]any{"quiet": true}, "nothing new for 500 ms")
		is := is.New(t)
		from := time.Now()
		saw(t, map[string]any{"seconds": 1}, "1 s have passed")
		is.True(time.Since(from) >= time.Second)
	})
	t.Run("what is there instead is said", func(t *testing.T) {
		is := is.New(t)
		is.True(strings.Contains(b.Refused(t, "timeout", map[string]any{"type": "wait_for", "url": "nowhere", "timeoutMs": 300, "tabId": tab}), `it is "http`))
		is.True(strings.Contains(b.Refused(t, "timeout", map[string]any{"type": "wait_for", "gone": "name", "timeoutMs": 300, "tabId": tab}), `still shows it: "`))
	})
	t.Run("a limit over 60 s is refused by name", func(t *testing.T) {
		is := is.New(t)
		is.Equal(b.Refused(t, "invalid_action", map[string]any{"type": "wait_for", "selector": "p", "timeoutMs": 90000, "tabId": tab}),
			"action.timeoutMs must be at most 60000, got 90000")
	})
}
