package actions_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// A control of pages/controls.html, what it would do, and the key that is pressed in it.
var control = regexp.MustCompile(`id=(\S+) data-want="?(\w*)"?(?: data-key=(\w+))?`)

// specControls judges 100 controls by what the page engine tells of them: 40 harmless
// ones that look frightening, 40 harmful ones that do not, 20 plain ones. Nobody is asked on
// the direct host.
func specControls(t *testing.T, b *e2e.Product, site *e2e.Site) {
	if b.Host == e2e.Worker {
		return
	}
	b.Grant(t, origin(site, "127.0.0.1")+" act")
	s := (&stage{b, site, 0}).show(t, "/controls.html")
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
		line := "click #" + id
		if key != "" {
			s.do(t, line)
			line = "press_key: " + key
		}
		a, got := b.Try(t, s.act(t, line)), ""
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
