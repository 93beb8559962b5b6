package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// looksFirst has the page read before an act that changes something, so that what is
// new after it can be told, unless the model has just read it. The model is not told of
// that reading; where it fails nobody knows what was there before.
func (m *machine) looksFirst(a protocol.Action) bool {
	p, w := &m.proof, m.weight(a)
	if w == light || w == turns && p.weight > leads || w == fills && p.weight >= fills && p.way == 0 || w == fills && p.weight == weighs {
		return false
	}
	s, ok := p.fresh(a.Tab())
	p.before = s
	if ok || a.Tab() == 0 || p.tried == p.acts+1 {
		p.before.Tab, p.before.Act = a.Tab(), p.acts
		return false
	}
	p.tried = p.acts + 1
	m.do(Act{ID: m.begin(baseline), Action: protocol.Extract{OnTab: protocol.OnTab{TabID: a.Tab()}}})
	return true
}

// based takes that reading.
func (m *machine) based(e *Event) {
	m.wait = nothing
	r, err := protocol.DecodeResult(protocol.KindExtract, e.Result)
	x, ok := r.(protocol.ExtractResult)
	a, pending := m.pending()
	if e.Code != "" || err != nil || !ok || !pending {
		return
	}
	tab := a.Tab()
	if tab == 0 {
		tab = m.tab // a fetch_url's
	}
	m.keepSight(m.sightOf(tab, &x, true))
	m.roles(x.Elements)
	m.fields(x.Elements)
	m.hear(x.Effects, x.URL)
	if x.Effects != nil && x.Effects.Announced != "" { // the page says it once
		m.say(m.teller().Effects(&protocol.Effects{Announced: x.Effects.Announced}))
	}
}

// weighed takes note of what an act has led to; without effects nobody knows. What shows
// on a page that the run has gone to afterwards did not come of the act.
func (m *machine) weighed(a protocol.Action, e *protocol.Effects) {
	p, w := &m.proof, m.weight(a)
	p.acts++
	told := e != nil
	if !told {
		e = &protocol.Effects{}
	}
	p.asked = e.Dialog != nil
	went, back := false, false
	switch a.(type) {
	case protocol.Back, protocol.Forward:
		went, back = true, true
	case protocol.Navigate, protocol.OpenTab, protocol.Reload, protocol.ClaimTab:
		went = true
	case protocol.Click:
		went = e.Navigated != nil || len(e.Tabs) > 0
	}
	if m.asks.Sink != "" && heavy(m.asks.Sink) {
		p.heavy = true
	}
	switch {
	case w == turns && !went && p.weight > leads:
		p.way, p.turned = p.way+1, true
		m.heard(e)
	case w == turns && !went:
		m.consequent(leads, e)
	case w <= leads && went: // whatever it sent: many pages ask for what they show by POST
		m.goesOn(w, e, back)
	case w == light:
		p.landed = p.landed || e.Navigated != nil
		p.answers = append(p.answers[:len(p.answers):len(p.answers)], e.Sent...)
		m.heard(e)
	case w == fills && (p.weight >= fills && p.way == 0 || p.weight == weighs):
		m.heard(e)
	case a.Kind() == protocol.KindEvaluate && told && !e.DOM && e.Navigated == nil && !writes(e.Sent):
	case w == fills:
		m.consequent(w, e)
	default:
		m.consequent(weighs, e)
		p.put.press()
	}
	if w == fills {
		m.puts(a)
	}
}

// missed takes note of an act that was not done. What the run had entered for it shows
// nothing, nor does what showed before it.
func (m *machine) missed(a protocol.Action) {
	p := &m.proof
	if m.weight(a) != weighs {
		return
	}
	if p.put.press(); p.weight != weighs {
		m.consequent(weighs, &protocol.Effects{})
	}
}

// consequent begins anew with what followed an act.
func (m *machine) consequent(w weight, e *protocol.Effects) {
	p := &m.proof
	p.base, p.weight, p.way, p.turned = p.before, w, 0, false
	p.messages, p.answers, p.opened = nil, append([]string(nil), e.Sent...), nil
	p.landed = e.Navigated != nil
	for _, t := range e.Tabs {
		p.opened = append(p.opened, strconv.Itoa(t.TabID))
	}
	m.heard(e)
}

// goesOn takes note that the run has gone to another page by itself. A run that has done
// nothing else yet has that for its act.
func (m *machine) goesOn(w weight, e *protocol.Effects, back bool) {
	p := &m.proof
	p.put.open(back)
	p.turned = false
	if w >= turns && p.weight <= leads {
		m.consequent(leads, e)
		return
	}
	p.way++
	m.heard(e)
}

// heavy reports whether what the person has said yes to changes something for good.
func heavy(s risk.Sink) bool {
	switch s {
	case risk.Pay, risk.Send, risk.Delete, risk.Access, risk.Upload, risk.Install, risk.Plan:
		return true
	}
	return false
}

// writes reports whether one of some requests may have changed something.
func writes(sent []string) bool {
	for _, s := range sent {
		if !strings.HasPrefix(s, "GET ") {
			return true
		}
	}
	return false
}

// refusal is what a server has refused to do, "" for nothing; sure reports whether all
// was answered, and well.
func (f *proof) refusal() (status string, sure bool) {
	sure = len(f.answers) > 0
	for _, s := range f.answers {
		method, _, came, failed := reply(s)
		switch {
		case method == "GET":
		case failed:
			return scan.Clip(method, 10) + ": failed", false
		case came >= 400:
			return scan.Clip(method, 10) + ": " + strconv.Itoa(came), false
		default:
			sure = sure && came > 0
		}
	}
	return "", sure
}
