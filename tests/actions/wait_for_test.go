package actions_test

import (
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
	t.Run("a limit over 60 s is refused by name", func(t *testing.T) {
		is := is.New(t)
		is.Equal(b.Refused(t, "invalid_action", map[string]any{"type": "wait_for", "selector": "p", "timeoutMs": 90000, "tabId": tab}),
			"action.timeoutMs must be at most 60000, got 90000")
	})
}
