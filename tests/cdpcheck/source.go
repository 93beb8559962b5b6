package cdpcheck

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Wanted is what core's source asks of CDP.
type Wanted struct {
	// Methods are the commands and events that it names.
	Methods map[string]bool
	// Names are the members that it reads, of whatever.
	Names map[string]bool
}

var method = regexp.MustCompile(`^[A-Z][A-Za-z]+\.[a-z][A-Za-z]+$`)

// Read looks through the rooms of core that speak CDP.
func Read() (Wanted, error) {
	w := Wanted{map[string]bool{}, map[string]bool{}}
	root, err := root()
	if err != nil {
		return w, err
	}
	for _, room := range []string{"core/debugger", "core/internal/tabstate", "core/supervisor"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(room), "*.go"))
		if err != nil {
			return w, err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return w, err
			}
			w.file(parsed)
		}
	}
	return w, nil
}

// readers are the functions that read members, of core/scan: all arguments of theirs
// but the first name members.
var readers = []string{"Members", "Path", "Texts", "TextAt", "WholeAt"}

// name is what a function is called, whatever it is called on.
func name(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func (w Wanted) file(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && method.MatchString(text) {
				w.Methods[text] = true
			}
		case *ast.CallExpr:
			if !slices.Contains(readers, name(n.Fun)) {
				return true
			}
			for _, a := range n.Args[1:] {
				if lit, ok := a.(*ast.BasicLit); ok {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						w.Names[text] = true
					}
				}
			}
		}
		return true
	})
}

func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); !errors.Is(err, fs.ErrNotExist) {
			return dir, err
		}
	}
	return "", errors.New("not inside the repository")
}
