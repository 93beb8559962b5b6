package policies

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// property is one value of managed.json, in the order of that file.
type property struct {
	key   string
	value any // an int, a string or a []string

	Title, Description, Type string
	Enum                     []string
	Items                    struct{ Type string }
}

// read reads the properties of the schema. A type that no policy here has a form
// for is an error.
func read(schema []byte) (list []property, err error) {
	var doc struct{ Properties json.RawMessage }
	if err := json.Unmarshal(schema, &doc); err != nil {
		return nil, fmt.Errorf("managed.json: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(doc.Properties))
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("managed.json has no properties: %w", err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		p := property{key: fmt.Sprint(key)}
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("managed.json: %s: %w", p.key, err)
		}
		switch {
		case p.Type == "string", p.Type == "integer", p.Type == "array" && p.Items.Type == "string":
		default:
			return nil, fmt.Errorf("managed.json: %s is of the type %q, for which build/policies has no form", p.key, p.Type)
		}
		list = append(list, p)
	}
	return list, nil
}
