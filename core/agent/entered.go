package agent

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// maxEntered bounds what is remembered of what was put into fields.
const maxEntered = 64

// entries are what the run has put into fields. A value that stands where it was
// entered shows nothing but that; one that shows in a document that was opened after it
// was sent shows that it has arrived.
type entries struct {
	entered []string // since the latest press
	sent    []string // something was pressed after
	anew    []string // and then a document was opened
	known   []string // showed before it was entered
	where   string   // the address of the latest
	back    bool     // the browser has gone back or forward to the present document
}

// puts takes note of what an action puts into fields.
func (m *machine) puts(a protocol.Action) {
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
	}
}

// enters takes note of one value.
func (m *machine) enters(value string) {
	e, v := &m.proof.put, scan.Clip(words(value), 200)
	if v == "" {
		return
	}
	e.where = m.url
	e.sent, e.anew = without(e.sent, v), without(e.anew, v)
	e.entered = with(e.entered, v)
	for i := range m.proof.sights {
		if says(m.proof.sights[i].Text, v) {
			e.known = with(e.known, v)
		}
	}
}

// press takes note that what was entered was sent, as far as anybody knows.
func (e *entries) press() {
	for _, v := range e.entered {
		e.sent = with(e.sent, v)
	}
	e.entered = nil
}

// open takes note that a document was opened.
func (e *entries) open(back bool) {
	for _, v := range e.sent {
		e.anew = with(e.anew, v)
	}
	e.entered, e.sent, e.back = nil, nil, back
}

// restored reports whether the browser may have put back what was entered into a
// document.
func (e *entries) restored(url string) bool { return e.back && page(url) == page(e.where) }

// with and without are a list of few texts with one more and with one less.
func with(list []string, v string) []string {
	if listed(list, v) {
		return list
	}
	return append(list[max(0, len(list)-maxEntered+1):len(list):len(list)], v)
}

func without(list []string, v string) (kept []string) {
	for _, s := range list {
		if s != v {
			kept = append(kept, s)
		}
	}
	return kept
}
