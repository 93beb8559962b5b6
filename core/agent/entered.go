package agent

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// The bounds of what is remembered of a form.
const (
	maxEntered = 64
	maxButtons = 400
)

// pressable takes note of which elements of a reading are pressed to have something done.
func (m *machine) pressable(list []protocol.Element, anew bool) {
	if anew {
		m.buttons = nil
	}
	for _, e := range list {
		switch e.Role {
		case "button", "link", "menuitem":
			if len(m.buttons) < maxButtons && !listed(m.buttons, e.UID) {
				m.buttons = append(m.buttons[:len(m.buttons):len(m.buttons)], e.UID)
			}
		}
	}
}

// entered takes note of what the run has put into fields, and that something was
// pressed then: from there on such a value shows nothing but that the run has put it
// there. A page that the run opens by its address begins anew. One that the browser
// loads again, or that a server answers a form with, may have kept what was entered.
func (m *machine) entered(a protocol.Action) {
	p := &m.proof
	switch a := a.(type) {
	case protocol.Type:
		m.enters(a.Text)
	case protocol.FillForm:
		for _, f := range a.Fields {
			m.enters(f.Value)
		}
	case protocol.SelectOption:
		for _, o := range a.Options {
			m.enters(o)
		}
	case protocol.Check:
		state := "unchecked"
		if a.Checked {
			state = "checked"
		}
		m.enters(state)
	case protocol.Click:
		if a.UID == "" || listed(m.buttons, a.UID) {
			m.submits()
		}
	case protocol.PressKey:
		if strings.HasSuffix(a.Key, "Enter") {
			m.submits()
		}
	case protocol.Navigate, protocol.OpenTab:
		p.entered, p.sent = nil, nil
	}
}

// enters takes note of one value.
func (m *machine) enters(value string) {
	p, v := &m.proof, clip(words(value), 200)
	var sent []string
	for _, s := range p.sent {
		if s != v {
			sent = append(sent, s)
		}
	}
	p.sent = sent
	if v != "" && !listed(p.entered, v) && len(p.entered) < maxEntered {
		p.entered = append(p.entered[:len(p.entered):len(p.entered)], v)
	}
}

// submits takes note of a press.
func (m *machine) submits() {
	p := &m.proof
	p.sent = append(p.sent[:len(p.sent):len(p.sent)], p.entered...)
	p.entered = nil
	if n := len(p.sent) - maxEntered; n > 0 {
		p.sent = p.sent[n:]
	}
}
