package debugger

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// A page declares what its tool takes as a JSON Schema. What such a schema says most is
// checked before the call: type, required, properties, additionalProperties, items,
// enum and const. What else it says is left to the page. Its words stand in quotes.

// maxSchemaDepth is how deep a schema is followed.
const maxSchemaDepth = 8

// checkArguments reports whether arguments fit a schema, nil for none. Both are JSON.
// Error: invalid_action, which names the member.
func checkArguments(schema, arguments []byte) error {
	if why := misfit("arguments", schema, arguments, maxSchemaDepth); why != "" {
		return protocol.NewError(protocol.CodeInvalidAction, why+"; the tool was not called")
	}
	return nil
}

// misfit says why a value does not fit, "" when it does.
func misfit(at string, schema, value []byte, depth int) string {
	if depth == 0 {
		return ""
	}
	m := scan.Members(schema, "type", "enum", "const", "items", "required", "properties", "additionalProperties")
	if types := typesOf(m[0]); len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isOf(t, value) }) {
		return at + " must be of the type " + strings.Join(types, " or ") + ", got " + typeOf(value)
	}
	if len(m[1]) > 0 || len(m[2]) > 0 {
		if all := append(scan.Elements(m[1]), m[2]); !slices.ContainsFunc(all, func(one []byte) bool { return same(one, value) }) {
			return at + " must be one of " + scan.Clip(string(m[1])+string(m[2]), 200)
		}
	}
	switch typeOf(value) {
	case "object":
		return misfitMember(at, m[4], m[5], m[6], value, depth)
	case "array":
		for i, one := range scan.Elements(value) {
			if why := misfit(at+"["+strconv.Itoa(i)+"]", m[3], one, depth-1); why != "" {
				return why
			}
		}
	}
	return ""
}

// misfitMember is misfit of an object's members.
func misfitMember(at string, required, properties, additional, value []byte, depth int) string {
	for _, name := range scan.Strings(required) {
		if len(scan.Members(value, name)[0]) == 0 {
			return at + " lacks " + string(scan.AppendQuote(nil, scan.Clip(name, 100))) + ", which the tool needs"
		}
	}
	c := scan.Cursor{Data: value}
	c.Eat('{')
	for {
		name, ok := c.Member()
		if !ok {
			return ""
		}
		called := at + "." + string(name)
		one, known := c.Skip(), scan.Members(properties, string(name))[0]
		if len(known) == 0 && string(additional) == "false" {
			return called + " is not a member that the tool takes"
		}
		if why := misfit(called, known, one, depth-1); why != "" {
			return why
		}
	}
}

// typesOf lists the types that a schema allows, nil for any. A word that names none
// allows any.
func typesOf(v []byte) []string {
	list := scan.Strings(v)
	if one := scan.String(v); one != "" {
		list = []string{one}
	}
	for _, t := range list {
		if !slices.Contains([]string{"object", "array", "string", "number", "integer", "boolean", "null"}, t) {
			return nil
		}
	}
	return list
}

func isOf(name string, value []byte) bool {
	if name == "integer" {
		whole, fraction, _ := strings.Cut(string(value), ".")
		return typeOf(value) == "number" && !strings.ContainsAny(whole+fraction, "eE") && strings.Trim(fraction, "0") == ""
	}
	return typeOf(value) == name
}

// typeOf is the type of a JSON value.
func typeOf(value []byte) string {
	if len(value) == 0 {
		return "null"
	}
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// same compares two JSON values: texts by what they say, all else by how it is written.
func same(a, b []byte) bool {
	if len(a) > 0 && len(b) > 0 && a[0] == '"' && b[0] == '"' {
		return scan.String(a) == scan.String(b)
	}
	return string(a) == string(b)
}
