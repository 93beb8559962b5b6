package deps

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// atHome is what a person has at one of the homes of a run alone: a command line, or a backend.
var atHome = regexp.MustCompile(`\bbua (act|models|runs|schedule|serve|service|pair|doctor|devices)\b|\b(the|this) backend\b|\bbackend's\b`)

// Sentences of what runs at both ends say what to do in no end's words: each adds its own by the
// code (ADR 0145).
func TestSentences(t *testing.T) {
	for _, room := range []string{"core/agent", "core/model", "core/runs", "core/jobs", "core/panel", "wasm/local"} {
		for _, file := range goFiles(t, room) {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, said := range sentences(parse(t, file, read(t, file))) {
				if atHome.MatchString(said) {
					t.Errorf("%s: %q is true at one home only: say what to do without naming a command or a backend", file, said)
				}
			}
		}
	}
}

// sentences are the texts of a file that a person may read: those with a space.
func sentences(f *ast.File) (list []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, err := strconv.Unquote(l.Value); err == nil && strings.Contains(text, " ") {
				list = append(list, text)
			}
		}
		return true
	})
	return list
}
