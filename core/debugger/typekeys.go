package debugger

import (
	"strconv"
	"unicode/utf8"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// maxKeys is how many characters are sent as keys at most: each takes the page
// a moment, and the action has a limit.
const maxKeys = 1000

// line reports whether a text can be sent as keys that mean nothing but their
// characters: Enter may send a form, and Tab goes elsewhere.
func line(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return false
		}
	}
	return utf8.RuneCountInString(s) <= maxKeys
}

// checkKeys checks an action that asks for keys.
func checkKeys(a protocol.Type) error {
	switch {
	case !a.Keys:
	case a.Secret != "":
		return protocol.NewError(protocol.CodeInvalidAction, "keys: a secret is filled in, never typed as keys; leave keys out")
	case !line(a.Text):
		return protocol.NewError(protocol.CodeInvalidAction, "keys: the text must be one line without tabs, of at most "+strconv.Itoa(maxKeys)+" characters; type each line, with press_key Enter or Tab between them, or leave keys out")
	}
	return nil
}

// typeAsKeys sends a text as the keys of its characters to what has the focus. A
// character that no key has comes as a key without a code. Before each key it is
// looked whether the focus is where text goes: elsewhere keys are shortcuts, and
// a space presses buttons.
func (r *run) typeAsKeys(s string) error {
	for n, c := range s {
		takes, err := r.is(&engine.Takes{})
		switch {
		case r.navigating():
			return nil // the rest is not for the next page; that it came is told
		case err != nil:
			return err
		case !takes:
			return protocol.NewError(protocol.CodeInvalidAction, "the page took the focus from the field after "+strconv.Itoa(utf8.RuneCountInString(s[:n]))+" characters, and the rest was not typed; extract to see what it holds")
		}
		if _, err := r.sendChord(chord{key: character(string(c))}, false); err != nil {
			return err
		}
	}
	return nil
}

// retryAsKeys tries with keys what the page has not heeded as an insertion, once and
// only where the engine saw that nothing of it came, and says so. A text that
// came is not sent again: a key of no meaning has the page look at its field.
func (r *run) retryAsKeys(a protocol.Type, fx *protocol.Effects) (*protocol.Effects, error) {
	wants := r.wants
	r.wants = ""
	if wants == "" || wants == engine.WishText && !line(a.Text) || r.ctx.Err() != nil || r.navigating() {
		return fx, nil
	}
	typed := ""
	if wants == engine.WishText {
		typed = a.Text
	}
	focus := &engine.Focus{}
	r, out, err := r.aim(a.Target, &focus.Target, focus, &engine.Watch{Text: typed, Bounds: bounds()})
	if err != nil {
		return fx, nil // what came of the insertion is the answer
	}
	if err := r.clear(focus.Answer(out).URL); err != nil {
		return nil, err
	}
	if wants == engine.WishText {
		err = r.typeAsKeys(a.Text)
	} else {
		c, _ := parseChord("Shift")
		_, err = r.sendChord(c, false)
	}
	if err != nil {
		return nil, err
	}
	then := r.settleEffects(r.settled)
	r.wants = ""
	if then == nil {
		if wants != engine.WishText {
			return fx, nil
		}
		then = &protocol.Effects{}
	}
	if fx != nil { // a change of the field's own text, and nothing else
		then.DOM = then.DOM || fx.DOM
	}
	then.Keys = string(wants)
	return then, nil
}
