package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/steps"
)

// carry carries out the next call of the batch.
func (m *machine) carry(c chat.Call) {
	args, ok := object(c.Arguments)
	if !ok || c.Arguments == damaged {
		m.refuse(c, "Not done: the arguments are not a JSON object.")
		return
	}
	if m.last && c.Name != "done" {
		m.result("Not done: this is the last step. Call done.", true)
		return
	}
	if name, known := tools.Stray(m.schema(c.Name), args); name != "" {
		if known == "" {
			known = "none"
		}
		m.refuse(c, "Not done: "+c.Name+" has no argument "+scan.Clip(name, 60)+". There are: "+known+".")
		return
	}
	if m.own(c, args) {
		return
	}
	kind := protocol.Kind(c.Name)
	if m.Run.Mode == ModeAsk && kind.Can() != "" && !kind.InReading() {
		m.refuse(c, "Not done: in ask mode nothing is changed. Read, scroll, open what is folded, and tell the person.")
		return
	}
	if !m.known(c.Name) {
		names := ""
		for _, t := range m.tools() {
			names += " " + t.Name
		}
		m.refuse(c, "Not done: there is no tool of that name. There are:"+names+".")
		return
	}
	reads := kind.Can() == protocol.CanRead
	if !reads && !m.free(c) {
		return
	}
	a, err := decode(kind, args, m.tab)
	if err != nil {
		m.refuse(c, protocol.AsError(err).Error())
		return
	}
	m.turns(a)
	if why := m.double(a); why != "" {
		m.refuse(c, why)
		return
	}
	if q := m.risk.Before(a, m.address(), m.at); !q.None() {
		m.put(q)
		return
	}
	under := risk.Approval{}
	if m.asks.None() { // else it is what was asked just now
		under = m.risk.Under(m.risk.Asked(a, m.address()), m.at)
	}
	m.act(a, reads, under)
}

// put asks the person.
func (m *machine) put(q risk.Approval) {
	m.asks = m.risk.Asking(q)
	m.do(Question{ID: m.begin(decision), Risk: m.asks})
}

// free reports whether an act may follow what went before in its batch; else it has
// had its result.
func (m *machine) free(c chat.Call) bool {
	switch {
	case m.cut == pageChanged && (c.Name == string(protocol.KindNavigate) || c.Name == string(protocol.KindOpenTab)):
		return true // it goes to an address, and asks nothing of the page that has gone
	case m.cut == "" && m.gone && c.Name == string(protocol.KindPressKey):
		m.cut = "the field that the keys were for has gone"
		fallthrough
	case m.cut != "":
		m.result("Not done: "+m.cut+".", true)
		if m.cut == pageChanged {
			m.cut += ", and a call before this one was not done"
		}
		return false
	case m.look && !m.away(protocol.Kind(c.Name)):
		m.refuse(c, "Not done: read the page first, because it may have changed.")
		return false
	}
	return true
}

// act does an action, under an earlier yes where there is one.
func (m *machine) act(a protocol.Action, reads bool, under risk.Approval) {
	if !reads && m.looksFirst(a) {
		return
	}
	m.acted = m.acted || m.Run.Mode == ModeAct && changes(a.Kind())
	m.reads = reads
	m.do(Act{ID: m.begin(action), Action: a, May: m.may(m.address()), Site: risk.Origin(m.address()), Under: under})
}

// address is where the next act happens: where the tab is, or in the document that
// the act was held in. That may be a frame's, or a page that the tab has gone to by
// itself.
func (m *machine) address() string {
	if m.asks.Site != "" {
		return m.asks.Site
	}
	return m.url
}

// may is what an act may do unasked at an address, with what the person has just
// said yes to.
func (m *machine) may(address string) []risk.Sink {
	m.careful(risk.Origin(address))
	list := m.risk.May(risk.Origin(address), m.at)
	if m.risk.Granted(m.asks, m.at) {
		list = append(list, m.asks.Sink)
		if m.asks.Sink == risk.Access { // the browser's end knows it as sending
			list = append(list, risk.Send)
		}
	}
	return list
}

// changes reports whether an action may change what a page or its server holds, and
// does not only go somewhere.
func changes(k protocol.Kind) bool {
	switch k {
	case protocol.KindNavigate, protocol.KindOpenTab, protocol.KindCloseTab, protocol.KindBack, protocol.KindForward, protocol.KindReload,
		protocol.KindScroll, protocol.KindHover, protocol.KindClaimTab, protocol.KindReleaseTab, protocol.KindDownloads:
		return false
	}
	return k.Can() != protocol.CanRead
}

// decode reads an action; one that names no tab is in the run's own.
func decode(kind protocol.Kind, args []byte, tab int) (protocol.Action, error) {
	args = bounded(kind, args)
	text := `{"type":"` + string(kind) + `"`
	if inner := strings.TrimSpace(string(args[1 : len(args)-1])); inner != "" {
		text += "," + inner
	}
	a, err := protocol.DecodeAction([]byte(text + "}"))
	if err == nil && a.Tab() == 0 && tab != 0 && tabbed(kind) {
		a, err = protocol.DecodeAction([]byte(text + `,"tabId":` + strconv.Itoa(tab) + "}"))
	}
	if err == nil {
		err = protocol.FromAgent(a)
	}
	return a, err
}

// tabbed reports whether an action without a tab is one in the run's own.
func tabbed(kind protocol.Kind) bool {
	switch kind {
	case protocol.KindGetTabs, protocol.KindOpenTab, protocol.KindDownloads:
		return false
	}
	return true
}

// pending is the action of the call that is under way.
func (m *machine) pending() (protocol.Action, bool) {
	if m.next >= len(m.batch) {
		return nil, false
	}
	c := m.batch[m.next]
	args, ok := object(c.Arguments)
	if !ok {
		return nil, false
	}
	a, err := decode(protocol.Kind(c.Name), args, m.tab)
	return a, err == nil
}

// heldBack judges an act that was not done.
func (m *machine) heldBack(e *Event) {
	m.careful(e.Facts.Site, e.Facts.To)
	if e.Facts.Does == risk.TakeOver && m.asks.Sink == risk.TakeOver && m.risk.Granted(m.asks, m.at) {
		m.risk.Allow(e.Facts.Question(), 0, true) // the yes was to this tab, whatever site it shows
	}
	if m.risk.LogsIn(e.Facts, m.typed) {
		m.risk.Allow(e.Facts.Question(), 0, true)
	}
	q := m.risk.Held(*e.Facts, m.at)
	a, ok := m.pending()
	if q.None() && ok { // there, what it carries counts as anywhere
		q = m.risk.Before(a, e.Facts.Site, m.at)
	}
	if q.None() && ok && m.tries < 2 {
		m.tries++
		now, under := e.Facts.Question(), risk.Approval{}
		if m.asks.None() {
			under = m.risk.Under(now, m.at)
		}
		m.asks = now // what was granted for one act is used up with it
		m.act(a, m.reads, under)
		return
	} else if q.None() {
		q = e.Facts.Question()
	}
	m.put(q)
}

// decided does an act that was asked about, or does not.
func (m *machine) decided(e *Event) {
	m.wait = nothing
	if !e.Yes {
		m.asks = risk.Approval{}
		m.cut = "the person has refused"
		m.result("Not done: the person refuses this. Do without, or ask them.", true)
		return
	}
	m.risk.Allow(m.asks, 0, e.Once)
	// The call is judged again from its beginning, now with the grant.
}

// done takes what an action has answered.
func (m *machine) done(e *Event) {
	a, ok := m.pending()
	if !ok {
		return
	}
	c := m.batch[m.next]
	m.wait, m.tries = nothing, 0
	if !m.reads {
		m.risk.Used(m.asks, m.at)
		m.risk.Wrote(a, m.address())
		m.wrote(a)
		if changes(a.Kind()) {
			m.proof.actAt = m.at
		}
	}
	say := m.teller()
	call := loop.Call{Name: c.Name, Args: c.Arguments, Reads: m.reads, At: m.at}
	if e.Code != "" {
		failure := &protocol.Error{Code: e.Code, Message: e.Text, Outcome: e.Outcome}
		m.follows(steps.Step{Action: a, Err: failure})
		text, _ := say.Failure(a.Kind(), failure)
		call.Outcome = string(e.Code) + e.Text
		if !m.reads && e.Outcome != protocol.ErrorNotDone && (e.Outcome == protocol.ErrorUnknown || e.Code == protocol.CodeTimeout || e.Code == protocol.CodeInternal) {
			m.weighed(a, nil)
			m.uncertain("outcome is not known. " + text)
		} else {
			if !m.reads {
				m.cut = "an earlier call failed"
				m.missed(a)
			}
			m.result(text, true)
		}
		m.see(call)
		return
	}
	r, err := protocol.DecodeResult(a.Kind(), e.Result)
	if err != nil {
		if m.reads {
			m.result("The answer cannot be read.", true)
			return
		}
		m.weighed(a, nil)
		m.uncertain("answer cannot be read.")
		return
	}
	call.Outcome = string(e.Result)
	if m.reads {
		m.heard(protocol.Caused(r))
	} else {
		m.weighed(a, protocol.Caused(r))
	}
	m.follow(a, r, &call)
	m.follows(steps.Step{Action: a, Result: r})
	if e.URL != "" && a.Tab() == m.tab {
		m.url = e.URL
	}
	text := ""
	if x, ok := r.(protocol.ExtractResult); ok {
		asked, _ := a.(protocol.Extract)
		text = reading(say, x, asked)
	} else if text = say.Result(r); text == "" {
		text = "ok"
	}
	m.result(text, false)
	if e.Picture != nil {
		m.pictures = append(m.pictures[:len(m.pictures):len(m.pictures)], *e.Picture)
	}
	m.see(call)
}

// downloaded takes note of a download of the run's.
func (m *machine) downloaded(id string) {
	if l := m.proof.downloads; len(l) < 64 && !listed(l, id) {
		m.proof.downloads = append(l[:len(l):len(l)], id)
	}
}

// see looks for circles.
func (m *machine) see(c loop.Call) {
	switch v, why := m.loop.See(c); v {
	case loop.Nudge:
		m.say(why + " Try another way, or say that it cannot be done.")
	case loop.Stop:
		m.stop(Failed, "loop", why)
	}
}
