package install

import (
	"errors"
	"os"
	"path/filepath"
)

// Undone is what became of one row.
type Undone struct {
	Row
	// Says is what was done, or is to be done, in some words.
	Says string
	// Err is why it was not.
	Err error
}

// Undo takes everything back, the newest first, and calls each with what became
// of it. With dry it only says. What could not be taken back stays in the ledger.
func (l *Ledger) Undo(m Machine, dry bool, each func(Undone)) error {
	var left []Row
	for i := len(l.Rows) - 1; i >= 0; i-- {
		u := l.undo(m, l.Rows[i], dry)
		each(u)
		if u.Err != nil {
			left = append([]Row{u.Row}, left...)
		}
	}
	if dry {
		return nil
	}
	l.Rows = left
	return l.save()
}

func (l *Ledger) undo(m Machine, r Row, dry bool) Undone {
	done := func(says string, do func() error) Undone {
		if dry {
			return Undone{r, says, nil}
		}
		if err := do(); err != nil {
			return Undone{r, "", err}
		}
		l.settle(r)
		return Undone{r, says, nil}
	}
	if r.Kind == KindCommand {
		return done("is taken back", func() error { return m.Run(r.Undo[0], r.Undo[1:]...) })
	}
	if r.Kind == KindFolder {
		return deleted(r, dry)
	}
	now, err := read(r.Path)
	switch {
	case err != nil:
		return Undone{r, "", err}
	case now == nil:
		return done("is gone already", func() error { return nil })
	case hashOf(now) == r.Hash && r.Backup == "":
		return done("is deleted", func() error { return os.Remove(r.Path) })
	case hashOf(now) == r.Hash:
		before, err := os.ReadFile(filepath.Join(l.dir, r.Backup))
		if err != nil {
			return Undone{r, "", err}
		}
		return done("is as it was before", func() error { return replace(r.Path, before, 0o600) })
	case r.Kind == KindFile:
		return Undone{r, "", errors.New("was changed by somebody else, so it is left alone; delete it when it is not wanted")}
	}
	// Somebody went on with it: the entry alone is taken out.
	out, err := r.Entry.remove(now)
	if err != nil {
		return Undone{r, "", err}
	}
	return done("the entry is taken out; what else was changed stays", func() error { return replace(r.Path, out, 0o600) })
}

// settle removes what a row has left: its backup, and folders that were made for
// it and are empty.
func (l *Ledger) settle(r Row) {
	if r.Backup != "" {
		_ = os.Remove(filepath.Join(l.dir, r.Backup))
	}
	for _, dir := range r.Folders {
		if os.Remove(dir) != nil { // somebody else's files are in it
			return
		}
	}
}
