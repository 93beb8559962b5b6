package deps

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Lines that a document may have: what is longer is not read.
const (
	longestDoc          = 300
	longestArchitecture = 200
	longestReadme       = 110
)

// most words that docs may have together, decisions and generated tables among them.
const docsWords = 40_000

func TestDocs_Length(t *testing.T) {
	for _, file := range files(t, ".", ".md") {
		most := longestDoc
		switch file {
		case "ARCHITECTURE.md":
			most = longestArchitecture
		case "README.md":
			most = longestReadme
		}
		if n := strings.Count(read(t, file), "\n"); n > most {
			t.Errorf("%s has %d lines, more than %d\n  a document says one thing: split it, and link", file, n, most)
		}
	}
}

func TestDocs_Words(t *testing.T) {
	words := 0
	for _, file := range files(t, "docs", ".md") {
		words += len(strings.Fields(read(t, file)))
	}
	if words > docsWords {
		t.Errorf("docs has %d words, more than %d\n  a fact stands in one place: link to it", words, docsWords)
	}
}

var (
	fence    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	inline   = regexp.MustCompile("`[^`\n]+`")
	linked   = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"`)
	headline = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
	absolute = regexp.MustCompile(`^[a-z]+:`)
)

// links are the relative links of a document, as written.
func links(text string) (list []string) {
	text = inline.ReplaceAllString(fence.ReplaceAllString(text, ""), "")
	for _, m := range linked.FindAllStringSubmatch(text, -1) {
		if to := m[1] + m[2]; !absolute.MatchString(to) {
			list = append(list, to)
		}
	}
	return list
}

// anchors are the names under which a document's headings can be linked to.
func anchors(text string) map[string]bool {
	set := map[string]bool{}
	for _, m := range headline.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(m[1]))
		set[name] = true
	}
	return set
}

// target is the file and the anchor that a link leads to.
func target(from, link string) (file, anchor string) {
	file, anchor, _ = strings.Cut(link, "#")
	if file == "" {
		return from, anchor
	}
	return path.Join(path.Dir(from), file), anchor
}

func TestDocs_Links(t *testing.T) {
	for _, from := range files(t, ".", ".md") {
		for _, link := range links(read(t, from)) {
			file, anchor := target(from, link)
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s links to %s, and there is no %s", from, link, file)
			} else if anchor != "" && !anchors(read(t, file))[anchor] {
				t.Errorf("%s links to %s, and %s has no such heading", from, link, file)
			}
		}
	}
}

// A document that nothing leads to is not found, and goes stale.
func TestDocs_Reached(t *testing.T) {
	seen := map[string]bool{}
	all := files(t, ".", ".md")
	queue := []string{"README.md", "ARCHITECTURE.md"}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		if seen[from] || !slices.Contains(all, from) {
			continue
		}
		seen[from] = true
		for _, link := range links(read(t, from)) {
			file, _ := target(from, link)
			queue = append(queue, file)
		}
	}
	for _, file := range all {
		if !seen[file] {
			t.Errorf("%s is reached by no link from README.md or ARCHITECTURE.md", file)
		}
	}
}

var (
	quoted = regexp.MustCompile("`([^`\n]+)`")
	source = regexp.MustCompile(`^(?:[\w.-]+/)+[\w.-]+\.(?:go|ts|tsx|js|json|css|txtar)$`)
	symbol = regexp.MustCompile(`^([a-z]+)\.([A-Z]\w*)(?:\(.*\)|\{.*\})?$`)
)

// living are the documents that speak of the code as it is. The changelog is of
// its day.
func living(t testing.TB) (list []string) {
	t.Helper()
	for _, file := range files(t, ".", ".md") {
		if file != "CHANGELOG.md" {
			list = append(list, file)
		}
	}
	return list
}

// What a document names of a room, written as `pool.New`, is shown by it.
func TestDocs_Names(t *testing.T) {
	shown := exported(t)
	for _, file := range living(t) {
		for _, m := range quoted.FindAllStringSubmatch(fence.ReplaceAllString(read(t, file), ""), -1) {
			name := m[1]
			if s := symbol.FindStringSubmatch(name); s != nil && shown[s[1]] != nil && !shown[s[1]][s[2]] {
				t.Errorf("%s names %s, and package %s shows no %s", file, name, s[1], s[2])
			}
		}
	}
}

var declared = regexp.MustCompile(`(?m)^(?:func |type |var |const |\t)([A-Z]\w*)\b`)

// exported are the names that the packages of core and backend show at their
// top level, by the package's name; those of indented lines too, which are a
// group's constants or a struct's fields.
func exported(t testing.TB) map[string]map[string]bool {
	t.Helper()
	shown := map[string]map[string]bool{}
	for _, room := range []string{"core", "backend"} {
		for _, file := range goFiles(t, room) {
			name := path.Base(path.Dir(file))
			if shown[name] == nil {
				shown[name] = map[string]bool{}
			}
			for _, m := range declared.FindAllStringSubmatch(read(t, file), -1) {
				shown[name][m[1]] = true
			}
		}
	}
	return shown
}

// The table of rooms in ARCHITECTURE.md has every room, and no other.
func TestDocs_Rooms(t *testing.T) {
	want := map[string]bool{}
	for _, file := range files(t, ".", ".go", ".ts", ".tsx", ".json") {
		if room := roomOf(file); room != "" && !strings.HasPrefix(room, ".") { // no file of the root, nor the CI
			want[room] = true
		}
	}
	_, table, _ := strings.Cut(read(t, "ARCHITECTURE.md"), "\n## Rooms\n")
	table, _, _ = strings.Cut(table, "\n## ")
	got := map[string]bool{}
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
				got[m[1]] = true
			}
		}
	}
	for room := range want {
		if !got[room] {
			t.Errorf("ARCHITECTURE.md has no row for the room %s", room)
		}
	}
	for room := range got {
		if !want[room] {
			t.Errorf("ARCHITECTURE.md has a row for %s, and there is no such room", room)
		}
	}
}

// README names the commands that show bua, install it and test it. Everything else of the
// build is for whoever works on bua.
func TestDocs_ReadmeNamesVerbs(t *testing.T) {
	verbs := map[string]bool{}
	for _, m := range regexp.MustCompile(`go run \./build (\w+)`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		verbs[m[1]] = true
	}
	if len(verbs) != 3 || !verbs["start"] || !verbs["install"] || !verbs["test"] {
		t.Errorf("README.md names the verbs %v\n  it names start, install and test; the others are in docs/contributing.md", verbs)
	}
}

// Both ends close sockets with these codes, and protocol.md has them all.
func TestDocs_CloseCodes(t *testing.T) {
	text := read(t, "docs/protocol.md")
	found := regexp.MustCompile(`(?m)^\tClose\w+ += (\d{4})$`).FindAllStringSubmatch(read(t, "core/link/close.go"), -1)
	if len(found) == 0 {
		t.Fatal("core/link/close.go has no close codes")
	}
	for _, m := range found {
		if !strings.Contains(text, "\n| "+m[1]+" |") {
			t.Errorf("docs/protocol.md has no row for the close code %s", m[1])
		}
	}
}

// An entry of the changelog is one line, so that it can be read down.
func TestDocs_Changelog(t *testing.T) {
	for i, line := range strings.Split(strings.TrimSpace(read(t, "CHANGELOG.md")), "\n") {
		switch {
		case line == "", strings.HasPrefix(line, "#"), i < 4:
		case !strings.HasPrefix(line, "* "):
			t.Errorf("CHANGELOG.md:%d begins no entry\n  an entry is one line that begins with *: %s", i+1, line)
		case len(line) > 200:
			t.Errorf("CHANGELOG.md:%d has %d bytes, more than 200\n  say what a user sees, and link for the rest", i+1, len(line))
		}
	}
}
