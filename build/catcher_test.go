package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/faults"
	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/toolchain"
)

// A test catches a fault by failing with it and passing without it.
func TestCatch(t *testing.T) {
	const notices = "func TestNotices(t *testing.T) {\n\tif F() != 1 {\n\t\tt.Fail()\n\t}\n}\n"
	const broken = "func TestBroken(t *testing.T) { t.Fail() }\n"
	for _, row := range []struct {
		name, tests, instead, by string
		bad                      bool
	}{
		{"one that notices it", notices, "return 2", "a TestNotices", false},
		{"none that does", notices, "return 2 - 1", "", false},
		{"one that fails without it too", broken, "return 2", "", false},
		{"one that notices it, behind one that fails anyway", broken + notices, "return 2", "a TestNotices", false},
		{"a fault that is no program", notices, "return", "", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			say := progress.New(io.Discard)
			c := &catcher{tree: &workspace{root: t.TempDir(), say: say}, copy: &workspace{root: t.TempDir(), say: say}, tiny: &toolchain.TinyGo{}, say: say,
				list: []room{{ImportPath: modulePath + "/a", TestGoFiles: []string{"a_test.go"}}}}
			for _, h := range []*workspace{c.tree, c.copy} {
				is.NoErr(os.Mkdir(h.path("a"), 0o755))
				for name, text := range map[string]string{
					"go.mod":      "module " + modulePath + "\n\ngo 1.26\n",
					"a/a.go":      "package a\n\nfunc F() int { return 1 }\n",
					"a/a_test.go": "package a\n\nimport \"testing\"\n\n" + row.tests,
				} {
					is.NoErr(os.WriteFile(filepath.Join(h.root, name), []byte(text), 0o644))
				}
			}
			got, err := c.catch(t.Context(), faults.Fault{Name: "f", File: "a/a.go", Old: "return 1", New: row.instead}, faultPick{})
			is.Equal(err != nil, row.bad)
			is.Equal(got.by, row.by)
			text, err := os.ReadFile(c.copy.path("a", "a.go"))
			is.NoErr(err)
			is.Equal(string(text), "package a\n\nfunc F() int { return 1 }\n") // it is taken out again
		})
	}
}
