package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// line is one element as a driver shows it.
type line struct {
	// ref is what the driver calls it.
	ref string
	// role is the ARIA role that it is shown with.
	role string
	// name is its name, or the text that is shown in its line where it has none.
	name string
	// value is what a field holds.
	value string
}

// pressed is the role of what stands in a table or list: something to press.
const pressed = "pressed"

func (l line) matches(name *regexp.Regexp) bool {
	return name.MatchString(l.name) || l.value != "" && name.MatchString(l.value)
}

// target says which element a step means.
type target struct {
	// role lists the roles that fit, separated by |.
	role string
	// name is a regular expression for its name.
	name *regexp.Regexp
}

// words are those that a search can look for: of the first way to be named.
func (t target) words() string {
	first, _, _ := strings.Cut(t.name.String(), "|")
	w := regexp.MustCompile(`\(\?i\)|\\.|[\^$()|?*+.\[\]]+`).ReplaceAllString(first, " ")
	return strings.Join(strings.Fields(w), " ")
}

func (t target) String() string {
	return t.role + " " + strconv.Quote(t.name.String())
}

// pick returns the first line that is meant: one that is shown with a role that fits, or
// else one whose role is not shown, or, when loose, any.
func (t target) pick(lines []line, loose bool) (line, bool) {
	roles := strings.Split(t.role, "|")
	for _, fits := range []func(line) bool{
		func(l line) bool { return slices.Contains(roles, l.role) },
		func(l line) bool {
			return l.role == pressed && slices.ContainsFunc(roles, func(r string) bool { return !field(r) })
		},
		func(line) bool { return loose },
	} {
		for _, l := range lines {
			if l.ref != "" && fits(l) && l.matches(t.name) {
				return l, true
			}
		}
	}
	return line{}, false
}

var (
	buaLine = regexp.MustCompile(`^(e\d+) (\S+)(?: "((?:[^"\\]|\\.)*)")?(.*)$`)
	buaRef  = regexp.MustCompile(`\[((?:[^\[\]]|!?\[[^\[\]]*\])*?) ?(e\d+)\](\(?)`)
)

// buaLines returns the elements of an answer of extract or find: those that stand in a
// table or list, whose role only a line of their own tells, and those that have a line.
func buaLines(said string) (lines []line) {
	placed := map[string]int{}
	for _, m := range buaRef.FindAllStringSubmatch(said, -1) {
		if _, had := placed[m[2]]; had {
			continue
		}
		role := pressed
		if m[3] != "" {
			role = "link"
		}
		placed[m[2]] = len(lines)
		lines = append(lines, line{m[2], role, hinted(m[1]), ""})
	}
	for s := range strings.Lines(said) {
		m := buaLine.FindStringSubmatch(strings.TrimRight(s, "\n"))
		if m == nil {
			continue
		}
		name := hinted(m[3])
		if i, ok := placed[m[1]]; ok {
			lines[i].role = m[2]
			continue
		}
		value := ""
		if _, rest, ok := strings.Cut(m[4], ` = "`); ok {
			value, _, _ = strings.Cut(rest, `"`)
		}
		lines = append(lines, line{m[1], m[2], name, value})
	}
	return lines
}

// hinted is a name, or what stands in its place.
func hinted(name string) string {
	if hint, ok := strings.CutPrefix(name, "("); ok {
		return strings.TrimSuffix(hint, ")")
	}
	return name
}

var (
	peerLine = regexp.MustCompile(`^( *)- ([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?::(?: (.*))?)?$`)
	peerRef  = regexp.MustCompile(`\[ref=(\w+)\]`)
)

// peerLines returns the elements of a snapshot. Text that stands alone belongs
// to the element around it; what else has no ref cannot be used.
func peerLines(said string) (lines []line) {
	around, depths := map[int]string{}, []int{}
	for s := range strings.Lines(said) {
		s = strings.TrimRight(s, "\n")
		if indent, rest, ok := strings.Cut(s, "- '"); ok && strings.TrimSpace(indent) == "" { // quoted, as YAML wants it
			if end := strings.LastIndex(rest, "'"); end >= 0 {
				s = indent + "- " + strings.ReplaceAll(rest[:end], "''", "'") + rest[end+1:]
			}
		}
		m := peerLine.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		depth, name, shown := len(m[1]), plain(strings.ReplaceAll(m[3], `\"`, `"`)), m[5]
		if unquoted, err := strconv.Unquote(shown); err == nil {
			shown = unquoted
		}
		shown = plain(shown)
		l := line{"", m[2], name, shown}
		if name == "" {
			l.name = shown
		}
		if r := peerRef.FindStringSubmatch(m[4]); r != nil {
			l.ref = r[1]
			around[depth] = l.ref
		} else {
			around[depth] = around[depth-2]
			if l.role == "text" {
				l.ref = around[depth-2]
			}
		}
		lines, depths = append(lines, l), append(depths, depth)
	}
	for i, l := range lines {
		if l.role == "row" {
			end := i + 1
			for end < len(lines) && depths[end] > depths[i] {
				end++
			}
			asRow(l.name, lines[i+1:end])
		}
	}
	return lines
}

// plain is text without the glyphs of icon fonts, which say nothing to a reader.
func plain(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Co, r) {
			return -1
		}
		return r
	}, s))
}

// asRow calls the fields of a row that have no name as the row or, where it has
// none either, as what else is in it. The indentation shows which they are.
func asRow(name string, lines []line) {
	words := []string{name}
	for _, l := range lines {
		if name == "" && l.name != "" && l.role != "option" && !field(l.role) {
			words = append(words, l.name)
		}
	}
	for i, l := range lines {
		if l.name == "" && field(l.role) {
			lines[i].name = strings.TrimSpace(strings.Join(words, " "))
		}
	}
}

func field(role string) bool {
	return slices.Contains([]string{"checkbox", "radio", "textbox", "combobox", "spinbutton"}, role)
}
