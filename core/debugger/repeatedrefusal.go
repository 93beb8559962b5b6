package debugger

import "github.com/zapvol/bua/core/protocol"

// refusal is the latest refusal that an action on an element got, and how often
// in a row.
type refusal struct {
	kind    protocol.Kind
	at      protocol.Target
	code    protocol.Code
	message string
	times   int
}

// maxEqual is how often in a row the same is refused before the answer says what
// else there is to do: an agent that is told the same goes on doing the same.
const maxEqual = 3

// aimed is the element that an action is about, none for what is about no
// single one.
func aimed(a protocol.Action) protocol.Target {
	if f, ok := a.(protocol.FillForm); ok && len(f.Fields) > 0 {
		return f.Fields[0].Target
	}
	return protocol.AimOf(a)
}

// countRefusal takes note of what became of an action in the tab, and adds to the
// third equal refusal in a row what else to do. Reading in between is not
// another try.
func (d *Debugger) countRefusal(t *tab, a protocol.Action, err error) error {
	told, ok := protocol.As[*protocol.Error](err)
	at := aimed(a)
	if at == (protocol.Target{}) && a.Kind().Can() == protocol.CanRead {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	was := &t.refused
	if !ok || at == (protocol.Target{}) {
		*was = refusal{}
		return err
	}
	if now := (refusal{a.Kind(), at, told.Code, told.Message, was.times}); *was != now {
		now.times = 0
		*was = now
	}
	if was.times++; was.times < maxEqual {
		return err
	}
	was.times = 0
	return told.Saying(told.Message + " This was refused for the third time in a row, and another try will end the same: " + instead(told.Code))
}

// instead is what else to do about a refusal that does not change.
func instead(code protocol.Code) string {
	switch code {
	case protocol.CodeElementStale, protocol.CodeElementNotFound:
		return "find it by its text, or name it by a selector; take a screenshot to see what the page shows."
	case protocol.CodeInvalidAction, protocol.CodeTimeout:
		return "take a screenshot to see what the page shows, press Escape to close what may lie above it, reach it with press_key Tab and Enter, or ask the person with help."
	}
	return "try another way, or ask the person with help."
}
