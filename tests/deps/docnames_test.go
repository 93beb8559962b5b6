package deps

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// testName is how a document writes a test: perhaps with its room, with a * for all
	// that begin so, and with the names of subtests, in which … is for any.
	testName = regexp.MustCompile(`^(?:(\S+/\S+) )?((?:Test|Fuzz|Benchmark)[A-Z]\w*)(\*?)(/.*)?$`)
	// named are, in the order in which they stand: a path without backticks, what is
	// in backticks, and what ends the reach of a path.
	named = regexp.MustCompile("(?:^|[\\s(])((?:[\\w.-]+/)+[\\w.-]*\\w)|`([^`\n]+)`|([|;\n]|\\. )")
	// picks is a command's choice of tests, with the room before it.
	picks    = regexp.MustCompile("([\\w.-]+(?:/[\\w.-]+)+) -run (?:'([^'`]+)'|([^\\s'`]+))")
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
	// splits are where a subtest's name is put together, or has something left out.
	splits = regexp.MustCompile(`…|/|: `)
)

// testsOf are the tests of the tree: of each room that has some, their names.
func testsOf(t testing.TB) map[string][]string {
	t.Helper()
	set := map[string][]string{}
	for _, file := range files(t, ".", "_test.go") {
		for _, m := range testFunc.FindAllStringSubmatch(read(t, file), -1) {
			set[path.Dir(file)] = append(set[path.Dir(file)], m[1])
		}
	}
	return set
}

// A test that a document names is there, in the room that stands before it. So is
// each part of a subtest's name, as a text of that room.
func TestDocs_Tests(t *testing.T) {
	tests, texts := testsOf(t), map[string]string{}
	has := func(room, text string) bool {
		if texts[room] == "" {
			for _, file := range files(t, room) {
				texts[room] += read(t, file)
			}
		}
		return strings.Contains(texts[room], text)
	}
	for _, file := range living(t) {
		for _, fault := range unfounded(read(t, file), tests, has) {
			t.Errorf("%s names %s", file, fault)
		}
	}
}

// unfounded says of each test that a document names, and that is not there, why not.
func unfounded(text string, tests map[string][]string, has func(room, text string) bool) (faults []string) {
	before := ""
	for _, m := range named.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		test := testName.FindStringSubmatch(m[2])
		switch {
		case m[3] != "":
			before = ""
		case m[1] != "" && !strings.HasSuffix(m[1], ".md"):
			before = m[1]
		case test != nil:
			if test[1] == "" {
				test[1] = before
			}
			if why := missing(test, tests, has); why != "" {
				faults = append(faults, m[2]+": "+why)
			}
		}
	}
	return faults
}

// missing says what is not there of a match of [testName], "" when all is.
func missing(test []string, tests map[string][]string, has func(room, text string) bool) string {
	room, name, all, subtests := test[1], test[2], test[3] != "", test[4]
	why, elsewhere := "", ""
	for _, in := range slices.Sorted(maps.Keys(tests)) {
		if !slices.ContainsFunc(tests[in], func(s string) bool { return s == name || all && strings.HasPrefix(s, name) }) {
			continue
		}
		if room != "" && !within(in, room) {
			elsewhere += "; one is in " + in
			continue
		}
		parts := splits.Split(subtests, -1)
		lost := slices.IndexFunc(parts, func(part string) bool { return !has(in, strings.TrimSpace(part)) })
		if lost < 0 {
			return ""
		}
		why = in + " has nothing called " + strings.TrimSpace(parts[lost])
	}
	if why == "" {
		why = "there is no such test in " + cmp.Or(room, "the tree") + elsewhere
	}
	return why
}

func TestDocs_TestsFinds(t *testing.T) {
	tests := map[string][]string{"core/a": {"TestOne", "TestOne_Way"}, "core/b": {"TestTwo"}}
	has := func(room, text string) bool { return strings.Contains(room+": popup keys", text) }
	for text, fault := range map[string]string{
		"core/a `TestOne`, `TestOne_Way`; core/b `TestTwo`": "",
		"`core/b TestTwo` and `TestOne_*`":                  "",
		"core/a `TestOne/…/popup` | `TestTwo`":              "",
		"core/a ([ADR 1](docs/a/1.md)) `TestOne`":           "",
		"`TestThree`":      "in the tree",
		"core/a `TestTwo`": "in core/a; one is in core/b",
		"core/a is right. But `TestTwo_*` is not":       "in the tree",
		"core/a `TestOne/…/popup: another`":             "core/a has nothing called another",
		"core/gone `TestOne`":                           "in core/gone; one is in core/a",
		"core/a decides, and `FuzzOne` is gone from it": "in core/a",
	} {
		faults := unfounded(text, tests, has)
		if fault == "" && len(faults) > 0 || fault != "" && (len(faults) != 1 || !strings.HasSuffix(faults[0], fault)) {
			t.Errorf("%s: found %q, want %q", text, faults, fault)
		}
	}
}

// A command of a document picks a test that is there.
func TestDocs_Commands(t *testing.T) {
	tests := testsOf(t)
	for _, file := range living(t) {
		for _, m := range picks.FindAllStringSubmatch(read(t, file), -1) {
			room := strings.TrimPrefix(m[1], "./")
			pattern, _, _ := strings.Cut(strings.ReplaceAll(m[2]+m[3], `\|`, "|"), "/")
			if pattern != "^$" && !slices.ContainsFunc(tests[room], regexp.MustCompile(pattern).MatchString) {
				t.Errorf("%s runs %s in %s, and no test there is called so", file, pattern, room)
			}
		}
	}
}

// A path of the tree that a document names is there: a folder or a file, in backticks
// or not. In contributing.md the files of its example are not there.
func TestDocs_Paths(t *testing.T) {
	all := files(t, ".")
	is := func(p string) bool {
		return slices.ContainsFunc(all, func(file string) bool { return within(file, p) })
	}
	for _, file := range living(t) {
		for _, m := range named.FindAllStringSubmatch(fence.ReplaceAllString(read(t, file), ""), -1) {
			p := strings.TrimSuffix(m[1]+m[2], "/")
			first, _, below := strings.Cut(p, "/")
			ours := below && is(first) && !strings.ContainsAny(p, " …*<>$'") || source.MatchString(m[2])
			if ours && !is(p) && !strings.Contains(path.Base(p), "measure") {
				t.Errorf("%s names %s, which is not there", file, p)
			}
		}
	}
}
