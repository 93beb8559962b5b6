package tell

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// Bounds in bytes of what a page says of a tool of its own.
const (
	maxToolText  = 160
	maxToolInput = 300
)

// tools writes one line for each tool that the page offers. Its name stands in quotes
// and behind the action that calls it, so that none reads as a tool of ours.
func tools(b *strings.Builder, list []protocol.OfferedTool) {
	for _, one := range list {
		b.WriteString("page_tool " + quote(one.Name, maxName) + " (" + line(clean(one.Input), maxToolInput) + ")")
		b.WriteString(when(one.Description != "", " "+quote(one.Description, maxToolText)))
		b.WriteString(when(one.FrameID != "", " frameId "+line(one.FrameID, maxName)))
		b.WriteString("\n")
	}
}

// toolSaid renders what a page's tool answered.
func (t *Teller) toolSaid(r protocol.PageToolResult) string {
	ours, said := "", ""
	switch {
	case r.Waits:
		ours = "the tool has filled a form of the page and has not sent it: press its button"
	case r.Answer != "":
		ours, said = "the page's tool answered", t.untrusted(r.Answer)
	default:
		ours = "the tool gave no answer"
	}
	if r.Truncated {
		ours += ", cut"
	}
	return Join(ours, said, t.Effects(r.Effects))
}
