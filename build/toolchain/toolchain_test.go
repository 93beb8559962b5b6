package toolchain

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
)

func TestNewEnough(t *testing.T) {
	rows := []struct {
		name, said, version string
		ok                  bool
	}{
		{"the release that was measured", "tinygo version 0.41.1 linux/amd64 (using go version go1.26.8 and LLVM version 19.1.7)", "0.41.1", true},
		{"a later one", "tinygo version 0.42.0 linux/amd64", "0.42.0", true},
		{"a later major version", "tinygo version 1.0.0 linux/amd64", "1.0.0", true},
		{"an older one", "tinygo version 0.39.0 linux/amd64", "0.39.0", false},
		{"something else of that name", "tiny go", "", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			version, ok := newEnough(row.said)
			is.Equal(ok, row.ok)
			is.Equal(version, row.version)
		})
	}
}

func TestMissing(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	is.NoErr(os.WriteFile(filepath.Join(dir, "there"), []byte("#!\n"), 0o755))
	needs := []Need{
		{"program", []string{"gone", "there"}},
		{"file", []string{dir + "/th*"}},
		{"lacking", []string{"gone", dir + "/none*"}},
	}
	is.Equal(Missing(needs, needs), []string{"lacking"}) // what no alternative meets, once
}
