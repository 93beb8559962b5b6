package debugger

import (
	"cmp"
	"strings"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// typeText focuses an element and inserts the text as one insertion, as a
// paste would: any Unicode, one input event, no key events. See typeAsKeys for keys.
func typeText(r *run, a protocol.Type) (protocol.Result, error) {
	if err := checkKeys(a); err != nil {
		return nil, err
	}
	on, typed := "input", a.Text
	switch {
	case a.Secret != "":
		on, typed = "", "" // it is told with the secret, once it is known where that goes
	case a.Keys:
		on = "" // they may go from field to field
	}
	focus := &engine.Focus{}
	r, out, err := r.aim(a.Target, &focus.Target, focus, r.watchOp(on, typed))
	if err != nil {
		return nil, err
	}
	f := focus.Answer(out)
	if err := r.clear(f.URL); err != nil {
		return nil, err
	}
	if a.Secret != "" {
		err = r.fillIn(&fieldWanted{at: a.Target, value: a.Text, origins: a.Origins, anyField: a.AnyField}, f.URL)
	} else if a.Keys && f.Type == "" {
		err = r.typeAsKeys(a.Text)
	} else {
		return insertText(r, a, &f)
	}
	if err != nil {
		return nil, err
	}
	return r.done(r.settleEffects(r.settled))
}

// insertText inserts it into a field that has the focus, as its kind takes it.
func insertText(r *run, a protocol.Type, f *engine.FieldFocus) (protocol.Result, error) {
	ask := question(r.settled)
	pasted, err := r.paste(a.Target, f.Kind, a.Text)
	switch {
	case err != nil:
	case f.Type != "":
		err = r.setValue(a.Target, f.Type, a.Text)
	case a.Text != "" && !pasted:
		ask, err = r.insert(a.Target, a.Text, false, f.Tells)
	}
	var fx *protocol.Effects
	if err == nil {
		fx, err = r.retryAsKeys(a, r.settleEffects(ask))
	}
	if err != nil {
		return nil, err
	}
	return r.done(fx)
}

// insert puts a text into the target, which has the focus; with all in the
// place of all that it holds, which is selected. The browser gives it to
// whatever has the focus when it comes. So while a refused frame is in the tab
// the engine inserts it, in one turn with looking where the focus is.
func (r *run) insert(at protocol.Target, s string, all, tells bool) (ask question, err error) {
	r.acted = true
	to := ""
	if len(r.refused()) > 0 {
		target, err := r.target(at)
		if err != nil {
			return nil, err
		}
		insert := &engine.Insert{Target: target, Text: s, All: all}
		out, err := r.call(engine.Do(insert))
		if err != nil || !insert.Answer(out).Own {
			return r.settled, err
		}
		if to, err = r.keyTarget(); err != nil {
			return nil, err
		}
	}
	return r.awaitInput(tells, []func() ([]byte, error){r.startIn(to, "Input.insertText", new(scan.Object).Str("text", s).JSON())})
}

// paste offers lines of text to an editor of the page's own, for which they are
// no typing. The page can tell it from a person's paste: its event is not
// trusted. What it does not take is left to be inserted.
func (r *run) paste(at protocol.Target, kind engine.FieldKind, lines string) (taken bool, err error) {
	if kind != engine.FieldEditable || !strings.Contains(lines, "\n") {
		return false, nil
	}
	target, err := r.target(at)
	if err != nil {
		return false, err
	}
	r.acted = true
	paste := &engine.Paste{Target: target, Text: lines}
	out, err := r.call(engine.Do(paste))
	return paste.Answer(out).Pasted, err
}

// replace puts a text in the place of what is selected. Its first line is typed:
// that replaces the selection also where an editor has not noticed it yet.
func (r *run) replace(at protocol.Target, kind engine.FieldKind, value string) error {
	first, rest := value, ""
	if i := strings.IndexByte(value, '\n'); i > 0 && kind == engine.FieldEditable {
		first, rest = value[:i], value[i:]
	}
	_, err := r.insert(at, first, true, false)
	if err != nil || rest == "" {
		return err
	}
	if pasted, err := r.paste(at, kind, rest); pasted || err != nil {
		return err
	}
	_, err = r.insert(at, rest, false, false)
	return err
}

// setValue fills a date, time, color or range field, which takes no inserted text and
// whose keys depend on the person's locale. It is the one input that the page
// can tell from a person's: its events are not trusted.
func (r *run) setValue(at protocol.Target, kind, value string) error {
	target, err := r.target(at)
	if err != nil {
		return err
	}
	r.acted = true
	set := &engine.SetValue{Target: target, Value: value}
	out, err := r.call(engine.Do(set))
	if err == nil && !set.Answer(out).Set {
		_, as := find(forms, kind)
		err = protocol.NewError(protocol.CodeInvalidAction, "the field ("+kind+") does not take this text; write "+cmp.Or(as, "a color as #1e90ff"))
	}
	return err
}

// forms is how the value of a field of each kind is written, but of a color.
const forms = "date a date as 2026-01-31,time a time as 13:45,month a month as 2026-01,week a week as 2026-W05," +
	"range a number that its slider can have,datetime-local a date and time as 2026-01-31T13:45"

// pressKey presses and releases a key, with its modifiers held around it, on
// whatever has the focus.
func pressKey(r *run, a protocol.PressKey) (protocol.Result, error) {
	c, err := parseChord(a.Key)
	if err != nil {
		return nil, err
	}
	watch := r.watchOp("keyup", "")
	out, err := r.call(engine.Each(&engine.Starting{}, watch))
	if err != nil {
		return nil, err
	}
	w := watch.Answer(out)
	if err := r.clear(w.URL); err != nil {
		return nil, err
	}
	if use := c.clipboard(); use != "" {
		return pressClipboard(r, c, use)
	}
	if err := r.approveKey(w.URL, c); err != nil {
		return nil, err
	}
	ask, err := r.sendChord(c, w.Tells)
	if err != nil {
		return nil, err
	}
	return r.done(r.settleEffects(ask))
}
