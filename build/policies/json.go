package policies

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that keeps its order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members one after another.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func indented(o object) ([]byte, error) {
	text, err := json.MarshalIndent(o, "", "  ")
	return append(text, '\n'), err
}

// linux is a file for the folder of a browser's managed policies.
func linux(o Options, list []property) ([]byte, error) {
	var values, all object
	for _, p := range list {
		values = append(values, member{p.key, p.value})
	}
	if o.UpdateURL != "" {
		all = append(all, member{"ExtensionSettings", object{{o.ID, installation(o)}}})
	}
	return indented(append(all, member{"3rdparty", object{{"extensions", object{{o.ID, values}}}}}))
}

// installation has a browser install the extension, and keep it.
func installation(o Options) object {
	return object{{"installation_mode", "force_installed"}, {"update_url", o.UpdateURL}}
}

// google is what the Google Admin console takes for an extension, below which
// the extension's own page installs it.
func google(_ Options, list []property) ([]byte, error) {
	var values object
	for _, p := range list {
		values = append(values, member{p.key, object{{"Value", p.value}}})
	}
	return indented(values)
}
