package safety_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestLostTabs takes tabs away from the agent in every way there is: the page's
// process dies, the debugger is detached, the browser discards the tab to save
// memory. Each time the agent goes on, or is told what happened.
func TestLostTabs(t *testing.T) {
	b, site := newProduct(t)
	ctx := t.Context()
	read := func(tab int) e2e.Answer { return b.Try(t, map[string]any{"type": "extract", "tabId": tab}) }

	listed := func(tab int) bool {
		for _, row := range b.Get(t, map[string]any{"type": "get_tabs"})["tabs"].([]any) {
			if int(row.(map[string]any)["tabId"].(float64)) == tab {
				return true
			}
		}
		return false
	}

	t.Run("crashes", func(t *testing.T) {
		is := is.New(t)
		url := site.URL("/board.html?crash")
		tab := b.Open(t, url)
		for range trials(50) {
			target, err := b.CDP.AwaitTarget(ctx, "page", "board.html?crash")
			is.NoErr(err)
			session, err := b.CDP.Attach(ctx, target.TargetID)
			is.NoErr(err)
			waiting := make(chan e2e.Answer, 1)
			go func() {
				waiting <- b.Try(t, map[string]any{"type": "wait_for", "selector": "#never", "timeoutMs": 20000, "tabId": tab})
			}()
			crash, cancel := context.WithTimeout(ctx, 500*time.Millisecond) // a page that is gone does not answer
			_ = b.CDP.Send(crash, session, "Page.crash", nil, nil)
			cancel()
			told := <-waiting
			is.Equal(told.Code, "internal_error")
			is.True(strings.Contains(told.Message, "crashed")) // whoever waits there is told at once
			again := read(tab)
			is.Equal(again.Code, "internal_error")
			is.True(strings.Contains(again.Message, "crashed")) // and who comes later
			b.Get(t, map[string]any{"type": "navigate", "url": url, "tabId": tab})
			is.Equal(read(tab).Code, "")
		}
	})

	t.Run("crashes that nobody was told of", func(t *testing.T) {
		is := is.New(t)
		url := site.URL("/board.html?dead")
		tab := b.Open(t, url)
		is.Equal(read(tab).Code, "")
		for n := range max(trials(30), 2) { // before it and after
			target, err := b.CDP.AwaitTarget(ctx, "page", "board.html?dead")
			is.NoErr(err)
			session, err := b.CDP.Attach(ctx, target.TargetID)
			is.NoErr(err)
			kill := func() { b.Kill(t) } // the next life of the worker knows nothing of the crash
			if n%2 == 0 {
				kill()
			}
			crash, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
			_ = b.CDP.Send(crash, session, "Page.crash", nil, nil)
			cancel()
			if n%2 == 1 {
				kill()
			}
			told := read(tab)
			if strings.Contains(told.Message, "connection to the browser was lost") {
				told = read(tab)
			}
			is.True(strings.Contains(told.Message, "crashed"))
			b.Get(t, map[string]any{"type": "navigate", "url": url, "tabId": tab})
			b.Get(t, map[string]any{"type": "click", "selector": "#one", "tabId": tab})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return count.one", "tabId": tab})["value"], float64(1))
		}
	})

	t.Run("detaches", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/board.html?detach"))
		for range trials(100) {
			var done bool
			b.InWorker(t, fmt.Sprintf("chrome.debugger.detach({tabId:%d}).then(()=>true)", tab), &done)
			is.Equal(read(tab).Message, "") // it is attached again, without a word
		}
	})

	t.Run("discards", func(t *testing.T) {
		is := is.New(t)
		for range trials(20) {
			tab := b.Open(t, site.URL("/board.html?discard"))
			is.Equal(read(tab).Code, "")
			var kept bool
			b.InWorker(t, fmt.Sprintf("chrome.tabs.get(%d).then((t)=>!t.autoDiscardable)", tab), &kept)
			is.True(kept) // the browser does it to no tab of the agent's by itself
			var by int
			b.InWorker(t, fmt.Sprintf("chrome.tabs.discard(%d).then((t)=>t.id)", tab), &by)
			got := read(tab)
			is.Equal(got.Code, "tab_not_found")
			is.True(strings.Contains(got.Message, "get_tabs"))
			for end := time.Now().Add(10 * time.Second); listed(by); time.Sleep(20 * time.Millisecond) {
				is.True(time.Now().Before(end)) // what it became is not the agent's, and not left behind
			}
		}
	})
}
