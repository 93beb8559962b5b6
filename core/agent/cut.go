package agent

import "github.com/zapvol/bua/core/agent/chat"

// cutShort tells the model that the bound of tokens has cut its answer, and reports
// whether it has. What is whole of it counts.
func (m *machine) cutShort(end chat.End, msg *chat.Message) bool {
	switch {
	case end != chat.EndLength:
		return false
	case len(msg.Calls) > 0:
		m.say("Your answer was cut: what came after these calls is lost. Go on.")
	case msg.Text == "":
		m.say("Your answer was cut before it said anything: it was too long. Think less, and call a tool, or done.")
	default:
		m.say("Your answer was cut: it was too long. Go on, shorter.")
	}
	return true
}
