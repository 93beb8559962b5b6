package safety_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// board is the page of the mixed trials as it ought to be.
type board struct {
	t     *testing.T
	b     *e2e.Product
	base  string
	tab   int
	page  e2e.Page
	count map[string]int
	rand  *rand.Rand
	// slowest is the longest that one action took.
	slowest time.Duration
}

// move is one action of the mix: it tells what was not as expected, "" nothing.
type move struct {
	name string
	do   func(*board) string
}

// TestMixed runs actions of every kind in a row, right and wrong ones, in no
// order, and compares each answer, and the page's own counters, with what they
// ought to be.
func TestMixed(t *testing.T) {
	b, site := newProduct(t)
	m := &board{t: t, b: b, base: site.URL("/board.html"), rand: rand.New(rand.NewPCG(1, 2))}
	m.tab = b.Open(t, m.base)
	m.fresh()
	want, odd := max(trials(5000), 2*len(moves)), 0
	order := m.rand.Perm(len(moves))
	for n := range want {
		next := moves[m.rand.IntN(len(moves))]
		if !size.All() { // each as often
			next = moves[order[n%len(order)]]
		}
		what := next.do(m)
		if what == "" && n%10 == 9 {
			what = m.audit()
		}
		if what != "" {
			odd++
			t.Logf("action %d, %s: %s", n, next.name, what)
			m.fresh()
		}
	}
	t.Logf("%d actions, %d not as expected, the slowest took %v", want, odd, m.slowest.Round(time.Millisecond))
	if odd*1000 > want {
		t.Errorf("%d of %d actions were not as expected, at most one in a thousand may be", odd, want)
	}
}

var moves = []move{
	{"click by uid", func(m *board) string { return m.click("One", "one", true) }},
	{"click by selector", func(m *board) string { return m.click("Two", "two", false) }},
	{"click far down", func(m *board) string { return m.click("Deep", "deep", true) }},
	{"click that adds a row", func(m *board) string { return m.click("Grow", "grow", true) }},
	{"click what is disabled", func(m *board) string {
		return m.refused("invalid_action", map[string]any{"type": "click", "selector": "#three"})
	}},
	{"click what is not there", func(m *board) string {
		return m.refused("element_not_found", map[string]any{"type": "click", "selector": "#nobody"})
	}},
	{"click a uid that was never given", func(m *board) string {
		return m.refused("element_not_found element_stale", map[string]any{"type": "click", "uid": "e999999"})
	}},
	{"click without a target", func(m *board) string { return m.refused("invalid_action", map[string]any{"type": "click"}) }},
	{"type", func(m *board) string {
		text := fmt.Sprint("né ", m.rand.IntN(1000), " 🫖")
		if why := m.ok(map[string]any{"type": "evaluate", "expression": "note.value=''"}); why != "" {
			return why
		}
		if why := m.ok(map[string]any{"type": "type", "uid": m.page.UID(m.t, "textbox", "Note"), "text": text}); why != "" {
			return why
		}
		return m.value("note.value", text)
	}},
	{"press_key", func(m *board) string {
		m.count["keys"]++
		return m.ok(map[string]any{"type": "press_key", "key": "F2"})
	}},
	{"press a key that does not exist", func(m *board) string {
		return m.refused("invalid_action", map[string]any{"type": "press_key", "key": "Entr"})
	}},
	{"hover", func(m *board) string { return m.ok(map[string]any{"type": "hover", "selector": "#deep"}) }},
	{"scroll", func(m *board) string {
		return m.ok(map[string]any{"type": "scroll", "direction": []string{"up", "down"}[m.rand.IntN(2)]})
	}},
	{"wait_for", func(m *board) string { return m.ok(map[string]any{"type": "wait_for", "selector": "#deep"}) }},
	{"wait for what does not come", func(m *board) string {
		return m.refused("timeout", map[string]any{"type": "wait_for", "selector": "#nobody", "timeoutMs": 50})
	}},
	{"evaluate", func(m *board) string {
		a, b := m.rand.IntN(99), m.rand.IntN(99)
		return m.value(fmt.Sprint(a, "*", b), float64(a*b))
	}},
	{"evaluate what throws", func(m *board) string {
		return m.refused("invalid_action", map[string]any{"type": "evaluate", "expression": "throw new Error('no')"})
	}},
	{"extract", func(m *board) string {
		m.page = m.b.Extract(m.t, m.tab, nil)
		if m.page.Title != "board" || len(m.page.Elements) != 8 {
			return fmt.Sprintf("%q with %d elements", m.page.Title, len(m.page.Elements))
		}
		return ""
	}},
	{"screenshot", func(m *board) string { return m.ok(map[string]any{"type": "screenshot"}) }},
	{"get_tabs", func(m *board) string { return m.ok(map[string]any{"type": "get_tabs"}) }},
	{"navigate", func(m *board) string {
		why := m.ok(map[string]any{"type": "navigate", "url": m.base})
		m.fresh()
		return why
	}},
	{"open and close a tab", func(m *board) string {
		tab := m.b.Open(m.t, m.base)
		return m.ok(map[string]any{"type": "close_tab", "tabId": tab})
	}},
	{"navigate to what is no page", func(m *board) string {
		return m.refused("invalid_action", map[string]any{"type": "navigate", "url": "chrome://settings"})
	}},
}

// fresh reads the page anew, also its counters.
func (m *board) fresh() {
	m.page = m.b.Extract(m.t, m.tab, nil)
	m.count = map[string]int{}
	for k, v := range m.counted() {
		m.count[k] = v
	}
}

func (m *board) counted() map[string]int {
	out := map[string]int{}
	got, _ := m.b.Get(m.t, map[string]any{"type": "evaluate", "expression": "return count", "tabId": m.tab})["value"].(map[string]any)
	for k, v := range got {
		n, _ := v.(float64)
		out[k] = int(n)
	}
	return out
}

// audit compares what the page counted with what was done.
func (m *board) audit() string {
	got := m.counted()
	for _, k := range []string{"one", "two", "three", "grow", "deep", "keys"} {
		if got[k] != m.count[k] {
			return fmt.Sprintf("the page counted %d of %s, not %d", got[k], k, m.count[k])
		}
	}
	return ""
}

func (m *board) click(name, id string, byUID bool) string {
	m.count[id]++
	if byUID {
		return m.ok(map[string]any{"type": "click", "uid": m.page.UID(m.t, "button", name)})
	}
	return m.ok(map[string]any{"type": "click", "selector": "#" + id})
}

func (m *board) try(action map[string]any) e2e.Answer {
	if _, named := action["tabId"]; !named && action["type"] != "get_tabs" {
		action["tabId"] = m.tab
	}
	got := m.b.Try(m.t, action)
	m.slowest = max(m.slowest, got.Took)
	return got
}

func (m *board) ok(action map[string]any) string {
	if got := m.try(action); got.Code != "" {
		return got.Code + ": " + got.Message
	}
	return ""
}

func (m *board) refused(codes string, action map[string]any) string {
	if got := m.try(action); got.Code == "" || !slices.Contains(strings.Fields(codes), got.Code) {
		return fmt.Sprintf("answered %q %q, want %s", got.Code, got.Message, codes)
	}
	return ""
}

func (m *board) value(expression string, want any) string {
	got := m.try(map[string]any{"type": "evaluate", "expression": "return " + expression})
	if got.Code != "" || got.Result["value"] != want {
		return fmt.Sprintf("%s: %s %v, want %v", expression, got.Code, got.Result["value"], want)
	}
	return ""
}
