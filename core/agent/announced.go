package agent

import (
	"github.com/zapvol/bua/core/protocol"
)

// notice is what a page has announced, in [words], and the page.
type notice struct{ Text, URL string }

// maxNotices is how many are kept, the latest.
const maxNotices = 20

// hear keeps what a page announces after the latest act with consequences.
func (m *machine) hear(e *protocol.Effects, url string) {
	if e != nil && e.Saw != "" { // what was waited for has shown
		m.keepSight(sight{Tab: m.tab, URL: m.url, Text: words(e.Saw), Act: m.proof.acts, Way: m.proof.way})
	}
	if e == nil || e.Announced == "" {
		return
	}
	l := m.proof.messages
	m.proof.messages = append(l[max(0, len(l)-maxNotices+1):len(l):len(l)], notice{words(e.Announced), page(url)})
}

// heard is hear of an act's effects.
func (m *machine) heard(e *protocol.Effects) {
	url := m.url
	if e != nil && e.Navigated != nil {
		url = e.Navigated.URL
	}
	m.hear(e, url)
}

// announced reports whether a message has said what is claimed, and no later one of the
// same page something else. What another page announces takes nothing back.
func (m *machine) announced(c claim) bool {
	if c.Kind != "text" && c.Kind != "quote" {
		return false
	}
	v, later := words(c.Value), map[string]bool{}
	for i := len(m.proof.messages) - 1; i >= 0; i-- {
		x := m.proof.messages[i]
		if !later[x.URL] && says(x.Text, v) {
			return true
		}
		later[x.URL] = true
	}
	return false
}
