package debugger

import "github.com/zapvol/bua/core/protocol"

// typeText focuses an element and inserts the text as one insertion, as a
// paste would: any Unicode, one input event, no key events.
func (r *run) typeText(a protocol.Type) (protocol.Result, error) {
	args, err := r.target(nil, a.Target)
	if err != nil {
		return nil, err
	}
	out, err := r.call(thenWatch("focus", args))
	if err != nil {
		return nil, err
	}
	if err := r.clear(text(member(out, "url"))); err != nil {
		return nil, err
	}
	if a.Text != "" {
		r.acted = true
		if _, err := r.send("Input.insertText", object(nil).str("text", a.Text).end()); err != nil && !contextLost(err) {
			return nil, err
		}
	}
	return r.done(r.aftermath(true))
}

// pressKey presses and releases a key, with its modifiers held around it, on
// whatever has the focus.
func (r *run) pressKey(a protocol.PressKey) (protocol.Result, error) {
	c, err := parseChord(a.Key)
	if err != nil {
		return nil, err
	}
	out, err := r.call(`__bua("watch",{})`)
	if err != nil {
		return nil, err
	}
	if err := r.clear(text(member(out, "url"))); err != nil {
		return nil, err
	}
	r.acted = true
	var waits []func() ([]byte, error)
	for _, params := range c.events() {
		waits = append(waits, r.start("Input.dispatchKeyEvent", params))
	}
	if err := r.all(waits); err != nil {
		return nil, err
	}
	return r.done(r.aftermath(true))
}
