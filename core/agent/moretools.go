package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// further are the names of what a model can ask to be told of.
func (m *machine) further() (names []string) {
	first := tools.List(m.Run.Tier, m.Run.Mode == ModeAsk)
	for _, t := range tools.List(tools.Full, m.Run.Mode == ModeAsk) {
		if !among(first, t.Name) {
			names = append(names, t.Name)
		}
	}
	for _, name := range strings.Fields(ownNames) {
		if rare(name) && (name != "schedule_task" || m.Run.Job == "") && (name != "fetch_url" || m.Run.Mode == ModeAct) {
			names = append(names, name)
		}
	}
	return names
}

func among(list []chat.Tool, name string) bool {
	for _, t := range list {
		if t.Name == name {
			return true
		}
	}
	return false
}

// moreTools tells of further tools from the next request on.
func (m *machine) moreTools(c chat.Call, names []string) {
	all := m.further()
	for _, name := range names {
		if !listed(all, name) {
			m.refuse(c, "Not added: there is no further tool "+scan.Clip(name, 60)+". There are: "+strings.Join(all, ", ")+".")
			return
		}
	}
	for _, name := range names {
		if !listed(m.more, name) {
			m.more = append(m.more[:len(m.more):len(m.more)], name)
		}
	}
	m.result("Added: "+strings.Join(names, ", ")+".", false)
}

// browser are the browser's tools.
func (m *machine) browser() []chat.Tool {
	if len(m.Run.Tools) > 0 {
		return m.Run.Tools[:len(m.Run.Tools):len(m.Run.Tools)]
	}
	list := make([]chat.Tool, 0, 32)
	for _, t := range tools.List(m.Run.Tier, m.Run.Mode == ModeAsk) {
		if t.Name != string(protocol.KindScreenshot) || m.Run.Vision || m.Run.Tier == tools.Full {
			list = append(list, t)
		}
	}
	if len(m.more) > 0 {
		for _, t := range tools.List(tools.Full, m.Run.Mode == ModeAsk) {
			if listed(m.more, t.Name) && !among(list, t.Name) {
				list = append(list, t)
			}
		}
	}
	return list
}

// tools are those of the browser and the agent's own.
func (m *machine) tools() []chat.Tool { return append(m.browser(), m.ownTools()...) }

// known reports whether there is an action of a name, told of or not: a model may know
// one from elsewhere.
func (m *machine) known(name string) bool {
	if len(m.Run.Tools) > 0 {
		return among(m.Run.Tools, name)
	}
	return tools.Schema(name) != ""
}
