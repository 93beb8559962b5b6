package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
)

// entry is one MCP server in the file of an agent.
type entry struct {
	// Format is how the file is written, Under the name of its list of servers.
	Format format `json:"format"`
	Under  string `json:"under"`
	Name   string `json:"name"`
	// Value is the server, as JSON.
	Value json.RawMessage `json:"value"`
	// Made says that the list was not there before.
	Made bool `json:"made,omitempty"`
}

// format is a kind of file.
type format string

// The formats: JSON with comments and trailing commas, which all JSON is, and TOML.
const (
	formatJSONC format = "jsonc"
	formatTOML  format = "toml"
)

var (
	errOther = errors.New("has an MCP server of that name, which is not bua's; choose another with --name")
	errShape = errors.New("is not laid out as this agent's configuration is, so it is left alone")
	errGone  = errors.New("was changed where bua's entry was; remove it by hand")
)

// unreadable is that a file does not parse.
type unreadable struct{ err error }

func (e unreadable) Error() string {
	return "does not parse, so it is left alone: " + oneLine(e.err.Error())
}

// read returns the whole file as values. Nothing at all is an empty file.
func (f format) read(data []byte) (all map[string]any, err error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return map[string]any{}, nil
	}
	switch f {
	case formatTOML:
		all, err = readTOML(data)
	default:
		all, err = readJSONC(data)
	}
	if err != nil {
		return nil, unreadable{err}
	}
	if all == nil { // null
		return nil, errShape
	}
	return all, nil
}

// add returns the file with the entry, and whether it was there already. What is
// written is read again: nothing but the entry may differ.
func (e *entry) add(data []byte) (out []byte, there bool, err error) {
	all, err := e.Format.read(data)
	if err != nil {
		return nil, false, err
	}
	var value any
	if err := json.Unmarshal(e.Value, &value); err != nil {
		return nil, false, err
	}
	list, ok := all[e.Under].(map[string]any)
	if all[e.Under] != nil && !ok {
		return nil, false, errShape
	}
	if have := list[e.Name]; have != nil {
		if !same(have, value) {
			return nil, false, errOther
		}
		return data, true, nil
	}
	if e.Made = list == nil; e.Made {
		list = map[string]any{}
		all[e.Under] = list
	}
	list[e.Name] = value
	if e.Format == formatTOML {
		out, err = e.addTOML(data)
	} else {
		out, err = e.addJSONC(data)
	}
	if err != nil {
		return nil, false, err
	}
	return out, false, e.check(out, all)
}

// remove returns a file that has changed since without the entry. Errors: errGone
// when it is not as it was added.
func (e *entry) remove(data []byte) (out []byte, err error) {
	all, err := e.Format.read(data)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal(e.Value, &value); err != nil {
		return nil, err
	}
	list, _ := all[e.Under].(map[string]any)
	if list[e.Name] == nil {
		return data, nil
	}
	if !same(list[e.Name], value) {
		return nil, errGone
	}
	delete(list, e.Name)
	if e.Format == formatTOML {
		if len(list) == 0 {
			delete(all, e.Under)
		}
		out, err = e.removeTOML(data)
	} else {
		if e.Made && len(list) == 0 {
			delete(all, e.Under)
		}
		out, err = e.removeJSONC(data, e.Made && len(list) == 0)
	}
	if err != nil {
		return nil, err
	}
	return out, e.check(out, all)
}

// check reports whether a file says what it should.
func (e *entry) check(out []byte, want map[string]any) error {
	got, err := e.Format.read(out)
	if err != nil || !same(got, want) {
		return errShape
	}
	return nil
}

// same compares two values as JSON has them: a number is a number.
func same(a, b any) bool {
	plain := func(v any) (p any, err error) {
		data, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(data, &p)
		}
		return p, err
	}
	x, err := plain(a)
	y, err2 := plain(b)
	return err == nil && err2 == nil && reflect.DeepEqual(x, y)
}
