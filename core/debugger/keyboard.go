package debugger

import "github.com/zapvol/bua/core/protocol"

// typeText focuses an element and inserts the text as one insertion, as a
// paste would: any Unicode, one input event, no key events.
func (r *run) typeText(a protocol.Type) (protocol.Result, error) {
	args, err := r.target(with(), a.Target)
	if err != nil {
		return nil, err
	}
	out, err := r.reach(a.Target, thenWatch("focus", args, "input"))
	if err != nil {
		return nil, err
	}
	m := members(out, "url", "type")
	if err := r.clear(text(m[0])); err != nil {
		return nil, err
	}
	if a.Secret != "" {
		return r.fillSecret(a, text(m[0]))
	}
	ask := r.settled
	switch kind := text(m[1]); {
	case kind != "":
		if err := r.setValue(kind, a.Text); err != nil {
			return nil, err
		}
	case a.Text != "":
		r.acted = true
		typed := r.start("Input.insertText", with().str("text", a.Text).end())
		ask = r.early()
		if err := r.all([]func() ([]byte, error){typed}); err != nil {
			return nil, err
		}
	}
	return r.done(r.aftermath(ask))
}

// setValue fills a date, time or color field, which takes no inserted text and
// whose keys depend on the person's locale. It is the one input that the page
// can tell from a person's: its events are not trusted.
func (r *run) setValue(kind, value string) error {
	r.acted = true
	_, err := r.call(`((v)=>{let e=document.activeElement;for(let d;(d=e&&(e.contentDocument||e.shadowRoot))&&d.activeElement;)e=d.activeElement;` +
		`const was=e.value;e.value=v;if(e.value===""&&v!==""||e.type==="color"&&e.value!==v.toLowerCase()){e.value=was;` +
		`return '{"error":{"code":"invalid_action","message":` + string(quote(nil, "the field ("+kind+") does not take this text; write "+form(kind))) + `}}'}` +
		`e.dispatchEvent(new Event("input",{bubbles:true,composed:true}));e.dispatchEvent(new Event("change",{bubbles:true}));return '{"ok":{"set":1}}'})(` + string(quote(nil, value)) + `)`)
	return err
}

// form is how the value of a field of this kind is written.
func form(kind string) string {
	switch kind {
	case "date":
		return "a date as 2026-01-31"
	case "time":
		return "a time as 13:45"
	case "month":
		return "a month as 2026-01"
	case "week":
		return "a week as 2026-W05"
	case "datetime-local":
		return "a date and time as 2026-01-31T13:45"
	}
	return "a color as #1e90ff"
}

// pressKey presses and releases a key, with its modifiers held around it, on
// whatever has the focus.
func (r *run) pressKey(a protocol.PressKey) (protocol.Result, error) {
	c, err := parseChord(a.Key)
	if err != nil {
		return nil, err
	}
	out, err := r.call(`__bua("watch",{"on":"keyup"})`)
	if err != nil {
		return nil, err
	}
	if err := r.clear(text(member(out, "url"))); err != nil {
		return nil, err
	}
	if err := r.focusAllowed(); err != nil {
		return nil, err
	}
	r.acted = true
	var waits []func() ([]byte, error)
	for _, params := range c.events() {
		waits = append(waits, r.start("Input.dispatchKeyEvent", params))
	}
	ask := r.early()
	if err := r.all(waits); err != nil {
		return nil, err
	}
	return r.done(r.aftermath(ask))
}
