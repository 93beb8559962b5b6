package model

import "encoding/json"

// plainWords are what old servers and small grammars know of JSON Schema.
var plainWords = map[string]bool{"type": true, "description": true, "properties": true, "required": true, "enum": true, "items": true}

// plainSchema leaves of a schema what every server knows. What it says less the
// model learns when a call is refused.
func plainSchema(text string) string {
	var s any
	if json.Unmarshal([]byte(text), &s) != nil {
		return text
	}
	out, err := json.Marshal(plain(s))
	if err != nil {
		return text
	}
	return string(out)
}

func plain(s any) any {
	m, ok := s.(map[string]any)
	if !ok {
		return map[string]any{"type": "string"} // true, false, or nothing known
	}
	out := map[string]any{}
	for word, v := range m {
		if !plainWords[word] {
			continue
		}
		switch word {
		case "properties":
			fields, _ := v.(map[string]any)
			list := map[string]any{}
			for name, f := range fields {
				list[name] = plain(f)
			}
			v = list
		case "items":
			v = plain(v)
		case "type":
			if many, ok := v.([]any); ok { // one of them, since several are not known
				for _, one := range many {
					if one != "null" {
						v = one
						break
					}
				}
			}
		}
		out[word] = v
	}
	if out["type"] == nil {
		switch {
		case out["properties"] != nil:
			out["type"] = "object"
		case out["items"] != nil:
			out["type"] = "array"
		default:
			out["type"] = "string"
		}
	}
	return out
}

// fields reads a schema as a value.
func fields(text string) map[string]any {
	var m map[string]any
	if json.Unmarshal([]byte(text), &m) != nil || m == nil {
		m = map[string]any{}
	}
	if m["type"] == nil {
		m["type"] = "object"
	}
	if m["properties"] == nil {
		m["properties"] = map[string]any{}
	}
	return m
}
