package runs

import (
	"strings"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// OnWire is what an action may do as a request says it, nil for all that the person lets
// agents do.
func (m May) OnWire() *protocol.May {
	if m.All {
		return nil
	}
	w := &protocol.May{Reads: m.Reads, Site: m.Site}
	for _, s := range m.Sinks {
		w.Sinks = append(w.Sinks, protocol.Sink(s))
	}
	return w
}

// HeldBy is the error of an action that the browser's end held back, nil for another's.
func HeldBy(e *protocol.Error) *NotAllowed {
	h := e.Held
	if h == nil {
		return nil
	}
	head, form, _ := strings.Cut(h.Form, "\n")
	to, purpose, _ := strings.Cut(head, " ")
	return &NotAllowed{Facts: risk.Facts{Does: risk.Sink(h.Does), What: h.What, Site: h.Site, To: to, Purpose: purpose, Form: form}}
}
