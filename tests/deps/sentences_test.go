package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// What a program decides on is a code: an error's code, outcome or reason. A
// sentence is for people, and is reworded without asking who compares it.
const sentenceAdvice = "a program decides on codes: protocol.CodeOf, OutcomeOf, Reason, or a type found with As; add one where none says it"

// chromeTexts is the one file that compares sentences: those of Chrome, which
// come without a code.
const chromeTexts = "core/debugger/errorkind.go"

// sameTexts are comparisons of a text with another of its kind: whether it is the
// same again. Nobody looks for words in it.
var sameTexts = map[string]string{
	"core/supervisor/dialogs.go":  "o.Message",             // a page's dialog: the question that our own shim of print asks
	"core/session/helprequest.go": "old.Message q.Message", // a request for help that is made again
	"core/link/connect.go":        "problem",               // a pairing that is as damaged as it was
	"backend/direct/reconnect.go": "err.Error()",           // what the log has already
}

func TestSentences_Go(t *testing.T) {
	seen := map[string]bool{}
	for _, room := range []string{"core", "backend", "wasm", "build"} {
		for _, file := range goFiles(t, room) {
			if strings.HasSuffix(file, "_test.go") || file == chromeTexts {
				continue
			}
			found, err := sentences(file, read(t, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				if listHas(sameTexts[file], f.what) {
					seen[file] = true
					continue
				}
				t.Errorf("%s: compares the text %s\n  %s", f.at, f.what, sentenceAdvice)
			}
		}
	}
	for file := range sameTexts {
		if !seen[file] {
			t.Errorf("%s compares no text any more: take it off the list", file)
		}
	}
}

type comparison struct{ at, what string }

// comparers are the functions of package strings that find one text in another.
const comparers = "Contains ContainsAny ContainsFunc Count Cut CutPrefix CutSuffix EqualFold Fields HasPrefix HasSuffix Index IndexAny LastIndex Split SplitN TrimPrefix TrimSuffix"

// sentences lists where a file compares the text of an error: err.Error(), a
// field Message or the Text of a refusal, or a variable of the same function
// that one of these was put into.
func sentences(file, text string) ([]comparison, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	names := importNames(parsed)
	var found []comparison
	for _, decl := range parsed.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		held := holders(f.Body)
		say := func(n ast.Expr) {
			if what := sentence(n, held); what != "" {
				found = append(found, comparison{fmt.Sprint(set.Position(n.Pos())), what})
			}
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok {
					pkg, _ := s.X.(*ast.Ident)
					known := pkg != nil && (names[pkg.Name] == "strings" && listHas(comparers, s.Sel.Name) || names[pkg.Name] == "regexp")
					if known || strings.HasPrefix(s.Sel.Name, "Match") {
						for _, arg := range n.Args {
							say(arg)
						}
					}
				}
			case *ast.BinaryExpr:
				if (n.Op == token.EQL || n.Op == token.NEQ) && !empty(n.X) && !empty(n.Y) {
					say(n.X)
					say(n.Y)
				}
			case *ast.SwitchStmt:
				if n.Tag != nil {
					say(n.Tag)
				}
			}
			return true
		})
	}
	return found, nil
}

// sentence names the text of an error that an expression is, "" when it is none.
func sentence(n ast.Expr, held map[string]bool) string {
	switch n := n.(type) {
	case *ast.ParenExpr:
		return sentence(n.X, held)
	case *ast.Ident:
		if held[n.Name] {
			return n.Name
		}
	case *ast.SelectorExpr:
		if n.Sel.Name == "Message" || n.Sel.Name == "Detail" {
			return prefix(n.X) + n.Sel.Name
		}
	case *ast.CallExpr:
		s, ok := n.Fun.(*ast.SelectorExpr)
		switch {
		case ok && s.Sel.Name == "Error" && len(n.Args) == 0:
			return prefix(s.X) + "Error()"
		case ok && (s.Sel.Name == "ToLower" || s.Sel.Name == "TrimSpace") && len(n.Args) == 1:
			return sentence(n.Args[0], held)
		}
	}
	return ""
}

// prefix is the name before a selector's last one.
func prefix(n ast.Expr) string {
	if id, ok := n.(*ast.Ident); ok {
		return id.Name + "."
	}
	return "… ."
}

// holders are the variables of a function that a sentence is put into.
func holders(body *ast.BlockStmt) map[string]bool {
	held := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, left := range a.Lhs {
				if id, ok := left.(*ast.Ident); ok && sentence(a.Rhs[i], nil) != "" {
					held[id.Name] = true
				}
			}
		}
		return true
	})
	return held
}

func empty(n ast.Expr) bool {
	lit, ok := n.(*ast.BasicLit)
	return ok && (lit.Value == `""` || lit.Value == "``")
}

// The words that say that an outcome is unknown are added in one place of each
// language; nobody looks for them.
func TestSentences_UnknownIsSaidOnce(t *testing.T) {
	words := `outcome ` + `unknown: `
	places := map[string]int{}
	for _, file := range append(goFiles(t, "."), files(t, ".", ".ts", ".tsx")...) {
		if n := strings.Count(read(t, file), words); n > 0 && !strings.HasSuffix(file, "_test.go") {
			places[file] = n
		}
	}
	is.New(t).Equal(places, map[string]int{"core/protocol/error.go": 1, "serviceworker/socket.ts": 1})
}

// tsSentence finds a message or a detail of an error that is compared.
var tsSentence = regexp.MustCompile(`\b(?:message|detail|noticeDetail)\b\)?(?:\?\.|!?\.)(?:includes|startsWith|endsWith|indexOf|search|match|matchAll|split)\(` +
	`|\b(?:message|detail|noticeDetail)\s*[!=]==?\s*["'\x60]` +
	`|["'\x60]\s*[!=]==?\s*[\w.?]*\b(?:message|detail|noticeDetail)\b` +
	`|\.(?:test|exec)\([^()]*\b(?:message|detail|noticeDetail)\)` +
	`|String\((?:e|err|error|reason)\)\.(?:includes|startsWith|match)`)

func TestSentences_TypeScript(t *testing.T) {
	for _, room := range []string{"popup", "options", "sidepanel", "contracts", "serviceworker", "page"} {
		for _, file := range files(t, room, ".ts", ".tsx") {
			text := strings.NewReplacer(`message === ""`, "", `message !== ""`, "").Replace(comment.ReplaceAllString(read(t, file), ""))
			if m := tsSentence.FindString(text); m != "" {
				t.Errorf("%s compares the text of a message: %s\n  a program decides on codes: code, outcome or reason", file, m)
			}
		}
	}
}

func TestSentences_SeesComparisons(t *testing.T) {
	for _, row := range []struct {
		name, body string
		found      bool
	}{
		{"a part of a message", `_ = strings.Contains(e.Message, "x")`, true},
		{"the beginning of an error", `_ = strings.HasPrefix(err.Error(), "x")`, true},
		{"through a call", `_ = strings.Contains(protocol.AsError(err).Message, "x")`, true},
		{"through a variable", `text := err.Error(); _ = strings.Contains(text, "x")`, true},
		{"in lower case", `_ = strings.Contains(strings.ToLower(err.Error()), "x")`, true},
		{"a split", `says, do, _ := strings.Cut(err.Error(), "; "); _, _ = says, do`, true},
		{"equality", `_ = e.Message == "x"`, true},
		{"a switch", `switch err.Error() { case "x": }`, true},
		{"a pattern", `_ = pattern.MatchString(err.Error())`, true},
		{"whether there is one", `_ = e.Message == ""`, false},
		{"a code", `_ = e.Code == "x"`, false},
		{"a message that is passed on", `log(e.Message)`, false},
		{"another text", `_ = strings.Contains(page, "x")`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			found, err := sentences("x.go", "package x\nimport \"strings\"\nfunc f() { "+row.body+" }")
			is.NoErr(err)
			is.Equal(len(found) > 0, row.found)
		})
	}
	for text, found := range map[string]bool{
		`if (answer.error.message.includes("x")) {}`: true, `if (e.message === "x") {}`: true, `/x/.test(link.detail)`: true,
		`if (e.code === "x") {}`: false, `throw new BridgeError(answer.error.message);`: false,
	} {
		is.New(t).Equal(tsSentence.MatchString(text), found)
	}
}
