package agent

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// quoted reports whether words stand in what the conversation still has of pages, and
// whether they were read after the first act, at another address than the present
// one. What was read at this address and stands there no more was taken back.
func (m *machine) quoted(v, url string) (read, elsewhere bool) {
	names, acted := map[string]string{}, false
	for i := range m.messages {
		x := &m.messages[i]
		for _, c := range x.Calls {
			names[c.ID] = c.Name
		}
		name := names[x.CallID]
		if x.CallID == "" || x.Failed || ownSchema(name) != "" && name != "fetch_url" {
			continue
		}
		kind := protocol.Kind(name)
		if strings.Contains(words(x.Text), v) {
			read = true
			elsewhere = elsewhere || acted && (name == "fetch_url" || kind.Can() == protocol.CanRead && !readAt(x.Text, url))
		}
		acted = acted || name == "fetch_url" || changes(kind)
	}
	return read, elsewhere
}

// readAt reports whether a reading's text is of an address.
func readAt(text, url string) bool { return strings.Contains(text, "\n"+clip(url, 200)) }

// read reports whether words stand in any result that the conversation still has.
func (m *machine) read(v string) bool {
	for i := range m.messages {
		if m.messages[i].CallID != "" && strings.Contains(words(m.messages[i].Text), v) {
			return true
		}
	}
	return false
}
