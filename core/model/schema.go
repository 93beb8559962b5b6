package model

// plainSchema leaves of a schema what every server knows. What it says less the
// model learns when a call is refused.
func plainSchema(text string) string {
	s, ok := parse([]byte(text))
	if !ok {
		return text
	}
	return string(plain(s))
}

// plain leaves what old servers and small grammars know of JSON Schema.
func plain(s value) value {
	if !s.is('{') {
		return value(`{"type":"string"}`) // true, false, or nothing known
	}
	out := &object{}
	for l := s.members(); l.next(); {
		word, v := string(l.name), l.is
		switch word {
		case "description", "required", "enum":
			out.set(word, v)
		case "properties":
			list := &object{}
			for l := v.members(); l.next(); {
				list.set(string(l.name), plain(l.is))
			}
			out.set(word, list.json())
		case "items":
			out.set(word, plain(v))
		case "type":
			for l := v.each(); l.next(); {
				if l.is.text() != "null" { // one of them, since several are not known
					v = l.is
					break
				}
			}
			out.set(word, v)
		}
	}
	if out.at("type") == nil {
		switch {
		case out.at("properties") != nil:
			out.str("type", "object")
		case out.at("items") != nil:
			out.str("type", "array")
		default:
			out.str("type", "string")
		}
	}
	return out.json()
}

// fields is a schema as every server takes it.
func fields(text string) string {
	s, ok := parse([]byte(text))
	if !ok {
		s = nil
	}
	m := open(s)
	if m.at("type") == nil {
		m.str("type", "object")
	}
	if m.at("properties") == nil {
		m.set("properties", value("{}"))
	}
	return string(m.json())
}
