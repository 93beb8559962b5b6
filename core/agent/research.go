package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// The bounds of one research: its addresses, and the tabs that are open at once.
const (
	maxSources = 8
	sideBySide = 4
)

// researchArguments are those of research.
type researchArguments struct {
	URLs  []string `json:"urls,omitempty"`
	Query string
}

// research is one under way. Each address goes through the same stages in a tab of its
// own, so it is reached as any page is, by the same gate.
type research struct {
	query   string
	sources []source
	// before are the tabs that there were, listing the action that asks for them.
	before  []int
	listing int
}

// stage is how far a source is, "" before its turn.
type stage string

// The stages. A tab begins blank: so its number is known, and in the journal, before a
// page is loaded that may take long.
const (
	opens  stage = "opens"
	goes   stage = "goes"
	reads  stage = "reads"
	closes stage = "closes"
	over   stage = "over"
)

// source is one address of a research.
type source struct {
	url   string
	stage stage
	// id is the action under way, 0 for none; tab the tab, at its address.
	id, tab int
	at      string
	// read is what the result has of it, as the protocol writes a reading; why says why
	// there is nothing.
	read []byte
	why  string
}

// research begins one, or says why not.
func (m *machine) research(c chat.Call, a *researchArguments) {
	var list []source
	var urls []string
	bad := ""
	for _, u := range a.URLs {
		if risk.Origin(u) == "" {
			bad = u
		}
		if !listed(urls, u) {
			urls, list = append(urls, u), append(list, source{url: u})
		}
	}
	switch {
	case m.Run.Mode != ModeAct:
		m.refuse(c, "Not done: in ask mode no further tab is opened. Read what is there.")
		return
	case len(list) == 0, bad != "":
		m.refuse(c, "Not done: urls must be addresses that begin with https:// or http://.")
		return
	case len(list) > maxSources:
		m.refuse(c, "Not done: urls may be 8 at most. Take the likeliest.")
		return
	case !m.free(c):
		return
	}
	for _, u := range urls {
		m.careful(risk.Origin(u))
		if q := m.risk.Before(protocol.OpenTab{URL: u}, m.url, m.at); !q.None() {
			m.put(q)
			return
		}
	}
	for _, u := range urls {
		m.risk.Used(m.risk.Asked(protocol.OpenTab{URL: u}, m.url), m.at)
		m.risk.Wrote(protocol.OpenTab{URL: u}, u)
	}
	m.asks = risk.Approval{}
	m.wait, m.study = sources, research{query: strings.TrimSpace(a.Query), sources: list}
	m.study.listing = m.aside(protocol.GetTabs{}, "")
}
