package stamp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/build/stamp"
)

func TestFresh(t *testing.T) {
	rows := []struct {
		name   string
		change func(root string, s *stamp.Step)
		fresh  bool
	}{
		{"nothing changed", func(string, *stamp.Step) {}, true},
		{"an input changed", func(root string, _ *stamp.Step) { write(root, "in/a.go", "2") }, false},
		{"an input came", func(root string, _ *stamp.Step) { write(root, "in/b.go", "") }, false},
		{"an input that is skipped came", func(root string, _ *stamp.Step) { write(root, "in/b_test.go", "") }, true},
		{"an input went", func(root string, _ *stamp.Step) { os.Remove(filepath.Join(root, "in/a.go")) }, false},
		{"the output was edited", func(root string, _ *stamp.Step) { write(root, "out/x", "2") }, false},
		{"the output went", func(root string, _ *stamp.Step) { os.RemoveAll(filepath.Join(root, "out")) }, false},
		{"another step wrote beside the output", func(root string, _ *stamp.Step) { write(root, "out/foreign", "2") }, true},
		{"a version changed", func(_ string, s *stamp.Step) { s.Keys = []string{"v2"} }, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			root := t.TempDir()
			store := stamp.Store{Root: root, Dir: filepath.Join(root, "stamps")}
			step := stamp.Step{
				Name: "step", Inputs: []string{"in", "gone"}, Keys: []string{"v1"},
				Skip:    func(p string) bool { return filepath.Base(p) == "b_test.go" },
				Outputs: []string{"out"}, Foreign: []string{"out/foreign"},
			}
			write(root, "in/a.go", "1")
			write(root, "out/x", "1")
			fresh, err := store.Fresh(step)
			is.NoErr(err)
			is.True(!fresh) // never ran
			is.NoErr(store.Keep(step))
			row.change(root, &step)
			fresh, err = store.Fresh(step)
			is.NoErr(err)
			is.Equal(fresh, row.fresh)
		})
	}
}

func write(root, name, text string) {
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
}

// Another tree with the same inputs has the same key, and none with others.
func TestKey(t *testing.T) {
	is := is.New(t)
	step := stamp.Step{Name: "x", Inputs: []string{"in"}, Keys: []string{"v1"}}
	key := func(content string, keys ...string) string {
		root := t.TempDir()
		write(root, "in/a.go", content)
		step.Keys = keys
		k, err := stamp.Store{Root: root}.Key(step)
		is.NoErr(err)
		return k
	}
	is.Equal(key("1", "v1"), key("1", "v1"))
	is.True(key("1", "v1") != key("2", "v1"))
	is.True(key("1", "v1") != key("1", "v2"))
}
