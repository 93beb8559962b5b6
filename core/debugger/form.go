package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// fieldWanted is what a field shall hold.
type fieldWanted struct {
	at      protocol.Target
	value   string
	options []string
	// list says that options count, and value does not.
	list bool
	// secret: value is one, for these origins only.
	secret  bool
	origins []string
	// anyField: it may be one of any kind.
	anyField bool
	// open: the list that an option was chosen from has stayed open.
	open bool
}

// selectOption chooses options of one list.
func selectOption(r *run, a protocol.SelectOption) (protocol.Result, error) {
	return r.fillAll([]fieldWanted{{at: a.Target, options: a.Options, list: true}})
}

// check sets one checkbox, radio button or switch.
func check(r *run, a protocol.Check) (protocol.Result, error) {
	w := fieldWanted{at: a.Target, value: "false"}
	if a.Checked {
		w.value = "true"
	}
	return r.fillAll([]fieldWanted{w})
}

func fillForm(r *run, a protocol.FillForm) (protocol.Result, error) {
	all := make([]fieldWanted, len(a.Fields))
	for i, f := range a.Fields {
		all[i] = fieldWanted{at: f.Target, value: f.Value, secret: f.Secret != "", origins: f.Origins, anyField: f.AnyField}
	}
	return r.fillAll(all)
}

// fillAll fills one field after another and reads each back, once as it is filled and
// once in the end: a page may make something else of a field later. The first that
// fails ends it: what comes after it in a form mostly depends on it. When
// nothing was done before that, it is the action's own failure.
func (r *run) fillAll(all []fieldWanted) (protocol.Result, error) {
	res := protocol.FieldsResult{Fields: []protocol.FieldState{}}
	at := r // the frame of the field that was filled last
	for i := range all {
		there, state, err := r.fill(&all[i])
		at = there
		if err != nil && (len(res.Fields) == 0 || r.ctx.Err() != nil) {
			return nil, err
		}
		if err != nil {
			state.Error = translate(err, protocol.CodeInternal).Message
		}
		res.Fields = append(res.Fields, state)
		if err != nil || r.leaving() {
			break
		}
	}
	if r.Kind == protocol.KindFillForm && r.ctx.Err() == nil && !r.navigating() {
		_, _ = at.call(engine.Do(&engine.Leave{})) // what comes of it is seen below
	}
	res.Effects = r.settleEffects(at.settled)
	for i, w := range all[:len(res.Fields)] {
		if f := &res.Fields[i]; f.Error == "" && r.ctx.Err() == nil && !r.navigating() {
			_, now, err := r.held(w.at)
			switch code := protocol.CodeOf(err); {
			case err == nil:
				now.Open = f.Open
				*f = now
			case code == protocol.CodeElementStale, code == protocol.CodeElementNotFound: // holding what it held
				f.Gone = true
			}
		}
	}
	if r.ctx.Err() != nil && !r.lostTo(causeDialog) {
		return nil, r.ctx.Err()
	}
	return res, nil
}

// fill fills one field and reads it back. It returns the run in the field's frame.
func (r *run) fill(w *fieldWanted) (there *run, state protocol.FieldState, err error) {
	put := r.fillField
	if w.secret {
		put = r.fillFieldSecret
	}
	if there, err = put(w); err != nil {
		return there, state, err
	}
	there, state, err = r.held(w.at)
	state.Open = w.open
	return there, state, err
}

// held reads a field back.
func (r *run) held(at protocol.Target) (there *run, state protocol.FieldState, err error) {
	held := &engine.Held{}
	r, out, err := r.aim(at, &held.Target, held, nil)
	if err != nil {
		return r, state, err
	}
	now := held.Answer(out)
	return r, protocol.FieldState{Name: now.Name, Value: now.Value, Filled: now.Filled, Differs: now.Differs}, nil
}

// fillField does what the engine says that the field needs, step by step.
func (r *run) fillField(w *fieldWanted) (there *run, err error) {
	there = r
	for opened, again := false, true; again; opened = true {
		if err := r.allowed(); err != nil {
			return there, err
		}
		field := &engine.Field{Value: w.value, Opened: opened}
		if w.list { // none of them is also a choice
			field.Value, field.Options = "", append([]string{}, w.options...)
		}
		var out []byte
		there, out, err = r.aim(w.at, &field.Target, field, &engine.Watch{})
		if err != nil {
			if opened && r.ctx.Err() == nil { // a press opened the list, in vain: it closes it
				if r.shut(w); w.open {
					_ = r.click(w.at)
				}
			}
			return there, err
		}
		if again, err = there.fillStep(w, field.Answer(out)); err != nil {
			return there, err
		}
	}
	return there, nil
}

// fillFieldSecret fills a secret in: the engine is not told of it, nor the page,
// before it is known where the field is.
func (r *run) fillFieldSecret(w *fieldWanted) (there *run, err error) {
	if err := r.allowed(); err != nil {
		return r, err
	}
	focus := &engine.Focus{}
	r, out, err := r.aim(w.at, &focus.Target, focus, &engine.Watch{})
	if err != nil {
		return r, err
	}
	url := focus.Answer(out).URL
	if err := r.clear(url); err != nil {
		return r, err
	}
	return r, r.fillIn(w, url)
}

// fillStep does what the engine said; again says that it is to be asked again.
func (r *run) fillStep(w *fieldWanted, f engine.FieldWay) (again bool, err error) {
	if err := r.clear(f.URL); err != nil {
		return false, err
	}
	switch f.Way {
	case engine.WayCheck:
		if w.value != "true" && w.value != "false" {
			return false, protocol.NewError(protocol.CodeInvalidAction, "a checkbox, radio button or switch holds true or false; give one of them as its value")
		}
		if f.On == (w.value == "true") {
			return false, nil
		}
		err = r.click(w.at)
	case engine.WayOpen:
		err = r.click(w.at)
		return true, err
	case engine.WayPress:
		r.next = max(r.next, f.Next)
		r.base = r.next
		for _, uid := range f.UIDs {
			r.remember(uid)
			if err = r.click(protocol.Target{UID: uid}); err != nil {
				break
			}
		}
		if err == nil && !r.leaving() {
			r.shut(w)
		}
	case engine.WayText:
		if r.at != "" {
			r.remember(w.at.UID)
		}
		r.acted = true
		switch {
		case f.Type != "":
			return false, r.setValue(w.at, f.Type, w.value)
		case w.value != "":
			err = r.replace(w.at, f.Kind, w.value)
		case f.Empty:
		case len(r.refused()) > 0:
			_, err = r.insert(w.at, "", true, false)
		default:
			err = r.pressNamed("Delete")
		}
		if contextLost(err) {
			err = nil
		}
	default: // WayDone: the engine has set a native list
		r.acted = true
	}
	return false, err
}

// shut closes a list that an option was chosen from, where the page leaves it
// open, and takes note of one that stays: it may lie above what comes next.
// The choice is made, so that nothing about this fails it.
func (r *run) shut(w *fieldWanted) {
	for tried := false; ; tried = true {
		shut := &engine.Shut{}
		_, out, err := r.aim(w.at, &shut.Target, shut, nil)
		if err != nil {
			return
		}
		list := shut.Answer(out)
		w.open = list.Open
		if !w.open || tried || !list.Escape || len(r.refused()) > 0 || r.pressNamed("Escape") != nil {
			return
		}
	}
}

// click clicks an element, as people mostly do.
func (r *run) click(at protocol.Target) error {
	_, err := r.pointer(engine.Click, at, &protocol.Click{})
	return err
}

// pressNamed presses and releases one key.
func (r *run) pressNamed(key string) error {
	c, err := parseChord(key)
	if err != nil {
		return err
	}
	var waits []func() ([]byte, error)
	for _, params := range c.events() {
		waits = append(waits, r.start("Input.dispatchKeyEvent", params))
	}
	return r.all(waits)
}
