package site

import (
	"cmp"
	"fmt"
	"html"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	// element and linked find what leads somewhere, in the HTML of the renderer and
	// in that of the documents.
	element = regexp.MustCompile(`<[a-z]+\s[^>]*>`)
	linked  = regexp.MustCompile(`(\s)(href|src|srcset)="([^"]*)"`)
	outside = regexp.MustCompile(`^[a-z]+:`)
)

// relink leads every link of a page to where it is on the site: another page, a
// file beside it, or the tree for what is not read as a page. A link that leads
// nowhere is a fault.
func (m *maker) relink(p *page) {
	p.body = element.ReplaceAllStringFunc(p.body, func(tag string) string {
		return linked.ReplaceAllStringFunc(tag, func(found string) string {
			part := linked.FindStringSubmatch(found)
			return part[1] + part[2] + `="` + html.EscapeString(m.link(p, part[2], html.UnescapeString(part[3]))) + `"`
		})
	})
}

func (m *maker) link(p *page, attribute, link string) string {
	if outside.MatchString(link) {
		if attribute != "href" {
			m.fault(p, link, "a page shows nothing of another host")
		}
		return link
	}
	file, anchor, _ := strings.Cut(link, "#")
	target := p.source
	if file != "" {
		target = path.Join(path.Dir(cmp.Or(p.base, p.source)), file)
	}
	if other := m.page(target); other != nil && (other != p || file == "") {
		if anchor != "" && !m.has(other, anchor) {
			m.fault(p, link, target+" has no such heading")
		}
		to := ""
		if other != p {
			to = up(p.to) + other.to
		}
		if anchor != "" {
			to += "#" + anchor
		}
		return to
	}
	info, err := os.Stat(filepath.Join(m.Root, filepath.FromSlash(target)))
	switch {
	case err != nil || strings.HasPrefix(target, "../"):
		m.fault(p, link, "there is no "+target)
		return link
	case attribute != "href":
		m.copied[target] = true
		return up(p.to) + target
	case info.IsDir():
		return m.Home + "/tree/main/" + target
	}
	return m.Home + "/blob/main/" + target
}

func (m *maker) fault(p *page, link, why string) {
	m.faults = append(m.faults, fmt.Errorf("%s links to %s: %s", p.source, link, why))
}

// page is the one that a path of the tree leads to, a folder's own included.
func (m *maker) page(target string) *page {
	for _, p := range m.pages {
		if p.source == target || p.to == target || path.Join(target, "README.md") == p.source {
			return p
		}
	}
	return nil
}

func (m *maker) has(p *page, anchor string) bool {
	for _, h := range p.headings {
		if h.id == anchor {
			return true
		}
	}
	return false
}
