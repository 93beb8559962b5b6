package gen

import "strings"

// actionTexts writes what each action takes, with what every member means.
func actionTexts(m *model) []byte {
	var all strings.Builder
	for _, a := range m.actions {
		all.WriteString(line(a) + "\n")
		t := &tool{model: m}
		t.collect(a)
		for _, x := range t.list {
			all.WriteString("- " + x.wire + ": " + x.explained() + "\n")
			if x.list && x.kind == kindStruct {
				inner := &tool{model: m}
				inner.collect(&exchange{shape: m.byName[x.typ], tag: a.tag})
				for _, y := range inner.list {
					all.WriteString("  - " + y.wire + ": " + y.explained() + "\n")
				}
			}
		}
		all.WriteString("\n")
	}
	return []byte(all.String())
}

// explained is what a member is and means.
func (m *merged) explained() string {
	text := map[fkind]string{kindInt: "integer", kindInt64: "integer", kindBool: "true or false", kindStruct: "object"}[m.kind]
	if len(m.words) > 0 {
		text = strings.Join(m.words, ", ")
	}
	if m.list {
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
