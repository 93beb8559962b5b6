package deps

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

const (
	decisions       = "docs/adr"
	mostDecisions   = 45
	longestDecision = 450 // words: a page
)

var (
	adrName = regexp.MustCompile(`^\d{4}-[a-z0-9-]+\.md$`)
	adrHead = regexp.MustCompile(`^# (\S.*)\n\nDate: (\d{4}-\d{2}-\d{2})\n\n## Context\n`)
	adrRow  = regexp.MustCompile(`^\| \[\d{4}\]\(([^)]+)\) \|`)
	cited   = regexp.MustCompile(`\bADRs?\s+(\d{4}(?:(?:, and|,|\s+and|\s+or|\s+to)\s+\d{4})*)|\badr/(\d{4})`)
	number  = regexp.MustCompile(`\d{4}`)
)

// Each decision has the same form, is a page at most, and has a row with
// its title in the index. There are few: what is superseded goes.
func TestDecisions(t *testing.T) {
	rows := map[string]string{}
	for line := range strings.Lines(read(t, decisions+"/README.md")) {
		if m := adrRow.FindStringSubmatch(line); m != nil {
			if rows[m[1]] != "" {
				t.Errorf("the index has two rows for %s", m[1])
			}
			rows[m[1]] = strings.TrimSpace(line)
		}
	}
	seen := decisionFiles(t)
	if len(seen) > mostDecisions {
		t.Errorf("there are %d decisions, more than %d: a new one extends the one of its subject, or replaces one", len(seen), mostDecisions)
	}
	for n, file := range seen {
		name, text := path.Base(file), read(t, file)
		head := adrHead.FindStringSubmatch(text)
		if head == nil {
			t.Errorf("%s begins with # and its title, without its number, then Date: YYYY-MM-DD alone, then ## Context", file)
			continue
		}
		if d, c := strings.Index(text, "\n## Decision\n"), strings.Index(text, "\n## Consequences\n"); d < 0 || c < d {
			t.Errorf("%s has no sections ## Decision and ## Consequences, or not in this order", file)
		}
		if words := len(strings.Fields(text)); words > longestDecision {
			t.Errorf("%s has %d words, more than %d: say what binds and why, git has the rest", file, words, longestDecision)
		}
		if row := "| [" + n + "](" + name + ") | " + head[1] + " |"; rows[name] != row {
			t.Errorf("the index has no row for %s\n  write into %s/README.md: %s", name, decisions, row)
		}
		delete(rows, name)
	}
	for name := range rows {
		t.Errorf("the index has a row for %s, and there is no such decision", name)
	}
}

// A decision that something cites is there: in comments, documents, tests and
// the changelog.
func TestDecisions_Cited(t *testing.T) {
	seen := decisionFiles(t)
	for _, file := range files(t, ".", ".go", ".ts", ".tsx", ".js", ".md", ".css", ".html", ".json", ".yaml", ".yml") {
		for _, n := range citations(read(t, file)) {
			if seen[n] == "" {
				t.Errorf("%s cites decision %s, which is not there: cite the one of %s/README.md that says it now", file, n, decisions)
			}
		}
	}
}

func TestDecisions_CitedFinds(t *testing.T) {
	for text, want := range map[string]string{
		"see ADR 0010.":            "0010",
		"// ADR\n0010":             "0010",
		"ADRs 0010, 0020 and 0030": "0010 0020 0030",
		"[0010](../adr/0010-title": "0010",
		"(docs/adr/0010)":          "0010",
		"ADR 10, adr/README.md, quadr 0999, 0999 things": "",
	} {
		if got := strings.Join(citations(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// citations are the numbers of decisions that a text cites.
func citations(text string) (list []string) {
	for _, m := range cited.FindAllStringSubmatch(text, -1) {
		list = append(list, number.FindAllString(m[1]+m[2], -1)...)
	}
	return list
}

// decisionFiles are the decisions by their numbers.
func decisionFiles(t testing.TB) map[string]string {
	t.Helper()
	seen := map[string]string{}
	for _, file := range files(t, decisions, ".md") {
		name := path.Base(file)
		switch other := seen[name[:4]]; {
		case name == "README.md":
		case !adrName.MatchString(name):
			t.Errorf("%s: a decision is called NNNN-title.md", file)
		case other != "":
			t.Errorf("%s and %s have one number", file, other)
		default:
			seen[name[:4]] = file
		}
	}
	return seen
}
