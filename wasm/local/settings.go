package local

import (
	"context"
	"sync"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/wasm/chrome"
)

// settings are what the person has chosen. The worker keeps them where no page and no content
// script reads.
type settings struct {
	Default string
	Models  []added
	Own     []own
	Keys    []key
	// Run, Day and Month are caps in millionths of a dollar, 0 for none.
	Run, Day, Month int64
}

// added is a model of the person's.
type added struct {
	Provider, Model string
	Window          int
}

func (a added) name() string { return a.Provider + "/" + a.Model }

// own is a provider of the person's: a preset at another address.
type own struct{ Name, Like, Base string }

type key struct{ Provider, Key string }

// Fields describes it to a record.
func (s *settings) Fields(p *record.Pass) {
	record.Str(p, "default", &s.Default)
	record.List(p, "models", &s.Models)
	record.List(p, "own", &s.Own)
	record.List(p, "keys", &s.Keys)
	p.Long("run", &s.Run)
	p.Long("day", &s.Day)
	p.Long("month", &s.Month)
}

// Fields describes it to a record.
func (a *added) Fields(p *record.Pass) {
	record.Str(p, "provider", &a.Provider)
	record.Str(p, "model", &a.Model)
	p.Int("window", &a.Window)
}

// Fields describes it to a record.
func (o *own) Fields(p *record.Pass) {
	record.Str(p, "name", &o.Name)
	record.Str(p, "like", &o.Like)
	record.Str(p, "base", &o.Base)
}

// Fields describes it to a record.
func (k *key) Fields(p *record.Pass) {
	record.Str(p, "provider", &k.Provider)
	record.Str(p, "key", &k.Key)
}

func (s settings) key(provider string) string {
	for _, k := range s.Keys {
		if k.Provider == provider {
			return k.Key
		}
	}
	return ""
}

// shelf is where the settings are.
type shelf struct {
	host chrome.Host
	mu   sync.Mutex
}

func (s *shelf) read() (x settings, err error) {
	data, err := settingsCall{}.ask(context.Background(), s.host)
	if err != nil || data == nil {
		return x, err
	}
	if !record.Read(data, &x) {
		return x, protocol.NewError(protocol.CodeInternal, "what is kept of your models cannot be read: remove the extension's data in its options, and add them again")
	}
	return x, nil
}

// change reads the settings, has them changed, and keeps them when that did not fail.
func (s *shelf) change(how func(*settings) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, err := s.read()
	if err != nil {
		return err
	}
	if err := how(&x); err != nil {
		return err
	}
	return keepSettingsCall{Settings: record.Append(nil, &x)}.ask(context.Background(), s.host)
}
