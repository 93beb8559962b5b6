package agent

import (
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/steps"
	"github.com/zapvol/bua/core/tell"
)

// glance is the reading that a run makes by itself before it asks the model: of the
// page where it begins, of what has followed from the calls of an answer, and of a page
// that has to be looked at.
type glance struct {
	due bool
	// tab is where it reads, tokens what it may take, 0 for as much as a result has.
	tab, tokens int
	since       string // "" for the whole page
}

// mustLook has the page read before anything is done there: by the run itself, but where
// an act's outcome is not known by the model, which might else do it again unread.
func (m *machine) mustLook() {
	m.look = true
	m.glance = glance{due: !m.doubt}
}

// follows takes note of what there is to read after an action.
func (m *machine) follows(s steps.Step) {
	if x, ok := s.Action.(protocol.Extract); ok && s.Err == nil && x.Tab() == m.glance.at(m.tab) {
		m.glance.due = false // the model has read it itself
		return
	}
	x, ok := steps.ReadUsual.After(s)
	if whole := m.glance.due && m.glance.tab == m.tab && m.glance.since == ""; !ok || whole {
		return
	}
	g := glance{due: true, tab: x.TabID, tokens: x.MaxTokens, since: x.Since}
	if e := protocol.Caused(s.Result); g.since != "" && g.tab == m.tab && m.seen != "" && (e == nil || e.Navigated == nil) {
		g.since = m.seen
	}
	m.glance = g
}

// at is the tab where it reads.
func (g *glance) at(own int) int {
	if g.tab != 0 {
		return g.tab
	}
	return own
}

// glances makes the reading that is due.
func (m *machine) glances() {
	g := &m.glance
	g.due = false
	if tab := g.at(m.tab); tab != 0 {
		m.do(Act{ID: m.begin(glancing), Action: protocol.Extract{OnTab: protocol.OnTab{TabID: tab}, Since: g.since, MaxTokens: g.tokens}})
	}
}

// glanced takes the reading, and shows it to the model behind what it follows.
func (m *machine) glanced(e *Event) {
	m.wait = nothing
	g := m.glance
	first := len(m.messages) == 1
	if e.Code == protocol.CodeInvalidAction && g.since != "" && g.since != steps.SinceLast {
		m.glance.due, m.glance.since = true, steps.SinceLast // another document is there now
		return
	}
	a := protocol.Extract{OnTab: protocol.OnTab{TabID: g.at(m.tab)}, Since: g.since}
	r, err := protocol.DecodeResult(protocol.KindExtract, e.Result)
	x, ok := r.(protocol.ExtractResult)
	switch {
	case e.Code != "":
		text, _ := m.teller().Failure(protocol.KindExtract, &protocol.Error{Code: e.Code, Message: e.Text})
		m.append("The page could not be read: " + text)
	case err == nil && ok:
		call := loop.Call{}
		m.hear(x.Effects, x.URL)
		m.follow(a, x, &call)
		m.loop.Shown(string(protocol.KindExtract), call.Outcome)
		x.Snapshot = "" // it needs no name: what follows is told without asking
		text := ""
		if g.tokens == 0 {
			text = reading(m.teller(), x, protocol.Extract{})
		} else {
			text = m.teller().Changed(x)
		}
		m.append(text)
	}
	if first && m.Run.Vision && m.End == "" {
		m.do(Act{ID: m.begin(view), Action: protocol.Screenshot{OnTab: protocol.OnTab{TabID: a.TabID}}})
	}
}

// append puts what was read behind the latest result, or into the first message.
func (m *machine) append(text string) {
	n := len(m.messages)
	last := m.messages[n-1]
	switch {
	case n == 1:
		last.Text += "\n\n" + text
	case last.Role == chat.RoleTool:
		last.Text = fit(tell.Follow(last.Text, text))
	default:
		m.say(text)
		return
	}
	m.messages = append(append([]chat.Message(nil), m.messages[:n-1]...), last)
}
