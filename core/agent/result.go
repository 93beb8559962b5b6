package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/scan"
)

// result gives the call that is next its result, the only one.
func (m *machine) result(text string, failed bool) {
	if m.next >= len(m.batch) {
		return
	}
	c := m.batch[m.next]
	m.next++
	m.asks = risk.Approval{} // what was asked was about this call
	m.messages = append(m.messages, chat.Message{Role: chat.RoleTool, CallID: c.ID, Text: fit(text), Failed: failed})
}

// refuse gives a result to a call that was not carried out, and takes note of it.
func (m *machine) refuse(c chat.Call, text string) {
	m.result(text, true)
	m.see(loop.Call{Name: c.Name, Args: c.Arguments, Outcome: text, At: m.at})
}

// fit cuts a result to its bound, with the markers of a page's text balanced.
func fit(text string) string {
	if len(text) <= budget.ResultChars {
		return text
	}
	text = scan.Clip(text, budget.ResultChars-60)
	if i := strings.LastIndexByte(text, '\n'); strings.Contains(text[i+1:], "<") {
		text = text[:max(i, 0)] // half a marker
	}
	text += "\n[cut]"
	if i := strings.LastIndex(text, "<untrusted "); i >= 0 {
		if end := strings.IndexByte(text[i:], '>'); end > 0 {
			if closing := "</" + text[i+1:i+end+1]; !strings.Contains(text[i:], closing) {
				text += "\n" + closing
			}
		}
	}
	return text
}
