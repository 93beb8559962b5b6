package actions_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// stage is one tab of a spec.
type stage struct {
	*e2e.Product
	site *e2e.Site
	tab  int
}

// show brings a page into the stage's tab, which is opened for the first: the documents are
// new and the process is not.
func (s *stage) show(t *testing.T, url string) *stage {
	t.Helper()
	if strings.HasPrefix(url, "/") {
		url = s.site.URL(url)
	}
	if s.tab == 0 {
		s.tab = s.Open(t, url)
	} else {
		s.Get(t, s.act(t, "navigate: "+url))
	}
	return s
}

type asserts = *is.I

// run is a part of a spec, with what compares in it.
func run(t *testing.T, name string, f func(t *testing.T, is asserts)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { f(t, is.New(t)) })
}

// serve makes HTML the page of a path.
func serve(site *e2e.Site, path, html string) {
	site.Mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, html) })
}

// firstOf is the member that an action's words are.
var firstOf = map[string]string{
	"type": "text", "press_key": "key", "evaluate": "expression", "scroll": "direction", "find": "query", "extract": "query",
	"navigate": "url", "wait_for": "text", "dialog": "do",
}

// act reads an action such as `click #send`, `type #name: Ann`, `click @Send {"count":2}`: its
// kind, a selector or the name of an element that is listed, its words, and other members.
func (s *stage) act(t *testing.T, line string) map[string]any {
	t.Helper()
	more := ""
	if !strings.HasPrefix(line, "evaluate: ") { // whose words may have braces
		line, more, _ = strings.Cut(line, " {")
	}
	head, words, some := strings.Cut(line, ": ")
	kind, on, _ := strings.Cut(head, " ")
	a := map[string]any{"type": kind, "tabId": s.tab}
	if more != "" {
		if err := json.Unmarshal([]byte("{"+more), &a); err != nil {
			t.Fatal(line, err)
		}
	}
	if name, ok := strings.CutPrefix(on, "@"); ok {
		a["uid"] = named(t, s.Get(t, s.act(t, "extract")), name)["uid"]
	} else if on != "" {
		a["selector"] = on
	}
	switch {
	case !some:
	case kind == "select_option":
		a["options"] = strings.Split(words, ", ")
	case kind == "check":
		a["checked"] = words == "true"
	case kind == "fill_form":
		a["fields"] = []any{map[string]any{"selector": on, "value": words}}
		delete(a, "selector")
	case kind == "drag":
		a["to"] = map[string]any{"selector": words}
	default:
		a[firstOf[kind]] = words
	}
	return a
}

// do does actions one after another, which must succeed, and returns what the last caused.
func (s *stage) do(t *testing.T, lines ...string) (effects map[string]any) {
	t.Helper()
	for _, line := range lines {
		effects, _ = s.Get(t, s.act(t, line))["effects"].(map[string]any)
	}
	return effects
}

// js is what an expression of the page's own is.
func (s *stage) js(t *testing.T, expression string) any {
	t.Helper()
	return s.Get(t, map[string]any{"type": "evaluate", "tabId": s.tab, "expression": "return " + expression})["value"]
}

// no does an action that must be refused with a code, and returns why.
func (s *stage) no(t *testing.T, code, line string) string {
	t.Helper()
	return s.Refused(t, code, s.act(t, line))
}

type fx = map[string]any

// row is an action, and what is so when it has been answered.
type row struct {
	name string
	page string // where it is tried; "" where the row before was
	do   string
	code string // of its refusal
	says string // words of what the agent reads
	fx   fx     // some of its effects; nil is none of that name
	none bool   // it has no effects at all
	js   string // an expression of the page's own, and
	is   any    // its value
	told string // the kind and the detail of what the page tells
}

// rows tries each.
func (s *stage) rows(t *testing.T, list ...row) {
	t.Helper()
	for _, r := range list {
		run(t, r.name, func(t *testing.T, is asserts) {
			if r.page != "" {
				s.show(t, r.page)
			}
			if r.told != "" {
				s.site.Forget()
			}
			got := s.Try(t, s.act(t, r.do))
			if got.Code != r.code || !strings.Contains(got.Text+got.Message, r.says) {
				t.Fatalf("%s: answered %q %q %q", r.do, got.Code, got.Message, got.Text)
			}
			effects, some := got.Result["effects"].(map[string]any)
			is.True(!r.none || !some)
			for name, want := range r.fx {
				if want == any(true) && name != "dom" {
					is.True(effects[name] != nil) // name
					continue
				}
				is.Equal(effects[name], want) // name
			}
			if r.js != "" {
				is.Equal(s.js(t, r.js), r.is)
			}
			if kind, detail, _ := strings.Cut(r.told, " "); kind != "" {
				is.Equal(s.site.Await(t, 1, e2e.Type(kind, ""))[0].Detail, detail)
			}
		})
	}
}

// named is the listed element of that name.
func named(t *testing.T, read map[string]any, name string) map[string]any {
	t.Helper()
	for _, e := range read["elements"].([]any) {
		if e := e.(map[string]any); e["name"] == name {
			return e
		}
	}
	t.Fatalf("no %q among %v", name, read["elements"])
	return nil
}
