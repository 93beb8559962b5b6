package protocol

import (
	"slices"
	"strconv"
)

// FromAgent refuses what an agent may not ask for: members that are for the
// backend to set. It is no rule of the wire.
func FromAgent(a Action) error {
	switch a := a.(type) {
	case Type:
		return given(a.Origins, a.AnyField, a.Secret != "" && a.Text != "", "action", "text")
	case Screenshot:
		if len(a.Hide) > 0 {
			return NewError(CodeInvalidAction, "action.hide is set by the backend alone; leave it out")
		}
	case FillForm:
		for i, f := range a.Fields {
			if err := given(f.Origins, f.AnyField, f.Secret != "" && f.Value != "", "action.fields["+strconv.Itoa(i)+"]", "value"); err != nil {
				return err
			}
		}
	}
	return nil
}

func given(origins []string, anyField, both bool, where, what string) error {
	switch {
	case len(origins) > 0:
		return NewError(CodeInvalidAction, where+".origins is set by the backend alone; leave it out")
	case anyField:
		return NewError(CodeInvalidAction, where+".anyField is set by the backend alone; leave it out, and ask the person to store the secret with --any-field")
	case both:
		return NewError(CodeInvalidAction, where+" must have exactly one of "+what+" and secret, got both")
	}
	return nil
}

// SecretNames are the secrets that an action names, each once.
func SecretNames(a Action) (names []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch a := a.(type) {
	case Type:
		add(a.Secret)
	case FillForm:
		for _, f := range a.Fields {
			add(f.Secret)
		}
	}
	return names
}
