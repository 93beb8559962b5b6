package articlepages

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed prose.txt
var prose string

//go:embed articles.txt
var articles string

//go:embed others.txt
var others string

// Page is one document of the set.
type Page struct{ Name, HTML string }

// Articles are the pages with one text that a person comes to read.
func Articles() []Page { return read(articles) }

// Others are all other pages: lists, shops, threads, applications, forms.
func Others() []Page { return read(others) }

func read(file string) []Page {
	said := map[string][]string{}
	for _, part := range strings.Split("\n"+prose, "\n== ")[1:] {
		lang, text, _ := strings.Cut(part, "\n")
		said[lang] = strings.Split(strings.TrimSpace(text), "\n")
	}
	var out []Page
	for _, part := range strings.Split("\n"+file, "\n== ")[1:] {
		head, body, _ := strings.Cut(part, "\n")
		name, lang, _ := strings.Cut(head, " ")
		w := writer{said: said[lang], n: len(out) * 5}
		html := w.expand(body)
		if !strings.Contains(html, "<title>") {
			html = "<title>" + name + "</title>" + html
		}
		out = append(out, Page{name, "<!doctype html><html lang=" + lang + "><meta charset=utf-8>" + html})
	}
	return out
}

// writer makes text of the sentences of one language, each time another.
type writer struct {
	said  []string
	n     int
	marks int
}

func (w *writer) sentence() string {
	w.n++
	return w.said[(w.n*7+w.n/5)%len(w.said)]
}

// expand replaces every placeholder, and those in what it stands for.
func (w *writer) expand(s string) string {
	var b strings.Builder
	for {
		start := strings.Index(s, "[[")
		if start < 0 {
			b.WriteString(s)
			return b.String()
		}
		depth, end := 0, start
		for ; end < len(s)-1; end++ {
			if s[end:end+2] == "[[" {
				depth++
				end++
			} else if s[end:end+2] == "]]" {
				if depth--; depth == 0 {
					break
				}
				end++
			}
		}
		b.WriteString(s[:start])
		b.WriteString(w.expand(w.one(s[start+2 : end])))
		s = s[end+2:]
	}
}

func (w *writer) one(what string) string {
	kind, rest, _ := strings.Cut(what, " ")
	n, _ := strconv.Atoi(rest)
	n = max(n, 1)
	var b strings.Builder
	switch kind {
	case "p":
		for range n {
			b.WriteString("<p>" + w.sentence() + " " + w.sentence() + " " + w.sentence() + "</p>\n")
		}
	case "s":
		for range n {
			b.WriteString(w.sentence() + " ")
		}
	case "m":
		w.marks++
		return "mark" + strconv.Itoa(w.marks)
	case "t":
		words := strings.Fields(strings.Trim(w.sentence(), "."))
		if len(words) == 1 { // a script without spaces
			r := []rune(words[0])
			return string(r[:min(len(r), 18)])
		}
		return strings.Trim(strings.Join(words[w.n%3:min(len(words), 7+w.n%3)], " "), ",")
	case "x":
		count, text, _ := strings.Cut(rest, "|")
		n, _ = strconv.Atoi(count)
		for i := range n {
			b.WriteString(strings.ReplaceAll(text, "#", strconv.Itoa(i+1)))
		}
	}
	return b.String()
}
