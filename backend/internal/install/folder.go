package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// folder plans the folder with the extension, which is written anew each time: a browser
// loads it again when it starts.
func (p *planner) folder() {
	c := Change{Kind: KindFolder, What: "the extension, unpacked", Path: p.o.Extension, unpack: p.o.Unpack}
	list, err := os.ReadDir(c.Path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		c.Wrong = err.Error()
	case len(list) > 0 && p.l.find(c.Kind, c.Path, nil) == nil && !isExtension(c.Path):
		c.Wrong = "holds other files; name another folder with --extension"
	}
	p.Changes = append(p.Changes, c)
}

// isExtension reports whether a folder holds an extension with a service worker of bua's.
func isExtension(dir string) bool {
	for _, name := range []string{"manifest.json", "serviceworker.js", "bua.wasm"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// unpack writes the folder.
func (l *Ledger) unpack(c Change) error {
	if l.find(c.Kind, c.Path, nil) == nil {
		l.Rows = append(l.Rows, Row{Kind: c.Kind, What: c.What, Path: c.Path})
		if err := l.save(); err != nil {
			return err
		}
	}
	return c.unpack(c.Path)
}

// deleted takes a folder away, unless it has become something else.
func deleted(r Row, dry bool) Undone {
	switch _, err := os.Stat(r.Path); {
	case errors.Is(err, fs.ErrNotExist):
		return Undone{r, "is gone already", nil}
	case err != nil:
		return Undone{r, "", err}
	case !isExtension(r.Path):
		return Undone{r, "", errors.New("holds something else now, so it is left alone; delete it when it is not wanted")}
	case dry:
		return Undone{r, "is deleted", nil}
	}
	return Undone{r, "is deleted; take the extension out of chrome://extensions, too", os.RemoveAll(r.Path)}
}
