package gen

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	// typeNote is the wire name in a comment: beside the schema it is noise.
	typeNote = regexp.MustCompile(` \(type "[a-z_]+"\)`)
	// docLink is a reference to another Go name.
	docLink = regexp.MustCompile(`\[([A-Za-z.]+)\]`)
)

// prose turns the comment of a Go name into a description for readers who do
// not see the Go name: "UID is an element reference" becomes "An element
// reference".
func prose(goName, doc string) string {
	doc = typeNote.ReplaceAllString(doc, "")
	doc = docLink.ReplaceAllString(doc, "$1")
	rest, ok := strings.CutPrefix(strings.TrimSpace(doc), goName)
	if !ok || rest != "" && !strings.ContainsRune(" :.", rune(rest[0])) {
		return doc
	}
	rest = strings.TrimLeft(rest, " :.")
	for _, verb := range []string{"is ", "are "} {
		rest = strings.TrimPrefix(rest, verb)
	}
	r, n := utf8.DecodeRuneInString(rest)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + rest[n:]
}
