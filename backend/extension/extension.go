// Package extension is the built extension inside the binary, so that one file
// can launch a browser with it or write it out. It decides nothing; the build
// (`go run ./build all`) puts the files there.
//
// It imports: no other room.
package extension

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed all:files
var files embed.FS

// ErrNotBuilt says that this binary came from a plain `go build`, which cannot
// build the extension. The commits of released versions carry it.
var ErrNotBuilt = errors.New("this binary was built without the extension: install a released version, or run `go run ./build all` in a checkout and use dist/bua")

// FS returns the extension's files. Error: ErrNotBuilt.
func FS() (fs.FS, error) {
	sub, err := fs.Sub(files, "files")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"manifest.json", "serviceworker.js", "bua.wasm"} {
		if _, err := fs.Stat(sub, name); err != nil {
			return nil, ErrNotBuilt
		}
	}
	return sub, nil
}

// WriteTo writes the extension into dir, which it creates; files of the same
// name are replaced, others stay. Error: ErrNotBuilt.
func WriteTo(dir string) error {
	from, err := FS()
	if err != nil {
		return err
	}
	return fs.WalkDir(from, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".gitkeep" {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		data, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
}
