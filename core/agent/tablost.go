package agent

import (
	"strconv"

	"github.com/zapvol/bua/core/protocol"
)

// often is within how many steps of the model's a tab that is gone again is the person's
// wish, or something that opening it once more does not mend.
const often = 10

// CodeTabGone says why a run waits for the person: its tab is gone again.
const CodeTabGone = "tab_gone"

// loses takes note that the tab is not there. With a code the browser is: the tab was
// closed ([protocol.CodeTabNotFound]), or its session has ended.
func (m *machine) loses(e *Event) {
	why, again := "the tab or the browser went away while this was being done", ""
	switch e.Code {
	case protocol.CodeTabNotFound:
		why, again = "the tab was closed", "Its tab was closed again. Let it go on, and it opens the page once more."
	case protocol.CodeSessionNotFound:
		why, again = "the tab's session had ended", "It may not work in its tab: "+e.Text
	}
	if e.Code != "" && m.rereads() {
		m.do(Cancel{m.id})
		m.wait = nothing // the call has no result yet, and is carried out again
	} else {
		m.broken(why, e.Outcome)
	}
	m.mustLook()
	if e.Code == protocol.CodeTabNotFound && len(m.spots) > 0 { // a window that is done closes itself
		m.closes(m.tab)
		return
	}
	m.lost = true
	step := m.Used.Steps + 1
	switch {
	case again == "":
		return
	case m.lostAt != 0 && step-m.lostAt < often:
		m.held, m.Code, m.Summary = true, CodeTabGone, m.clean(again)
	}
	m.lostAt = step
}

// rereads reports whether what is under way is a reading of the run's own tab, whichever
// that is.
func (m *machine) rereads() bool {
	if m.wait != action || !m.reads || m.next >= len(m.batch) {
		return false
	}
	c := m.batch[m.next]
	args, ok := object(c.Arguments)
	if !ok || !shows(protocol.Kind(c.Name)) {
		return false
	}
	a, err := decode(protocol.Kind(c.Name), args, 0)
	return err == nil && a.Tab() == 0
}

// finds takes note that the tab is there again, or another one with its page.
func (m *machine) finds(e *Event) {
	m.lost = false
	switch e.TabID {
	case 0:
		return
	case m.tab:
		m.say("Your tab " + strconv.Itoa(e.TabID) + " is there again.")
	default:
		m.say("Your tab is gone, and its page was opened again as tab " + strconv.Itoa(e.TabID) + ", which is yours now. What was typed there is lost.")
	}
	m.tab, m.url, m.seen = e.TabID, e.URL, ""
	m.drops(e.TabID)
}

// away reports whether an action only goes somewhere, so that nothing has to be read
// before it. What may send a form again is none where nobody knows what was sent.
func (m *machine) away(k protocol.Kind) bool {
	switch k {
	case protocol.KindNavigate, protocol.KindOpenTab, protocol.KindClaimTab:
		return true
	case protocol.KindBack, protocol.KindForward, protocol.KindReload:
		return !m.doubt
	}
	return false
}
