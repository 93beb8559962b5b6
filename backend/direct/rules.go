package direct

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// rules is a text file of the operator's, one rule a line; # begins a comment.
// One that is named and cannot be read is an error, which closes the gate.
type rules struct {
	file string // "" for none

	mu   sync.Mutex
	size int64
	at   time.Time // what changed last saw of the file; owned by mu
}

// openRules checks the file of a flag. Later mistakes are core's to judge.
func openRules(flag, file string, parse func(line string) error) (*rules, error) {
	r := &rules{file: file}
	if file == "" {
		return r, nil
	}
	r.changed()
	lines, err := r.read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	for n, rule := range lines {
		if rule == "" {
			continue
		}
		if err := parse(rule); err != nil {
			return nil, fmt.Errorf("%s: %s, line %d: %s", flag, file, n+1, protocol.AsError(err).Message)
		}
	}
	return r, nil
}

// read returns the lines without comments.
func (r *rules) read() ([]string, error) {
	data, err := os.ReadFile(r.file)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		lines[i] = strings.TrimSpace(line)
	}
	return lines, nil
}

// get returns the lines as JSON, nil without a file. An empty file is a list,
// too.
func (r *rules) get() ([]byte, error) {
	if r.file == "" {
		return nil, nil
	}
	lines, err := r.read()
	if err != nil {
		return nil, errOperator
	}
	data, err := json.Marshal(lines)
	if err != nil {
		return nil, errOperator
	}
	return data, nil
}

// changed reports whether the file is another than at the last call. One that
// has gone away or cannot be read is one.
func (r *rules) changed() bool {
	if r.file == "" {
		return false
	}
	size, at := int64(-1), time.Time{}
	if info, err := os.Stat(r.file); err == nil {
		size, at = info.Size(), info.ModTime()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size == size && r.at.Equal(at) {
		return false
	}
	r.size, r.at = size, at
	return true
}
