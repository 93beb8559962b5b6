package agent

import (
	"slices"
	"strconv"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/steps"
)

// spot is a tab of the run's in which it does not work now, and the address that it had.
type spot struct {
	tab int
	url string
}

// maxSpots bounds the tabs that a run knows as its own.
const maxSpots = 16

// Own lists the tabs that a run works in and has not claimed, the present one first, with the
// addresses that it knows. The tab in which it began is among them, whoever opened it.
func (s *State) Own() (list []protocol.Tab) {
	for _, x := range append([]spot{{s.tab, s.url}}, s.spots...) {
		if x.tab != 0 && !slices.Contains(s.theirs, x.tab) {
			list = append(list, protocol.Tab{TabID: x.tab, URL: x.url})
		}
	}
	return list
}

// keeps takes note of a tab of the run's, as the one that it was in last.
func (m *machine) keeps(tab int, url string) {
	if tab == 0 || tab == m.tab {
		return
	}
	m.drops(tab)
	if n := len(m.spots) - maxSpots + 1; n > 0 {
		m.spots = m.spots[n:]
	}
	m.spots = append(m.spots[:len(m.spots):len(m.spots)], spot{tab, url})
}

// drops forgets a tab of the run's in which it does not work now.
func (m *machine) drops(tab int) {
	var list []spot
	for _, s := range m.spots {
		if s.tab != tab {
			list = append(list, s)
		}
	}
	m.spots = list
}

// goes makes a tab the run's, and says how it comes back to the one before.
func (m *machine) goes(tab int, url string) {
	was, at := m.tab, m.url
	m.comes(tab, url)
	m.drops(tab)
	if m.keeps(was, at); was != 0 && was != tab {
		m.say("Your tab is " + strconv.Itoa(tab) + " now. Tab " + strconv.Itoa(was) + " is still there: extract with tabId " + strconv.Itoa(was) + " goes back to it.")
	}
}

// comes has the run work in another tab, which it reads.
func (m *machine) comes(tab int, url string) {
	m.tab, m.url, m.seen, m.cut = tab, url, "", otherTab
	m.glance = glance{due: !m.doubt, tab: tab, tokens: steps.PageTokens}
}

// turns has the run work in the one of its tabs that an action names.
func (m *machine) turns(a protocol.Action) {
	switch a.(type) {
	case protocol.CloseTab, protocol.ReleaseTab, protocol.ClaimTab:
		return
	}
	for _, s := range m.spots {
		if s.tab == a.Tab() {
			was, at := m.tab, m.url
			m.tab, m.url, m.seen = s.tab, s.url, ""
			m.drops(s.tab)
			m.keeps(was, at)
			return
		}
	}
}

// closes takes note that a tab is closed, or the person's again, and reports whether the
// run has another one, in which it was before.
func (m *machine) closes(tab int) bool {
	if tab != m.tab {
		m.drops(tab)
		return true
	}
	n := len(m.spots) - 1
	if n < 0 {
		return false
	}
	m.comes(m.spots[n].tab, m.spots[n].url)
	m.spots = m.spots[:n:n]
	m.say("Tab " + strconv.Itoa(tab) + " is closed. Your tab is " + strconv.Itoa(m.tab) + " again.")
	return true
}

// opened takes note of tabs that an act has opened. The run follows the last one, unless
// its own page went on as well.
func (m *machine) opened(e *protocol.Effects) {
	for i, t := range e.Tabs {
		m.risk.Shown(t.URL)
		if i == len(e.Tabs)-1 && e.Navigated == nil {
			m.goes(t.TabID, t.URL)
			return
		}
		m.keeps(t.TabID, t.URL)
		m.say("Tab " + strconv.Itoa(t.TabID) + " was opened, too: extract with tabId " + strconv.Itoa(t.TabID) + " goes there.")
	}
}
