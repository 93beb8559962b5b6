package app

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/runs"
)

// ledger keeps what a backend has paid in its store, and beside that in a file of the home
// for the other backends: each has a store of its own, and one cap holds for all.
type ledger struct {
	runs.Ledger
	file string

	mu   sync.Mutex
	days map[string]json.RawMessage // those of the file; owner: this backend
}

// monthAgo is when a file counts in no month any more.
const monthAgo = 32 * 24 * time.Hour

// openLedger makes the ledger of a backend over the table of its store.
func openLedger(o *Options, own runs.Ledger) (*ledger, error) {
	dir, name := o.Home.Path("spending"), "kept"
	switch {
	case o.Private && o.storeDir() != "": // the same store again at the next start
		sum := sha256.Sum256([]byte(o.storeDir()))
		name = hex.EncodeToString(sum[:6])
	case o.Private:
		name = strings.ToLower(rand.Text()[:12])
	}
	l := &ledger{Ledger: own, file: filepath.Join(dir, name+".json"), days: map[string]json.RawMessage{}}
	all, err := own.All()
	if err != nil {
		return nil, err
	}
	month := time.Now().Local().Format("2006-01")
	for date, row := range all {
		if strings.HasPrefix(date, month) {
			l.days[date] = row
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json")) // the pattern is a good one
	for _, f := range files {
		if info, err := os.Stat(f); err == nil && f != l.file && time.Since(info.ModTime()) > monthAgo {
			_ = os.Remove(f)
		}
	}
	if len(l.days) == 0 {
		return l, nil
	}
	return l, l.write()
}

// Put implements [runs.Ledger].
func (l *ledger) Put(date string, row []byte) error {
	if err := l.Ledger.Put(date, row); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.days[date] = row
	return l.write()
}

// write writes the file. The mutex is held, or nobody else knows the ledger.
func (l *ledger) write() error {
	if err := os.MkdirAll(filepath.Dir(l.file), 0o700); err != nil {
		return err
	}
	data, err := json.Marshal(l.days)
	if err != nil {
		return err
	}
	return private.Write(l.file, data)
}

// Elsewhere is what the other backends of this home have paid, by date and model.
func (l *ledger) Elsewhere() (map[string]map[string]int64, error) {
	sum := map[string]map[string]int64{}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(l.file), "*.json"))
	for _, f := range files {
		if f == l.file {
			continue
		}
		data, err := private.Read(f, 1<<20)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var days map[string]map[string]int64
		if err := json.Unmarshal(data, &days); err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w; move it away to count what it has no more", f, err)
		}
		for date, models := range days {
			if sum[date] == nil {
				sum[date] = map[string]int64{}
			}
			for model, paid := range models {
				sum[date][model] += paid
			}
		}
	}
	return sum, err
}
