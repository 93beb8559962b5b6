package agent

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// quoted reports whether words stand in what the run has read: in the readings that are
// kept, also when the conversation has been cut, and in what it still has of pages.
func (m *machine) quoted(v string) bool {
	for i := range m.proof.sights {
		s := &m.proof.sights[i]
		if says(s.Text, v) || says(strings.ReplaceAll(s.Elements, "\t=", " "), v) {
			return true
		}
	}
	names := map[string]string{}
	for i := range m.messages {
		x := &m.messages[i]
		for _, c := range x.Calls {
			names[c.ID] = c.Name
		}
		name := names[x.CallID]
		ours := ownSchema(name) != "" && name != "fetch_url" || name == string(protocol.KindHelp)
		if x.CallID != "" && !x.Failed && !ours && says(words(x.Text), v) {
			return true
		}
	}
	return false
}

// read reports whether words stand in any result that the conversation still has.
func (m *machine) read(v string) bool {
	for i := range m.messages {
		if m.messages[i].CallID != "" && says(words(m.messages[i].Text), v) {
			return true
		}
	}
	return false
}
