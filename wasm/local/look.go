package local

import (
	"context"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
)

// look asks the servers of models on this machine, without any key.
func (m *models) look(ctx context.Context) ([]panel.Found, error) {
	c, err := m.choice()
	if err != nil {
		return nil, err
	}
	list := []panel.Found{}
	for _, p := range m.presets {
		at, _ := c.provider(p.Name) // where the person or the organisation has it
		if at == nil || !at.Local || at.Base == "" {
			continue
		}
		if one, there := m.server(ctx, *at, c); there {
			list = append(list, one)
		}
	}
	return list, nil
}

// server asks one of them, and reports whether there is any.
func (m *models) server(ctx context.Context, p model.Provider, c *choice) (panel.Found, bool) {
	one := panel.Found{Title: p.Title, Models: []string{}, Origin: model.Origin(p.Base)}
	there, err := reachCall{URL: p.Base}.ask(ctx, m.l.host)
	switch {
	case err != nil || there == "none":
		return one, false
	case there == "hidden":
		one.Asks = true
		return one, true
	}
	served, fault := m.serves(ctx, p)
	switch {
	case fault == nil:
	case fault.Code == chat.CodeOrigin:
		one.Refuses, one.Mend = true, p.Origins
		return one, true
	default:
		return one, false // another program is there
	}
	for _, s := range served {
		if c.may(p.Name, s.ID) {
			one.Models = append(one.Models, p.Name+"/"+s.ID)
		}
	}
	return one, true
}

// serves asks a server what it has, and about the first of that in the way in which it is asked
// later: some take a reading from an extension, and nothing else.
func (m *models) serves(ctx context.Context, p model.Provider) ([]model.Info, *chat.Fault) {
	client := func(name string) (*model.Client, *chat.Fault) {
		c, err := model.New(model.Config{Provider: p, Model: name, Sender: &m.l.fetches, Clock: m.l.clock, Random: func(int) int { return 0 }})
		return c, faultOf(err)
	}
	c, fault := client("any")
	if fault != nil {
		return nil, fault
	}
	served, fault := c.Serves(ctx)
	if fault != nil || len(served) == 0 || p.Origins == "" {
		return served, fault
	}
	if c, fault = client(served[0].ID); fault != nil {
		return nil, fault
	}
	if _, err := c.Info(ctx); err != nil && faultOf(err).Code == chat.CodeOrigin {
		return nil, faultOf(err)
	}
	return served, nil
}

// faultOf is the fault in an error of core/model's, nil for none.
func faultOf(err error) *chat.Fault {
	f, _ := protocol.As[*chat.Fault](err)
	return f
}
