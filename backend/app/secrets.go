package app

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/zapvol/bua/backend/secrets"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// Vault is the secrets of this folder.
func (h Home) Vault() *secrets.Vault {
	return &secrets.Vault{File: h.Path("secrets.json"), Ring: secrets.System()}
}

// secretNames are the names of what a user has stored, for runs. Where they cannot be read
// the run is told of none: an act that needs one says why.
func (m *Main) secretNames(user string) (names []core.SecretName) {
	list, err := m.secrets.vault.List(user)
	if err != nil {
		m.log.Warn("a run is told of no secrets", "err", err)
	}
	for _, e := range list {
		names = append(names, core.SecretName{Name: e.Name, Origins: e.Origins})
	}
	return names
}

// secretFiller is the [pipeline.Secrets] of a vault. What it looks for in answers is
// what is stored now, by whomever it was given out, and what it has given out itself.
type secretFiller struct {
	vault *secrets.Vault

	mu sync.Mutex
	// file is the vault's, as it was when users was begun.
	file  fs.FileInfo
	users map[string]*sought
	// given are the values that went to a browser since the backend's start: they
	// are looked for also when they are stored no more.
	given map[string][]secrets.Secret
}

// sought is what is looked for in a user's answers.
type sought struct {
	find *secrets.Finder
	hide []string
}

// Fill implements [pipeline.Secrets]. Where a value cannot be looked for, no action
// is sent at all.
func (f *secretFiller) Fill(user string, a protocol.Action) (protocol.Action, error) {
	switch t := a.(type) {
	case protocol.Type:
		if t.Secret != "" {
			s, err := f.take(user, t.Secret)
			if err != nil {
				return nil, err
			}
			t.Text, t.Origins, t.AnyField = s.Value, s.Origins, s.AnyField
			a = t
		}
	case protocol.FillForm:
		t.Fields = slices.Clone(t.Fields) // the caller's have the names only
		for i := range t.Fields {
			field := &t.Fields[i]
			if field.Secret == "" {
				continue
			}
			s, err := f.take(user, field.Secret)
			if err != nil {
				return nil, err
			}
			field.Value, field.Origins, field.AnyField = s.Value, s.Origins, s.AnyField
		}
		a = t
	}
	look, err := f.sought(user)
	if shot, ok := a.(protocol.Screenshot); ok && err == nil {
		shot.Hide = look.hide
		a = shot
	}
	return a, err
}

// take gets a secret that is to be given out now.
func (f *secretFiller) take(user, name string) (secrets.Secret, error) {
	s, err := f.vault.Value(user, name)
	if err != nil {
		return s, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.ContainsFunc(f.given[user], func(have secrets.Secret) bool { return have.Value == s.Value }) {
		if f.given == nil {
			f.given = map[string][]secrets.Secret{}
		}
		f.given[user] = append(f.given[user], s)
		delete(f.users, user)
	}
	return s, nil
}

// sought returns what to look for. Error: internal_error when a value cannot be
// had now.
func (f *secretFiller) sought(user string) (*sought, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now, changed := f.vault.Changed(f.file); changed || f.users == nil {
		f.file, f.users = now, map[string]*sought{}
	}
	if s := f.users[user]; s != nil {
		return s, nil
	}
	all, err := f.vault.All(user)
	if err != nil {
		return nil, err
	}
	all = append(all, f.given[user]...)
	s := &sought{find: secrets.NewFinder(all), hide: secrets.Shown(all)}
	f.users[user] = s
	return s, nil
}

// Clean implements [pipeline.Secrets]. A picture is not looked into: its page was, by
// what Fill sent along.
func (f *secretFiller) Clean(user string, kind protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	look, unknown := f.sought(user)
	if unknown != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the answer cannot be searched for secrets, so it is not told; ask the person to run bua secret list, and extract then").Unknown()
	}
	if e, ok := protocol.As[*protocol.Error](err); ok {
		found := false
		clean := e.Rewrite(func(text string) string {
			text, here := look.find.Text(text)
			found = found || here
			return text
		})
		if found {
			return nil, clean
		}
	}
	if err != nil || r == nil {
		return r, err
	}
	picture := ""
	switch t := r.(type) {
	case protocol.EvaluateResult:
		t.Value, _ = look.find.JSON(t.Value, true)
		r = t
	case protocol.ScreenshotResult:
		picture, t.DataURL = t.DataURL, ""
		r = t
	}
	data, more := look.find.JSON(protocol.AppendResult(nil, r), false)
	if more {
		if r, err = protocol.DecodeResult(kind, data); err != nil {
			return nil, protocol.NewError(protocol.CodeInternal, "the action has happened, but its answer holds a secret and cannot be told without it; extract to see what happened")
		}
	}
	if t, ok := r.(protocol.ScreenshotResult); ok {
		t.DataURL = picture
		r = t
	}
	return r, nil
}
