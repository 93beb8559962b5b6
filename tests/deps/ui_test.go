package deps

import (
	"regexp"
	"strings"
	"testing"
)

var (
	chromeUse = regexp.MustCompile(`\bchrome\s*[.?\[]|\bglobalThis\.chrome\b|\bbrowser\s*\.`)
	comment   = regexp.MustCompile(`(?s)/\*.*?\*/|(?m)(?:^|\s)//[^\n]*`)
)

// The person's side reaches the browser through its services only, so that
// every screen can be opened and tested without one.
func TestUI_ChromeOnlyInServices(t *testing.T) {
	var all []string
	for _, room := range []string{"popup", "options", "sidepanel", "contracts", "ui", "tests/ui"} {
		all = append(all, files(t, room, ".ts", ".tsx")...)
	}
	for _, file := range all {
		if m := chromeUse.FindString(comment.ReplaceAllString(read(t, file), "")); m != "" {
			t.Errorf("%s names %q\n  components render and hooks call the service from context; only services/ names chrome", file, m)
		}
	}
}

// Screens reach the browser through the context, so that a story can stand in
// for it: the real service is made in the entry and nowhere else.
func TestUI_ServicesOnlyInEntries(t *testing.T) {
	for _, room := range []string{"popup", "options", "sidepanel"} {
		for _, file := range files(t, room, ".ts", ".tsx") {
			if strings.HasSuffix(file, "/main.tsx") || strings.HasSuffix(file, "/stories.ts") {
				continue
			}
			for _, m := range scriptImport.FindAllStringSubmatch(read(t, file), -1) {
				if strings.Contains(m[1], "/services/") {
					t.Errorf("%s imports %s\n  components call hooks, hooks ask the context for the service", file, m[1])
				}
			}
		}
	}
}
