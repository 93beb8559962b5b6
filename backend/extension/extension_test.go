package extension_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/backend/extension"
)

// The test runs with and without a built extension: a fresh clone has none.
func TestWriteTo(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join(t.TempDir(), "out")
	err := extension.WriteTo(dir)
	if _, built := os.Stat("files/manifest.json"); built != nil {
		is.True(errors.Is(err, extension.ErrNotBuilt)) // says that nothing is inside
		return
	}
	is.NoErr(err)
	want, err := os.ReadFile("files/manifest.json")
	is.NoErr(err)
	got, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	is.NoErr(err)
	is.Equal(got, want)
	_, err = os.Stat(filepath.Join(dir, ".gitkeep"))
	is.True(errors.Is(err, os.ErrNotExist)) // git's placeholder is not part of the extension
}
