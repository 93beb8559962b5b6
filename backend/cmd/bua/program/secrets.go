package program

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"

	"github.com/zapvol/bua/backend/secrets"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Vault is the secrets of this folder.
func (h Home) Vault() *secrets.Vault {
	return &secrets.Vault{File: h.Path("secrets.json"), Ring: secrets.System()}
}

// filler is the [pool.Secrets] of a vault. It remembers what it has given out
// since the backend's start, so that a page or a script that shows such a value
// does not bring it to the agent.
type filler struct {
	vault *secrets.Vault

	mu   sync.Mutex
	used map[string][]given // by user; owner: this
}

// given is a value that went to a browser: as it is, and in JSON.
type given struct {
	plain  []byte
	needle [][]byte
	mark   []byte
}

// shortest is the length of the shortest value that is looked for in results: a
// shorter one is in too many of them by chance.
const shortest = 6

// Fill implements [pool.Secrets].
func (f *filler) Fill(user string, a protocol.Action) (protocol.Action, error) {
	switch a := a.(type) {
	case protocol.Type:
		value, origins, err := f.take(user, a.Secret)
		a.Text, a.Origins = value, origins
		return a, err
	case protocol.FillForm:
		a.Fields = slices.Clone(a.Fields) // the caller's have the names only
		for i := range a.Fields {
			field := &a.Fields[i]
			if field.Secret == "" {
				continue
			}
			var err error
			if field.Value, field.Origins, err = f.take(user, field.Secret); err != nil {
				return nil, err
			}
		}
		return a, nil
	}
	return a, nil
}

// take gets a secret that is to be given out now.
func (f *filler) take(user, name string) (value string, origins []string, err error) {
	value, origins, err = f.vault.Value(user, name)
	if err == nil {
		f.note(user, name, value)
	}
	return value, origins, err
}

func (f *filler) note(user, name, value string) {
	if len(value) < shortest {
		return
	}
	ours := scan.AppendQuote(nil, value)
	ours = ours[1 : len(ours)-1]
	theirs, err := json.Marshal(value) // escapes more
	if err != nil {
		return
	}
	g := given{plain: []byte(value), needle: [][]byte{ours}, mark: []byte("[secret " + name + "]")}
	if theirs = theirs[1 : len(theirs)-1]; !bytes.Equal(ours, theirs) {
		g.needle = append(g.needle, theirs)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.used == nil {
		f.used = map[string][]given{}
	}
	if !slices.ContainsFunc(f.used[user], func(have given) bool { return bytes.Equal(have.needle[0], ours) }) {
		f.used[user] = append(f.used[user], g)
	}
}

// Clean implements [pool.Secrets]. A picture is not looked into: the engine
// veils the fields.
func (f *filler) Clean(user string, kind protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	f.mu.Lock()
	used := f.used[user]
	f.mu.Unlock()
	if _, picture := r.(protocol.ScreenshotResult); picture || len(used) == 0 {
		return r, err
	}
	if e, ok := protocol.As[*protocol.Error](err); ok {
		message := []byte(e.Message)
		for _, g := range used {
			message = bytes.ReplaceAll(message, g.plain, g.mark)
		}
		if string(message) != e.Message {
			return nil, protocol.NewError(e.Code, string(message))
		}
	}
	if err != nil || r == nil {
		return r, err
	}
	data, found := without(protocol.AppendResult(nil, r), used)
	if !found {
		return r, nil
	}
	clean, err := protocol.DecodeResult(kind, data)
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the action has happened, but its answer holds a secret and cannot be told without it; extract to see what happened")
	}
	return clean, nil
}

// without puts marks in place of values.
func without(data []byte, used []given) (_ []byte, found bool) {
	for _, g := range used {
		for _, needle := range g.needle {
			if bytes.Contains(data, needle) {
				found = true
				data = bytes.ReplaceAll(data, needle, g.mark)
			}
		}
	}
	return data, found
}

// filled is an action as it goes to a browser by a way that has no pool.
func (m *Main) filled(user string, a protocol.Action) (protocol.Action, error) {
	if err := protocol.FromAgent(a); err != nil {
		return nil, err
	}
	if len(protocol.SecretNames(a)) > 0 {
		return m.secrets.Fill(user, a)
	}
	return a, nil
}
