package budget

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestCompare(t *testing.T) {
	kept := Record{Wasm: Size{Raw: 500_000, Gzip: 150_000}, Agent: Size{Raw: 600_000, Gzip: 200_000}, CDP: []string{"Page.navigate"}, Chrome: []string{"chrome.tabs.query"},
		Pages: map[string]Size{"popup": {Gzip: 20_000}, "options": {Gzip: 40_000}, "sidepanel": {Gzip: 60_000}}}
	pages := func(popup, options int64) map[string]Size {
		return map[string]Size{"popup": {Gzip: popup}, "options": {Gzip: options}, "sidepanel": {Gzip: 60_000}}
	}
	rows := []struct {
		name   string
		change func(*Record)
		other  bool // another compiler than the pinned one
		want   string
	}{
		{"nothing changed", func(*Record) {}, false, ""},
		{"a size within the tolerance", func(r *Record) { r.Wasm.Raw = 509_000 }, false, ""},
		{"a size that grew", func(r *Record) { r.Wasm.Gzip = 154_000 }, false, "worker, gzip: 150.0 KB → 154.0 KB (+2.7 %"},
		{"a size that shrank is recorded too", func(r *Record) { r.Wasm.Gzip = 140_000 }, false, "-6.7 %"},
		{"another compiler's sizes are not compared", func(r *Record) { r.Wasm.Gzip = 160_000 }, true, ""},
		{"the limit holds for every compiler", func(r *Record) { r.Wasm.Gzip = LimitGzip + 1 }, true, "over the limit"},
		{"the agent's program has its own", func(r *Record) { r.Agent.Gzip = LimitAgentGzip + 1 }, true, "agent, gzip: 337.9 KB is over the limit"},
		{"a page within the tolerance", func(r *Record) { r.Pages = pages(20_300, 40_000) }, false, ""},
		{"a page that grew", func(r *Record) { r.Pages = pages(21_000, 40_000) }, true, "popup, gzip: 20.0 KB → 21.0 KB"},
		{"a page over its limit", func(r *Record) { r.Pages = pages(20_000, 50<<10+1) }, false, "options, gzip: 51.2 KB is over the limit"},
		{"a new CDP method", func(r *Record) { r.CDP = append(r.CDP, "Page.printToPDF") }, false, "+ CDP Page.printToPDF"},
		{"a CDP method that went", func(r *Record) { r.CDP = nil }, false, "- CDP Page.navigate"},
		{"a new call of the extension's API", func(r *Record) { r.Chrome = append(r.Chrome, "chrome.cookies.get") }, false, "+ API chrome.cookies.get"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			built := kept
			row.change(&built)
			diff := strings.Join(Compare(kept, built, !row.other), "\n")
			if row.want == "" {
				is.Equal(diff, "")
			} else {
				is.True(strings.Contains(diff, row.want)) // the difference is told
			}
		})
	}
}

func TestMethods(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	write := func(name, text string) { is.NoErr(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)) }
	write("a.go", "package a\nconst x = \"Page.navigate\" // not Page.reload\nvar y = f(`DOM.focus`, \"Pages.navigate\", \"Page.Navigate\")\n")
	write("a_test.go", "package a\nconst z = \"Page.crash\"\n")
	found, err := methods(dir)
	is.NoErr(err)
	is.Equal(found, []string{"DOM.focus", "Page.navigate"}) // literals of the product, sorted
}

// TestMethods_recorded: what the core asks of the browser is in the record.
func TestMethods_recorded(t *testing.T) {
	root := filepath.Join("..", "..")
	named, err := methods(filepath.Join(root, "core"), filepath.Join(root, "wasm"))
	is.New(t).NoErr(err)
	recorded, err := Load(root)
	is.New(t).NoErr(err)
	for _, diff := range lists("CDP", recorded.CDP, named) {
		t.Errorf("%s: keep the list of build/budget.json the same, for whoever reads what the core can do", diff)
	}
}

func TestUnnamed(t *testing.T) {
	known := []string{"DOM.focus", "Page.navigate"}
	rows := []struct {
		name, program string
		want          int
	}{
		{"strings that run into one another", "xxPage.navigateDOM.focusvalue", 0},
		{"a method that was put together", "xxPage.printToPDFyy", 1},
		{"text that is no method", "see Page. for more", 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is.New(t).Equal(len(unnamed([]byte(row.program), known)), row.want)
		})
	}
}

func TestCalls(t *testing.T) {
	is := is.New(t)
	found := calls([]byte("chrome.tabs.query({}); chrome.storage[area].get(); chrome.debugger?.attach(); location = 'chrome-extension://x'; chrome[name]()"))
	is.Equal(found, []string{"chrome.debugger.attach", "chrome.storage[…]", "chrome.tabs.query", "chrome[…]"})
}
