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
	Own     []ownServer
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

// ownServer is a provider of the person's: a preset at another address.
type ownServer struct{ Name, Like, Base string }

// key is a provider's. At is the address that it was given for, "" for a preset's.
type key struct{ Provider, Key, At string }

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
func (o *ownServer) Fields(p *record.Pass) {
	record.Str(p, "name", &o.Name)
	record.Str(p, "like", &o.Like)
	record.Str(p, "base", &o.Base)
}

// Fields describes it to a record.
func (k *key) Fields(p *record.Pass) {
	record.Str(p, "provider", &k.Provider)
	record.Str(p, "key", &k.Key)
	record.Str(p, "at", &k.At)
}

// own is a server of the person's by its name, nil for none.
func (s *settings) own(name string) *ownServer {
	for i := range s.Own {
		if s.Own[i].Name == name {
			return &s.Own[i]
		}
	}
	return nil
}

// uses reports whether a model of a provider's is there.
func (s *settings) uses(provider string) bool {
	for i := range s.Models {
		if s.Models[i].Provider == provider {
			return true
		}
	}
	return false
}

// add adds a model, and a key for its provider at an address.
func (s *settings) add(a added, secret, at string) {
	if secret != "" {
		kept := s.Keys[:0]
		for _, k := range s.Keys {
			if k.Provider != a.Provider {
				kept = append(kept, k)
			}
		}
		s.Keys = append(kept, key{a.Provider, secret, at})
	}
	if s.Default == "" {
		s.Default = a.name()
	}
	for i := range s.Models {
		if s.Models[i].name() == a.name() {
			return
		}
	}
	s.Models = append(s.Models, a)
}

// remove forgets a model, and its provider's key and address with the last one of it.
func (s *settings) remove(name string) {
	models, keys, servers := s.Models[:0], s.Keys[:0], s.Own[:0]
	for _, a := range s.Models {
		if a.name() != name {
			models = append(models, a)
		}
	}
	s.Models = models
	for _, k := range s.Keys {
		if s.uses(k.Provider) {
			keys = append(keys, k)
		}
	}
	for _, o := range s.Own {
		if s.uses(o.Name) {
			servers = append(servers, o)
		}
	}
	s.Keys, s.Own = keys, servers
	if s.Default == name {
		s.Default = ""
		if len(models) > 0 {
			s.Default = models[0].name()
		}
	}
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
