package install

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Ledger is what was done, the newest last: the file installed.json in bua's
// folder, with the backups beside it.
type Ledger struct {
	dir  string
	Rows []Row `json:"rows"`
}

// Row is one change that was made.
type Row struct {
	Kind Kind   `json:"kind"`
	What string `json:"what"`
	Path string `json:"path"`
	// Backup is what the file was before, in a file of the ledger's folder; "" when
	// there was none.
	Backup string `json:"backup,omitempty"`
	// Hash is that of the file as it was left.
	Hash  string   `json:"hash,omitempty"`
	Entry *entry   `json:"entry,omitempty"`
	Do    []string `json:"do,omitempty"`
	Undo  []string `json:"undo,omitempty"`
	// Folders were made for the file, the deepest first.
	Folders []string `json:"folders,omitempty"`
}

const ledgerFile = "installed.json"

// Open reads the ledger of a folder; none was written when nothing is installed.
func Open(dir string) (*Ledger, error) {
	l := &Ledger{dir: dir}
	data, err := os.ReadFile(filepath.Join(dir, ledgerFile))
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, l); err != nil {
		return nil, fmt.Errorf("%s does not parse: %w; it says what bua install has done, so look at it before you delete it", filepath.Join(dir, ledgerFile), err)
	}
	return l, nil
}

func (l *Ledger) save() error {
	file := filepath.Join(l.dir, ledgerFile)
	if len(l.Rows) == 0 {
		_ = os.Remove(filepath.Join(l.dir, backups)) // when it is empty
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	return replace(file, append(data, '\n'), 0o600)
}

func (l *Ledger) find(k Kind, path string, do []string) *Row {
	for i := range l.Rows {
		r := &l.Rows[i]
		if r.Kind == k && r.Path == path && fmt.Sprint(r.Do) == fmt.Sprint(do) {
			return r
		}
	}
	return nil
}

// without is a file as it is, but for the entry of an earlier bua that is
// elsewhere now.
func (l *Ledger) without(c Change) []byte {
	r := l.find(c.Kind, c.Path, nil)
	if r == nil || r.Entry == nil || r.Entry.Name != c.entry.Name || same(r.Entry.Value, c.entry.Value) {
		return c.Old
	}
	out, err := r.Entry.remove(c.Old)
	if err != nil {
		return c.Old // it is somebody's now, which add says
	}
	return out
}

// backups is the folder of what files were before.
const backups = "backups"

func (l *Ledger) backup(path string, content []byte) (name string, err error) {
	name = filepath.Join(backups, rand.Text()[:8]+"-"+filepath.Base(path))
	if err := os.MkdirAll(filepath.Join(l.dir, backups), 0o700); err != nil {
		return "", err
	}
	return name, os.WriteFile(filepath.Join(l.dir, name), content, 0o600)
}

// Backup is the path of what a change's file was before, "" when it was not there.
func (l *Ledger) Backup(c Change) string {
	if r := l.find(c.Kind, c.Path, nil); r != nil && r.Backup != "" {
		return filepath.Join(l.dir, r.Backup)
	}
	return ""
}

// Done reports whether a command of the plan was run already, for the files as
// they are: they are all as planned.
func (l *Ledger) Done(p Plan, c Change) bool {
	if c.Kind != KindCommand {
		return c.Done
	}
	if l.find(c.Kind, c.Path, c.do) == nil {
		return false
	}
	for _, f := range p.Changes {
		if f.Kind == KindFile && !f.Done {
			return false
		}
	}
	return true
}

// Apply makes one change and writes down how to take it back, before it is made:
// an end in between leaves a row too many, and never one too few.
func (l *Ledger) Apply(m Machine, c Change) error {
	if c.Kind == KindFolder {
		return l.unpack(c)
	}
	if c.Kind == KindCommand {
		before := l.find(c.Kind, c.Path, c.do)
		if err := m.Run(c.do[0], c.do[1:]...); err != nil {
			if before == nil {
				// systemd enables a unit and then does not reach itself: half of it is done.
				_ = m.Run(c.undo[0], c.undo[1:]...)
			}
			return err
		}
		if before == nil {
			l.Rows = append(l.Rows, Row{Kind: c.Kind, What: c.What, Path: c.Path, Do: c.do, Undo: c.undo})
		}
		return l.save()
	}
	now, err := read(c.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Old) || (now == nil) != (c.Old == nil) {
		return errors.New("was changed meanwhile; run it again")
	}
	r := l.find(c.Kind, c.Path, nil)
	switch {
	case r == nil:
		row := Row{Kind: c.Kind, What: c.What, Path: c.Path}
		if c.Old != nil {
			if row.Backup, err = l.backup(c.Path, c.Old); err != nil {
				return err
			}
		}
		l.Rows = append(l.Rows, row)
		r = &l.Rows[len(l.Rows)-1]
	case r.Hash != hashOf(c.Old) && c.Old != nil: // somebody else has changed it since: that is what it was before
		if r.Backup, err = l.backup(c.Path, l.without(c)); err != nil {
			return err
		}
	}
	r.Hash, r.Entry = hashOf(c.New), c.entry
	r.Folders = append(missing(filepath.Dir(c.Path)), r.Folders...)
	if err := l.save(); err != nil {
		return err
	}
	folders := fs.FileMode(0o755)
	if c.mode&0o077 == 0 {
		folders = 0o700
	}
	if err := os.MkdirAll(filepath.Dir(c.Path), folders); err != nil {
		return err
	}
	return replace(c.Path, c.New, c.mode)
}

// missing are the folders that have to be made for one, the deepest first.
func missing(dir string) (list []string) {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			return list
		}
		list = append(list, dir)
		dir = filepath.Dir(dir)
	}
}

// replace writes a file at once, so that nobody reads half of it, with the mode
// that it has. A link stays one: what it names is written.
func replace(path string, content []byte, mode fs.FileMode) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	temp := path + "." + rand.Text()
	if err := os.WriteFile(temp, content, mode); err != nil {
		return err
	}
	err := os.Rename(temp, path)
	if err != nil {
		_ = os.Remove(temp)
	}
	return err
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
