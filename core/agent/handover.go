package agent

import (
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/scan"
)

// message is the argument of help.
//
//bua:record
type message struct {
	Text string `json:"message,omitempty"`
}

// handOver asks the person for their help: in the tab, and wherever the run is watched.
func (m *machine) handOver(args []byte) {
	var h message
	record.Read(args, &h)
	m.asks.Text = h.Text
	m.begin(handOver)
	m.hand()
}

// hand asks for it, also again after a restart.
func (m *machine) hand() {
	m.do(Question{ID: m.id, Text: m.asks.Text, Help: true})
	if m.tab != 0 && m.asks.Text != "" {
		m.do(Act{ID: m.id, Action: protocol.Help{Message: scan.Clip(m.asks.Text, protocol.MaxMessage), TimeoutMS: protocol.MaxHelpMS, OnTab: protocol.OnTab{TabID: m.tab}}})
	}
}

// handed takes what the person has answered in the browser. Where that could not ask
// them they answer elsewhere.
func (m *machine) handed(e *Event) {
	r, err := protocol.DecodeResult(protocol.KindHelp, e.Result)
	h, ok := r.(protocol.HelpResult)
	if e.Code != "" || err != nil || !ok || h.Outcome == protocol.OutcomeTimedOut {
		return
	}
	text := m.teller().Result(h)
	if e.URL != "" {
		text = "The page has gone on, and nothing is in the way any more: the person seems to be done."
	}
	m.wait = nothing
	m.mustLook()
	m.result(text, false)
}

// worded takes the person's words.
func (m *machine) worded(text string) {
	if m.wait == handOver {
		m.do(Cancel{m.id})
		m.mustLook()
	}
	m.wait = nothing
	m.result("The person answers: "+scan.Clip(text, budget.ResultChars), false)
}
