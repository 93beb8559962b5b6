package model

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	core "github.com/zapvol/bua/core/model"
)

// Found is a server of models on this machine.
type Found struct {
	Provider core.Provider
	Models   []core.Info
}

// patience is how long a server on this machine may take to say what it is.
const patience = 1500 * time.Millisecond

// Places are where servers of models are looked for: Ollama, LM Studio and llama.cpp
// at their own ports.
func Places() []core.Provider { return Settings{}.Places() }

// Places are those of [Places] as the person has them.
func (x Settings) Places() []core.Provider {
	var list []core.Provider
	for _, name := range []string{"ollama", "lmstudio", "llamacpp"} {
		if p, ok := x.Provider(name); ok {
			list = append(list, p)
		}
	}
	return list
}

// Discover asks places what is there, all at once, and returns those that answer as
// their kind of server does: others have the same ports. No key is sent. A nil
// transport is the system's.
func Discover(ctx context.Context, places []core.Provider, under http.RoundTripper) []Found {
	found := make([]*Found, len(places))
	var all sync.WaitGroup
	for i, p := range places {
		all.Go(func() {
			c, err := New(core.Config{Provider: p, Sender: HTTP(under), First: patience, Idle: patience})
			if err != nil {
				return
			}
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			if list, fault := c.Serves(ctx); fault == nil {
				found[i] = &Found{p, list}
			}
		})
	}
	all.Wait()
	var out []Found
	for _, f := range slices.DeleteFunc(found, func(f *Found) bool { return f == nil }) {
		out = append(out, *f)
	}
	return out
}
