package site

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
)

// group is a part of the list of pages.
type group struct {
	Title string
	Pages []entry
}

type entry struct{ Title, To string }

var listed = regexp.MustCompile(`(?m)^\| \[[^\]]+\]\(([^)#]+\.md)\)`)

// groups are the pages by what they are for, in the order in which the documents
// themselves list them: the guide's in its own table, those for who works on bua
// in that of ARCHITECTURE. The decisions are one entry, and have a page that
// lists them.
func (m *maker) groups() ([]group, error) {
	guide, err := m.listedIn("docs/guide/README.md")
	if err != nil {
		return nil, err
	}
	inside, err := m.listedIn("ARCHITECTURE.md")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	list := []group{
		{"bua", m.entries(seen, "README.md", "CHANGELOG.md", "SECURITY.md", "docs/privacy.md")},
		{"Guide", m.entries(seen, guide...)},
		{"Reference", []entry{{"Actions", reference}}},
		{"Inside", m.entries(seen, append([]string{"ARCHITECTURE.md"}, inside...)...)},
	}
	return list, nil
}

// listedIn are the pages that the tables of a document name first in their rows.
func (m *maker) listedIn(source string) (sources []string, err error) {
	text, err := os.ReadFile(filepath.Join(m.Root, filepath.FromSlash(source)))
	if err != nil {
		return nil, err
	}
	for _, row := range listed.FindAllStringSubmatch(string(text), -1) {
		sources = append(sources, path.Join(path.Dir(source), row[1]))
	}
	return sources, nil
}

// entries are the pages of those documents that have not been seen.
func (m *maker) entries(seen map[string]bool, sources ...string) (list []entry) {
	for _, source := range sources {
		if p := m.page(source); p != nil && !seen[p.to] {
			seen[p.to] = true
			list = append(list, entry{p.title, p.to})
		}
	}
	return list
}
