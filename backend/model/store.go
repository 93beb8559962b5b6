package model

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	core "github.com/zapvol/bua/core/model"
)

// Store is what a person has added, in one file that a person can read and write. A
// running backend sees a change by itself: the file is read at each use. Two that
// change it at the same time may lose one.
type Store struct {
	// File has no key in it.
	File string
	Keys *Keys
}

// Settings are what is in the file.
type Settings struct {
	Version int `json:"version"`
	// Default is the model that is taken when none is named, "" for none.
	Default string  `json:"default,omitempty"`
	Models  []Added `json:"models,omitempty"`
	// Providers are the person's own. What one leaves out is that of the preset of its
	// name or of the one that it is like.
	Providers []core.Provider `json:"providers,omitempty"`
	// Prices go before those that are known.
	Prices []core.Price `json:"prices,omitempty"`
	// Caps are the person's bounds on money.
	Caps Caps `json:"caps,omitzero"`
}

// Added is a model that the person has chosen.
type Added struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	// Window is what the person says that its window is, 0 for what is read or known.
	Window int `json:"window,omitempty"`
	// PlainHTTP lets the key go to another machine without TLS.
	PlainHTTP bool `json:"plainHttp,omitempty"`
}

// Name is the model's as a person writes it: "provider/model".
func (a Added) Name() string { return a.Provider + "/" + a.Model }

// none says how to get a model.
const none = `No model is chosen yet. A model on this machine or one with a key, in a line each:
  bua models add ollama/qwen3     (with Ollama running: ollama pull qwen3)
  bua models add openai/gpt-5     (asks for the key; bua models list shows the other providers)`

// Settings reads the file; they are empty where there is none.
func (s *Store) Settings() (Settings, error) {
	data, err := private.Read(s.File, maxKeys)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{Version: 1}, nil
	}
	if err != nil {
		return Settings{}, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var x Settings
	if err = d.Decode(&x); err == nil {
		err = x.check()
	}
	if err != nil {
		return Settings{}, &private.Problem{Says: s.File + " cannot be used: " + err.Error(), Do: "mend it, or move it away and add the models again"}
	}
	return x, nil
}

func (x Settings) check() error {
	if x.Version != 1 {
		return errors.New(`it must have "version": 1`)
	}
	for i, p := range x.Providers {
		if slices.ContainsFunc(x.Providers[:i], func(o core.Provider) bool { return o.Name == p.Name }) {
			return fmt.Errorf("provider %s is there twice: rename one", p.Name)
		}
		if p.Like != "" {
			if _, ok := preset(p.Like); !ok {
				return fmt.Errorf("provider %s: it is like %s, which is no preset", p.Name, p.Like)
			}
		}
		if err := x.whole(p).Check(); err != nil {
			return err
		}
	}
	names := []string{}
	for _, a := range x.Models {
		if _, _, err := core.SplitName(a.Name()); err != nil {
			return err
		}
		if _, ok := x.Provider(a.Provider); !ok {
			return noProvider(a.Provider)
		}
		if a.Window < 0 {
			return fmt.Errorf("model %s: its window must be a number of tokens, 0 for what is read or known", a.Name())
		}
		names = append(names, a.Name())
	}
	if x.Default != "" && !slices.Contains(names, x.Default) {
		return fmt.Errorf("the default is %s, which is not among the models", x.Default)
	}
	for _, p := range x.Prices {
		if err := p.Check(); err != nil {
			return err
		}
	}
	return x.Caps.Check()
}

func noProvider(name string) error {
	return fmt.Errorf("there is no provider %s: bua models list shows them, and bua models add %[1]s/MODEL --url ADDRESS adds one of your own", name)
}

func preset(name string) (core.Provider, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return core.Provider{}, false
}

// whole is a provider of the person's with what it leaves out.
func (x Settings) whole(own core.Provider) core.Provider {
	p, ok := preset(cmp.Or(own.Like, own.Name))
	if !ok {
		p, _ = preset("custom")
		p.Title = ""
	}
	if data, err := json.Marshal(own); err == nil {
		_ = json.Unmarshal(data, &p) // over what is there
	}
	return p
}

// Provider is one by its name: the person's own, or a preset.
func (x Settings) Provider(name string) (core.Provider, bool) {
	for _, p := range x.Providers {
		if p.Name == name {
			return x.whole(p), true
		}
	}
	return preset(name)
}

// AllProviders are the person's own, and then the presets that they do not stand for.
func (x Settings) AllProviders() []core.Provider {
	var list []core.Provider
	for _, p := range x.Providers {
		list = append(list, x.whole(p))
	}
	for _, p := range Presets() {
		if !slices.ContainsFunc(list, func(o core.Provider) bool { return o.Name == p.Name }) {
			list = append(list, p)
		}
	}
	return list
}

// Add adds a model, and own where it is not nil, in place of what has that name. The
// first model is the default.
func (s *Store) Add(a Added, own *core.Provider) error {
	return s.change(func(x *Settings) error {
		if own != nil {
			x.Providers = slices.DeleteFunc(x.Providers, func(p core.Provider) bool { return p.Name == own.Name })
			x.Providers = append(x.Providers, *own)
		}
		if _, _, err := core.SplitName(a.Name()); err != nil {
			return err
		}
		x.Models = slices.DeleteFunc(x.Models, func(o Added) bool { return o.Name() == a.Name() })
		x.Models = append(x.Models, a)
		if x.Default == "" {
			x.Default = a.Name()
		}
		return nil
	})
}

// SetDefault makes a model that was added the one that is taken when none is named.
func (s *Store) SetDefault(name string) error {
	return s.change(func(x *Settings) error {
		if !slices.ContainsFunc(x.Models, func(a Added) bool { return a.Name() == name }) {
			return fmt.Errorf("%s was not added: add it with: bua models add %[1]s", name)
		}
		x.Default = name
		return nil
	})
}

// SetCaps bounds what models may cost.
func (s *Store) SetCaps(c Caps) error {
	return s.change(func(x *Settings) error { x.Caps = c; return nil })
}

// Remove forgets a model ("provider/model"), or a provider with all of its models and
// its key ("provider").
func (s *Store) Remove(name string) error {
	provider := !strings.Contains(name, "/")
	found := false
	err := s.change(func(x *Settings) error {
		models, providers := len(x.Models), len(x.Providers)
		x.Models = slices.DeleteFunc(x.Models, func(a Added) bool { return a.Name() == name || provider && a.Provider == name })
		if provider {
			x.Providers = slices.DeleteFunc(x.Providers, func(p core.Provider) bool { return p.Name == name })
		}
		if !slices.ContainsFunc(x.Models, func(a Added) bool { return a.Name() == x.Default }) {
			x.Default = ""
		}
		found = len(x.Models) < models || len(x.Providers) < providers
		return nil
	})
	if err != nil {
		return err
	}
	if provider && s.Keys != nil {
		place, err := s.Keys.Place(name)
		if err != nil {
			return err
		}
		found = found || place == InKeyring || place == InFile
		if err := s.Keys.Remove(name); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%s was not added; bua models list shows what was", name)
	}
	return nil
}

func (s *Store) change(how func(*Settings) error) error {
	x, err := s.Settings()
	if err != nil {
		return err
	}
	if err := how(&x); err != nil {
		return err
	}
	if err := x.check(); err != nil {
		return err
	}
	data, err := json.MarshalIndent(x, "", "  ")
	if err != nil {
		return err
	}
	return private.Write(s.File, append(data, '\n'))
}

// Client speaks to a model. Name and errors are Config's.
func (s *Store) Client(name string) (*core.Client, error) {
	c, err := s.Config(name)
	if err != nil {
		return nil, err
	}
	return New(c)
}

// Config is a model by its name, ready for [New], with its key; "" is the default. One
// that was not added is taken too when its provider is known. Errors are a [chat.Fault]:
// model_unknown where there is none such, model_key where the key cannot be had,
// model_request where the file cannot be used.
func (s *Store) Config(name string) (core.Config, error) {
	x, err := s.Settings()
	if err != nil {
		return core.Config{}, &chat.Fault{Code: chat.CodeRequest, Text: err.Error()}
	}
	if name = cmp.Or(name, x.Default); name == "" {
		return core.Config{}, &chat.Fault{Code: chat.CodeModel, Text: none}
	}
	provider, model, err := core.SplitName(name)
	if err != nil {
		return core.Config{}, &chat.Fault{Code: chat.CodeModel, Text: err.Error()}
	}
	p, ok := x.Provider(provider)
	if !ok {
		return core.Config{}, &chat.Fault{Code: chat.CodeModel, Text: noProvider(provider).Error()}
	}
	c := core.Config{Provider: p, Model: model}
	for _, a := range x.Models {
		if a.Name() == name {
			c.Window, c.PlainHTTP = a.Window, a.PlainHTTP
		}
	}
	if s.Keys != nil {
		if c.Key, err = s.Keys.get(provider); err != nil {
			return core.Config{}, &chat.Fault{Code: chat.CodeKey, Text: err.Error()}
		}
	}
	return c, nil
}

// Price is what a model costs, by the person's prices and then by those that are
// known.
func (s *Store) Price(name string) (budget.Price, error) {
	x, err := s.Settings()
	if err != nil {
		return budget.Price{}, err
	}
	known, _ := Prices()
	return core.PriceOf(name, x.Prices, known), nil
}
