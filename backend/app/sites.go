package app

import (
	_ "embed"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/protocol"
)

//go:embed sites.txt
var builtIn string

// builtInSites reads them once.
var builtInSites = sync.OnceValues(func() ([]adapter.Site, error) { return adapter.Parse(direct.Names{}, builtIn) })

// BuiltInSites are the notes for sites that bua comes with.
func BuiltInSites() ([]adapter.Site, error) { return builtInSites() }

// maxSites bounds the person's own notes for sites, all together.
const maxSites = 200

// Sites are the person's own notes for sites: the .txt files of the folder sites, in
// the order of their names. It is read anew for each run. Error: invalid_action, with
// file, line and what is wrong.
func (h Home) Sites() ([]adapter.Site, error) {
	files, err := os.ReadDir(h.Path("sites"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "the folder of your notes for sites cannot be read: "+err.Error()).NotDone()
	}
	var list []adapter.Site
	for _, f := range files {
		if f.IsDir() || !strings.HasSuffix(f.Name(), ".txt") {
			continue
		}
		path := filepath.Join(h.Path("sites"), f.Name())
		text, err := readSome(path)
		if err == nil {
			var more []adapter.Site
			if more, err = adapter.Parse(direct.Names{}, text); err == nil {
				list = append(list, more...)
				continue
			}
		}
		return nil, protocol.NewError(protocol.CodeInvalidAction, path+": "+err.Error()+"; mend it, or move it away").NotDone()
	}
	if len(list) > maxSites {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "the folder "+h.Path("sites")+" has notes for more than 200 sites: move some away").NotDone()
	}
	return list, nil
}

// readSome reads a file, of which more than one may have is a fault of its form.
func readSome(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 1<<20))
	return string(data), err
}
