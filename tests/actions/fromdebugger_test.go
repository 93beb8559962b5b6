package actions_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// What only a browser can show of a conversation that core/debugger's tables hold: that a
// page cannot get between a value and the agent, and that a loop ends.
func TestEvaluate_Browser(t *testing.T) { onEach(t, specEvaluateBrowser) }

func specEvaluateBrowser(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/blank.html"))
	eval := func(js string) map[string]any {
		return map[string]any{"type": "evaluate", "expression": js, "tabId": tab}
	}
	b.Get(t, eval(`JSON.stringify = () => "lie"; Object.prototype.toString = () => "lie"; Array.prototype.toJSON = () => 1`))
	is.Equal(b.Get(t, eval(`return {a: [1]}`))["value"], map[string]any{"a": []any{1.0}})
	got := b.Try(t, eval(`for (;;) {}`))
	is.Equal(got.Code, "timeout")
	is.True(got.Took < 15*time.Second)
	is.Equal(b.Get(t, eval(`return 1`))["value"], 1.0) // the tab is usable
}
