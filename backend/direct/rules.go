package direct

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/core/supervisor"
)

// rules is the operator's blocklist: a text file with one rule a line, as in
// [session.ParseRule]; # begins a comment. To core it is the organisation's
// policy. A file that is named and cannot be read allows nothing.
type rules struct {
	file string // "" for none
	// dialogs is what holds for pages' dialogs, chosen for the life of bua.
	dialogs supervisor.Rules

	mu   sync.Mutex
	size int64
	at   time.Time // what changed last saw of the file; owned by mu
}

// openRules checks the file, so that a typing mistake is said at once. Later
// ones close the gate.
func openRules(file string) (*rules, error) {
	r := &rules{file: file}
	if file == "" {
		return r, nil
	}
	r.changed()
	lines, err := r.read()
	if err != nil {
		return nil, fmt.Errorf("--blocklist: %w", err)
	}
	for n, rule := range lines {
		if rule == "" {
			continue
		}
		if _, err := session.ParseRule(rule); err != nil {
			return nil, fmt.Errorf("--blocklist: %s, line %d: %s", file, n+1, protocol.AsError(err).Message)
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

// get answers for the managed area. That a policy is set is said apart from the
// list, since an empty file is a list, too.
func (r *rules) get(key string) ([]byte, error) {
	switch {
	case key == session.KeyDialogPolicy && r.dialogs.Policy != "":
		return []byte(`"` + string(r.dialogs.Policy) + `"`), nil
	case key == session.KeyDialogTimeout && r.dialogs.Timeout > 0:
		return strconv.AppendInt(nil, int64(r.dialogs.Timeout/time.Second), 10), nil
	}
	if r.file == "" || key != session.KeyBlocklist {
		return nil, nil
	}
	lines, err := r.read()
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the operator's blocklist cannot be read")
	}
	data, err := json.Marshal(lines)
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the operator's blocklist cannot be read")
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
