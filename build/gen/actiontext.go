package gen

import "strings"

// actionTexts writes what each action takes, with what every member means.
func actionTexts(m *model) ([]byte, error) {
	var all strings.Builder
	for _, a := range m.actions {
		all.WriteString(line(a) + "\n")
		t := &tool{model: m}
		if err := t.collect(a); err != nil {
			return nil, err
		}
		for _, x := range t.list {
			all.WriteString("- " + x.name + ": " + x.explained() + "\n")
			if x.typ.slice && x.typ.kind == kindStruct {
				inner := &tool{model: m}
				if err := inner.collect(&variant{structure: m.byName[x.typ.name], tag: a.tag}); err != nil {
					return nil, err
				}
				for _, y := range inner.list {
					all.WriteString("  - " + y.name + ": " + y.explained() + "\n")
				}
			}
		}
		all.WriteString("\n")
	}
	return []byte(all.String()), nil
}

// explained is what a member is and means.
func (m *merged) explained() string {
	text := map[fkind]string{kindInt: "integer", kindInt64: "integer", kindBool: "true or false", kindStruct: "object"}[m.typ.kind]
	if len(m.words) > 0 {
		text = strings.Join(m.words, ", ")
	}
	if m.typ.slice {
		text = "list"
	}
	if text != "" {
		text = "(" + text + ") "
	}
	for _, d := range m.docs {
		text += d.text
	}
	return text
}
