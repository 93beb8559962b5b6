package deps

import (
	"regexp"
	"strings"
	"testing"
)

var (
	chromeUse = regexp.MustCompile(`\bchrome\s*[.?\[]|\bglobalThis\.chrome\b|\bbrowser\s*\.`)
	comment   = regexp.MustCompile(`(?s)/\*.*?\*/|(?m)(?:^|\s)//[^\n]*`)
	uiImport  = regexp.MustCompile(`(?:from|import)\s*\(?\s*["']([^"']+)["']`)
)

// The person's side reaches the browser through its services only, so that
// every screen can be opened and tested without one.
func TestUI_ChromeOnlyInServices(t *testing.T) {
	var all []string
	for _, room := range []string{"popup", "options", "sidepanel", "contracts", "tests/ui"} {
		all = append(all, files(t, room, ".ts", ".tsx")...)
	}
	for _, file := range all {
		if strings.Contains(file, "/service/") {
			continue
		}
		if m := chromeUse.FindString(comment.ReplaceAllString(read(t, file), "")); m != "" {
			t.Errorf("%s names %q\n  components render and hooks call the service from context; only service/ names chrome", file, m)
		}
	}
}

func TestUI_ImportsContractsOnly(t *testing.T) {
	for _, room := range []string{"popup", "options", "sidepanel", "contracts"} {
		for _, file := range files(t, room, ".ts", ".tsx") {
			for _, m := range uiImport.FindAllStringSubmatch(read(t, file), -1) {
				for _, other := range []string{"serviceworker", "page", "wasm", "backend", "core", "popup", "options", "sidepanel", "tests"} {
					if other != room && strings.Contains(m[1], "../"+other+"/") {
						t.Errorf("%s imports %s\n  the person's side may import contracts only, and popup and options know nothing of one another", file, m[1])
					}
				}
			}
		}
	}
}

// Screens reach the browser through the context, so that a story can stand in
// for it: the real service is made in the entry and nowhere else.
func TestUI_ServicesOnlyInEntries(t *testing.T) {
	for _, room := range []string{"popup", "options", "sidepanel", "contracts"} {
		for _, file := range files(t, room, ".ts", ".tsx") {
			if strings.Contains(file, "/service/") || strings.HasSuffix(file, "/main.tsx") || strings.HasSuffix(file, "/stories.ts") {
				continue
			}
			for _, m := range uiImport.FindAllStringSubmatch(read(t, file), -1) {
				if strings.Contains(m[1], "/service/") {
					t.Errorf("%s imports %s\n  components call hooks, hooks ask the context for the service", file, m[1])
				}
			}
		}
	}
}
