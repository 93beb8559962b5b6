package site

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// heading is one of a page, with what stands below it for the search.
type heading struct {
	id, title, text string
}

func textReader(source []byte) text.Reader { return text.NewReader(source) }

// ids names headings as GitHub does, so that a link holds in both places.
type ids struct{ used map[string]int }

// Generate makes the name of a heading.
func (i *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(value)))
	n := i.used[name]
	i.used[name]++
	if n > 0 {
		name += "-" + strconv.Itoa(n)
	}
	return []byte(name)
}

// Put takes note of a name that is given.
func (i *ids) Put(value []byte) { i.used[string(value)]++ }

// headings collects a document's, each with the text up to the next.
func headings(doc ast.Node, source []byte) (list []heading) {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, is := n.(*ast.Heading); is {
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			list = append(list, heading{id: string(name), title: plain(h, source)})
			continue
		}
		if len(list) > 0 {
			at := &list[len(list)-1]
			at.text = strings.TrimSpace(at.text + " " + plain(n, source))
		}
	}
	return list
}

// plain is the text of a node, without its marks, in one line.
func plain(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				out.WriteByte(' ')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			out.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(n.Value)
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				out.Write(line.Value(source))
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(out.String()), " ")
}
