package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/agent/risk"
)

// adapter is what is known about the site of an address.
func (m *machine) adapter(address string) (adapter.Site, bool) {
	if s, ok := adapter.Find(m.Run.Adapters, address); ok {
		return s, true
	}
	return adapter.Find(m.builtIn, address)
}

// arrive takes note of where the tab is, and answers what the model is told about a
// site that it has not been on before, or not since another.
func (m *machine) arrive() string {
	if m.url == m.placed {
		return ""
	}
	names := ""
	if risk.Origin(m.placed) != risk.Origin(m.url) {
		names = m.storedSecrets()
	}
	m.placed = m.url
	return strings.TrimSpace(names + "\n" + m.about())
}

// about is what is known of the site where the tab is, where the model has not been told.
func (m *machine) about() string {
	s, ok := m.adapter(m.url)
	if !ok {
		return ""
	}
	if s.Confirm {
		m.risk.Careful(risk.Origin(m.url))
	}
	if s.Name == m.site {
		return ""
	}
	m.site = s.Name
	return "About " + s.Text()
}

// careful has acts asked about on an origin that an adapter says so of. The tab may
// have come there by itself.
func (m *machine) careful(origins ...string) {
	for _, o := range origins {
		if s, ok := m.adapter(o); ok && s.Confirm {
			m.risk.Careful(o)
		}
	}
}
