package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// press is the latest one that may have something done, and how far that is known: a
// slow form is submitted twice by who presses again because nothing shows yet.
type press struct {
	of string // what was pressed, "" for nothing
	at int64
	// open says that what it began is under way, or was done without a word.
	open bool
}

// How long the same press is not done again: while its effect is under way, and where
// nothing has changed.
const (
	openMS  = 30_000
	quietMS = 3_000
)

// pressOf names what an action presses, "" for none. It is that of two actions when they
// press the same.
func pressOf(a protocol.Action) string {
	tab := strconv.Itoa(a.Tab()) + " "
	switch a := a.(type) {
	case protocol.Click:
		return "click " + tab + a.UID + a.Selector + " " + a.FrameID
	case protocol.PressKey:
		if strings.HasSuffix(a.Key, "Enter") {
			return "key " + tab + a.Key
		}
	}
	return ""
}

// double says why a press is not done, "" where it may be.
func (m *machine) double(a protocol.Action) string {
	p := &m.press
	switch of := pressOf(a); {
	case of == "" || of != p.of:
		return ""
	case p.open && m.at-p.at < openMS:
		return "Not done: the same press a moment ago is still being carried out. Wait for what follows, or read the page, and press again only if that shows that it failed."
	case m.at-p.at < quietMS:
		return "Not done: the same was pressed a moment ago, and what follows may still come. Read the page first."
	}
	return ""
}

// presses takes note of what an act has begun. One that changes something else makes the
// next press another one.
func (m *machine) presses(a protocol.Action, e *protocol.Effects) {
	if m.reads || !changes(a.Kind()) {
		return
	}
	m.press = press{of: pressOf(a), at: m.at}
	if e == nil {
		return
	}
	shows := e.DOM || e.State != "" || e.Announced != ""
	for _, s := range e.Sent {
		_, _, came, failed := reply(s)
		m.press.open = m.press.open || came == 0 && !failed || came > 0 && came < 400 && !shows
	}
	m.press.open = m.press.open || e.Unsettled != "" && !shows
	if e.Navigated != nil || e.Dialog != nil || len(e.Tabs)+len(e.Downloads) > 0 || e.External != "" || e.Invalid != "" || e.FileChooser || shows && !m.press.open {
		m.press = press{}
	}
}

// reread takes note of a whole reading: a page that shows something else than before the
// press has answered it.
func (m *machine) reread(text, elements string) {
	if m.reading != "" && (text != m.reading || elements != m.shows) {
		m.press = press{}
	}
}
