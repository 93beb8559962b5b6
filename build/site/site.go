// Package site makes the documents a static site: one page of each, a reference
// of the actions from the wire's schema, and a search in the browser. It decides
// which documents are on it, how they are ordered, and that no link of theirs
// leads nowhere. No page asks another host for anything.
//
// It imports: build/archive.
package site

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/zapvol/bua/build/archive"
)

//go:embed files
var files embed.FS

// Options is what the site is made of.
type Options struct {
	// Root is the tree.
	Root string
	// Home is where the tree is read: links to what is not on the site lead there.
	Home    string
	Version string
}

// reference is the page of the actions.
const reference = "docs/reference.html"

// page is one document on its way to the site.
type page struct {
	// source is its path in the tree, to its path on the site.
	source, to string
	title      string
	body       string
	// base is the document that its links are relative to, source when empty.
	base     string
	headings []heading
}

// maker makes one site.
type maker struct {
	Options
	pages  []*page
	copied map[string]bool // files that pages show
	faults []error
}

// Make makes all files of the site, and fails with every link that leads
// nowhere.
func Make(o Options) ([]archive.File, error) {
	m := &maker{Options: o, copied: map[string]bool{}}
	sources, err := documents(o.Root)
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		p, err := m.render(source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		m.pages = append(m.pages, p)
	}
	actions, err := m.reference()
	if err != nil {
		return nil, err
	}
	m.pages = append(m.pages, actions)
	for _, p := range m.pages {
		m.relink(p)
	}
	if len(m.faults) > 0 {
		return nil, errors.Join(m.faults...)
	}
	return m.files()
}

// documents are the Markdown files that are read as a site: the root's, but not
// the licence, and those below docs.
func documents(root string) (list []string, err error) {
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	if !slices.Contains(list, "README.md") {
		return nil, errors.New("there is no README.md to begin with")
	}
	return list, nil
}

// place is where a document goes: a README is its folder's own page.
func place(source string) string {
	dir, name := path.Split(source)
	if name == "README.md" {
		return dir + "index.html"
	}
	return strings.TrimSuffix(source, ".md") + ".html"
}

// render turns a document into HTML; its links are as they were.
func (m *maker) render(source string) (*page, error) {
	text, err := os.ReadFile(filepath.Join(m.Root, filepath.FromSlash(source)))
	if err != nil {
		return nil, err
	}
	p := &page{source: source, to: place(source)}
	return p, m.markdown(p, text)
}

func (m *maker) markdown(p *page, text []byte) error {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe())) // the documents are the tree's own
	doc := md.Parser().Parse(textReader(text), parser.WithContext(parser.NewContext(parser.WithIDs(&ids{used: map[string]int{}}))))
	p.headings = headings(doc, text)
	if len(p.headings) == 0 {
		return errors.New("it has no heading, and so no title")
	}
	p.title = p.headings[0].title
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, text, doc); err != nil {
		return err
	}
	p.body = out.String()
	return nil
}

// files writes the pages, what they show, and what all of them share.
func (m *maker) files() (list []archive.File, err error) {
	layout, err := template.ParseFS(files, "files/page.html")
	if err != nil {
		return nil, err
	}
	groups, err := m.groups()
	if err != nil {
		return nil, err
	}
	for _, p := range m.pages {
		var out bytes.Buffer
		err := layout.Execute(&out, map[string]any{"Title": p.title, "Body": template.HTML(p.body), "Up": up(p.to), "Here": p.to, //nolint:gosec // the tree's own
			"Groups": groups, "Version": m.Version, "Source": m.source(p)})
		if err != nil {
			return nil, err
		}
		list = append(list, archive.File{Name: p.to, Data: out.Bytes()})
	}
	for name := range m.copied {
		data, err := os.ReadFile(filepath.Join(m.Root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		list = append(list, archive.File{Name: name, Data: data})
	}
	for _, name := range []string{"site.css", "search.js"} {
		data, err := files.ReadFile("files/" + name)
		if err != nil {
			return nil, err
		}
		list = append(list, archive.File{Name: name, Data: data})
	}
	index, err := m.index()
	list = append(list, archive.File{Name: "search-index.js", Data: index})
	slices.SortFunc(list, func(a, b archive.File) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// source is where a page's text is kept.
func (m *maker) source(p *page) string { return m.Home + "/blob/main/" + p.source }

// up leads from a page to the site's root.
func up(to string) string { return strings.Repeat("../", strings.Count(to, "/")) }
