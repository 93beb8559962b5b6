package local

import (
	"context"
	"strings"

	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
)

// look asks the servers of models on this machine, without any key.
func (m *models) look(ctx context.Context) ([]panel.Found, error) {
	c, err := m.choice()
	if err != nil {
		return nil, err
	}
	list := []panel.Found{}
	for _, p := range m.presets {
		if at, _ := c.provider(p.Name); at == nil || !p.Local || p.Base == "" {
			continue
		}
		if one, there := m.server(ctx, p, c); there {
			list = append(list, one)
		}
	}
	return list, nil
}

// server asks one of them, and reports whether there is any.
func (m *models) server(ctx context.Context, p model.Provider, c *choice) (panel.Found, bool) {
	one := panel.Found{Title: p.Title, Models: []string{}, Origin: originOf(p.Base)}
	there, err := reachCall{URL: p.Base}.ask(ctx, m.l.host)
	switch {
	case err != nil || there == "none":
		return one, false
	case there == "hidden":
		one.Asks = true
		return one, true
	}
	client, err := model.New(model.Config{Provider: p, Model: "any", Sender: &m.l.fetches, Clock: m.l.clock, Random: func(int) int { return 0 }})
	if err != nil {
		return one, false
	}
	served, yes := client.Serves(ctx)
	if !yes {
		if mend := mends(p.Name); mend != "" {
			one.Refuses, one.Mend = true, mend
			return one, true
		}
		return one, false // another program is there
	}
	for _, s := range served {
		if c.may(p.Name, s.ID) {
			one.Models = append(one.Models, p.Name+"/"+s.ID)
		}
	}
	return one, true
}

// mends is how a server comes to let an extension in, "" for one that lets everybody in.
func mends(provider string) string {
	switch provider {
	case "ollama":
		return "OLLAMA_ORIGINS=chrome-extension://* ollama serve"
	case "lmstudio":
		return "lms server start --cors"
	}
	return ""
}

// originOf is where an address leads, without its path.
func originOf(base string) string {
	scheme, rest, ok := strings.Cut(base, "://")
	if !ok {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}
