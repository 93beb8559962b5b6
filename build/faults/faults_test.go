package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// Each fault can be planted in this tree, and there are as many of each kind as the verb
// promises.
func TestAll(t *testing.T) {
	is := is.New(t)
	all, err := All()
	is.NoErr(err)
	of := map[string]int{}
	for _, f := range all {
		of[f.Of]++
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(f.File)))
		is.NoErr(err)
		_, err = f.Plant(string(text))
		is.NoErr(err)
	}
	is.Equal(of, map[string]int{"guards": 16, "acting": 12, "agent": 6, "backend": 6})
}

func TestParse(t *testing.T) {
	whole := "# a word\nfault a\nfile x/y.go\nwhy it hurts\nin tests/z ^TestZ$\n- \tone\n- two\n+ three\n"
	for _, row := range []struct {
		name, text string
		want       []Fault
		bad        string
	}{
		{"nothing", "", nil, ""},
		{"one", whole, []Fault{{Name: "a", File: "x/y.go", Why: "it hurts", In: "tests/z", Run: "^TestZ$", Old: "\tone\ntwo", New: "three"}}, ""},
		{"a line that is left out", "fault a\nfile f\nwhy w\n- one\n", []Fault{{Name: "a", File: "f", Why: "w", Old: "one"}}, ""},
		{"no reason", "fault a\nfile f\n- one\n", nil, "it needs"},
		{"no change", "fault a\nfile f\nwhy w\n- one\n+ one\n", nil, "differ"},
		{"no fault", "file f\n", nil, "before the first"},
		{"a word that it does not know", "fault a\nfiles f\n", nil, "not \"files\""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got, err := Parse(row.text)
			is.Equal(err != nil, row.bad != "")
			if err != nil {
				is.True(strings.Contains(err.Error(), row.bad))
			}
			is.Equal(got, row.want)
		})
	}
}

func TestPlantIn(t *testing.T) {
	for _, row := range []struct{ name, text, want, bad string }{
		{"its text", "one two", "one 2", ""},
		{"a text that is not there", "one", "", "moved on"},
		{"a text that stands there twice", "two two", "", "stands 2 times"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			root := t.TempDir()
			file := filepath.Join(root, "f")
			is.NoErr(os.WriteFile(file, []byte(row.text), 0o644))
			restore, err := Fault{Name: "a", File: "f", Old: "two", New: "2"}.PlantIn(root)
			if row.bad != "" {
				is.True(strings.Contains(err.Error(), row.bad))
				return
			}
			is.NoErr(err)
			got, _ := os.ReadFile(file)
			is.Equal(string(got), row.want)
			is.NoErr(restore())
			got, _ = os.ReadFile(file)
			is.Equal(string(got), row.text)
		})
	}
}
