package actions_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// A control of pages/controls.html, what it would do, and the key that is pressed in it.
var control = regexp.MustCompile(`id=(\S+) data-want="?(\w*)"?(?: data-key=(\w+))?`)

// TestControls judges 100 controls by what the page engine tells of them: 40 harmless
// ones that look frightening, 40 harmful ones that do not, 20 plain ones.
func TestControls(t *testing.T) {
	b := e2e.New(t, e2e.Options{Strict: true, Host: e2e.Direct})
	site := e2e.NewSite(t, pages, "pages")
	b.Grant(t, strings.TrimSuffix(site.URL("/"), "/")+" act")
	tab := b.Open(t, site.URL("/controls.html"))
	source, err := pages.ReadFile("pages/controls.html")
	if err != nil {
		t.Fatal(err)
	}
	list, alarms := control.FindAllStringSubmatch(string(source), -1), 0
	if len(list) != 100 {
		t.Fatalf("%d controls", len(list))
	}
	for _, row := range list {
		id, want, key := row[1], row[2], row[3]
		act := map[string]any{"type": "click", "selector": "#" + id, "tabId": tab}
		if key != "" {
			b.Get(t, act)
			act = map[string]any{"type": "press_key", "key": key, "tabId": tab}
		}
		a, got := b.Try(t, act), ""
		if a.Code == "domain_blocked" {
			_, got, _ = strings.Cut(a.Message, "(")
			got, _, _ = strings.Cut(got, ")")
		} else if a.Code != "" {
			t.Errorf("%s: %s %s", id, a.Code, a.Message)
		}
		switch {
		case got == want:
		case want == "":
			alarms++
			t.Logf("%s: false alarm: %s", id, got)
		default:
			t.Errorf("%s would %s, judged is %q", id, want, got)
		}
	}
	if alarms > 2 {
		t.Errorf("%d false alarms", alarms)
	}
}
