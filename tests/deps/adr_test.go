package deps

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

const decisions = "docs/adr"

var (
	adrName   = regexp.MustCompile(`^\d{4}-[a-z0-9-]+\.md$`)
	adrHead   = regexp.MustCompile(`^# (\S.*)\n\nDate: \d{4}-\d{2}-\d{2}(?:\. (\S(?:.*\n)+?))?\n`)
	followers = regexp.MustCompile(`[Ss]uperseded by \[(\d{4})\]`)
)

// Each decision has the same form, and a row with its title in the index. One
// that another supersedes says so at its head and in its row.
func TestDecisions(t *testing.T) {
	index := read(t, decisions+"/README.md")
	rows := map[string]string{}
	for line := range strings.Lines(index) {
		if m := regexp.MustCompile(`^\| \[(\d{4})\]\(([^)]+)\) \|`).FindStringSubmatch(line); m != nil {
			if rows[m[2]] != "" {
				t.Errorf("the index has two rows for %s", m[2])
			}
			rows[m[2]] = line
		}
	}
	seen := map[string]string{}
	for _, file := range files(t, decisions, ".md") {
		name := path.Base(file)
		if name == "README.md" {
			continue
		}
		if !adrName.MatchString(name) {
			t.Errorf("%s: a decision is called NNNN-title.md", file)
			continue
		}
		if other := seen[name[:4]]; other != "" {
			t.Errorf("%s and %s have one number", file, other)
		}
		seen[name[:4]] = file
		text := read(t, file)
		head := adrHead.FindStringSubmatch(text)
		if head == nil {
			t.Errorf("%s begins with # and its title, without its number, and then Date: YYYY-MM-DD", file)
			continue
		}
		at := 0
		for _, section := range []string{"\n## Context\n", "\n## Decision\n", "\n## Consequences\n"} {
			next := strings.Index(text, section)
			if next < at {
				t.Errorf("%s has no section %s, or not in this place", file, strings.TrimSpace(section))
			}
			at = max(at, next)
		}
		row := rows[name]
		delete(rows, name)
		if !strings.HasPrefix(row, "| ["+name[:4]+"]("+name+") | "+head[1]+" |") {
			t.Errorf("the index has no row for %s\n  write into %s/README.md: | [%s](%s) | %s | … |", name, decisions, name[:4], name, head[1])
		}
		if by := followers.FindStringSubmatch(head[2]); by != nil && !strings.Contains(row, "superseded by ["+by[1]+"]") {
			t.Errorf("%s is superseded by %s, and its row does not say so", name, by[1])
		}
	}
	for name := range rows {
		t.Errorf("the index has a row for %s, and there is no such decision", name)
	}
}
