package site

import (
	"bytes"
	"encoding/json"
)

// found is one row of the search: a heading, the page it is on, and what stands
// below it. The names are short, because there are thousands.
type found struct {
	To      string `json:"u"`
	Page    string `json:"p"`
	Heading string `json:"h"`
	Text    string `json:"x"`
}

// index is a script that gives the page its rows: a page that was opened from a
// folder may load a script, and no JSON.
func (m *maker) index() ([]byte, error) {
	rows := []found{}
	for _, p := range m.pages {
		for i, h := range p.headings {
			to := p.to
			if i > 0 {
				to += "#" + h.id
			}
			rows = append(rows, found{To: to, Page: p.title, Heading: h.title, Text: h.text})
		}
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("globalThis.buaIndex = ")
	out.Write(text)
	out.WriteString(";\n")
	return out.Bytes(), nil
}
