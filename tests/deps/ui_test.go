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
	for _, file := range append(files(t, "popup", ".ts", ".tsx"), files(t, "options", ".ts", ".tsx")...) {
		if strings.Contains(file, "/service/") {
			continue
		}
		if m := chromeUse.FindString(comment.ReplaceAllString(read(t, file), "")); m != "" {
			t.Errorf("%s names %q\n  components render and hooks call the service from context; only service/ names chrome", file, m)
		}
	}
}

func TestUI_ImportsContractsOnly(t *testing.T) {
	for _, room := range []string{"popup", "options"} {
		for _, file := range files(t, room, ".ts", ".tsx") {
			for _, m := range uiImport.FindAllStringSubmatch(read(t, file), -1) {
				for _, other := range []string{"serviceworker", "page", "wasm", "backend", "core"} {
					if strings.Contains(m[1], "../"+other+"/") {
						t.Errorf("%s imports %s\n  the person's side may import contracts only", file, m[1])
					}
				}
			}
		}
	}
}
