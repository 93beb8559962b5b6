package supervisor

import "strings"

// Whose document a frame holds decides what the agent may do in it, and the
// address alone does not tell: a document without one of its own, such as
// about:blank, about:srcdoc or data:, is of whoever made it, and what stands
// inside another site's frame is that site's to show.

// What a document without an address answers for its origin.
const (
	// Opaque: an origin of its own, which nobody else has.
	Opaque = "null"
	// Untold: an opaque one of a tab that another document opened, or of a frame
	// that was there first. Nobody can say who made it.
	Untold = "?"
)

// pdfViewer shows a PDF inside the document that the PDF is.
const pdfViewer = "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/"

// SelfURL is the address by which a document stands for itself: its URL, for a blob:
// that of its maker. "" is a document without one.
func SelfURL(url string) string {
	if inner, ok := strings.CutPrefix(url, "blob:"); ok {
		url = inner
	} else if inner, ok := strings.CutPrefix(url, "filesystem:"); ok {
		url = inner
	}
	for _, none := range []string{"about:", "data:", "null/", "chrome-error:", "javascript:", pdfViewer} {
		if strings.HasPrefix(url, none) {
			return ""
		}
	}
	return url
}

// arrive takes note that a frame has a document at this URL.
func (g *Frame) arrive(url string) {
	before := SelfURL(g.URL)
	switch {
	case SelfURL(url) != "" || url == "about:srcdoc": // the latter is always its parent's
		g.Was, g.Ask = "", false
	case before != "":
		g.Was, g.Ask = before, strings.HasPrefix(url, "about:")
	case g.Parent == "":
		g.Ask = true
	case g.Session != "" && strings.HasPrefix(url, "about:"): // another site may have been here unseen
		g.Ask = true
	case strings.HasPrefix(url, pdfViewer): // it shows what the document around it is
		g.Ask = false
	}
	g.URL, g.Origin = url, ""
	g.Doc++
}

// Adopt takes note of a frame that was there before anybody looked: what it held
// before is not known. via says that it is reached through a session of its own.
func (f *Frames) Adopt(id, parent, url string, via bool) {
	_, known := f.Get(id)
	if !known && f.back(id, parent, url) {
		return
	}
	f.Put(id, parent, url)
	if g := &f.list[f.find(id)]; !known || g.Doc <= 1 {
		switch {
		case strings.HasPrefix(url, "about:") && url != "about:srcdoc":
			g.Ask = true
		case via && strings.HasPrefix(url, "data:"): // not in its parent's process: another site may have made it
			g.Origin = Untold
		}
	}
}

// Unasked lists the frames whose documents have to be asked for their origin.
func (f *Frames) Unasked() (list []Frame) {
	for _, g := range f.list {
		if g.Ask && g.Origin == "" {
			list = append(list, g)
		}
	}
	return list
}

// Answered takes what a document has said of its origin, unless the frame holds
// another one by now.
func (f *Frames) Answered(asked Frame, origin string) {
	if i := f.find(asked.ID); i >= 0 && f.list[i].Doc == asked.Doc {
		f.list[i].Origin = origin
	}
}

// Owners lists the addresses of those whose document a frame holds, own, and of
// those around it. told is false when that cannot be said: then it is nobody's
// to read.
func (f *Frames) Owners(id string) (own, around []string, told bool) {
	own, told = f.owners(id)
	for range maxDepth {
		i := f.find(id)
		if i < 0 {
			return own, around, false
		}
		if id = f.list[i].Parent; id == "" {
			return own, around, told && i == f.find(f.root)
		}
		out, known := f.owners(id)
		around, told = append(around, out...), told && known
	}
	return own, around, false
}

// owners lists the addresses of those whose document a frame holds.
func (f *Frames) owners(id string) (list []string, told bool) {
	for range maxDepth {
		i := f.find(id)
		if i < 0 {
			break
		}
		g := f.list[i]
		if own := SelfURL(g.URL); own != "" {
			return append(list, own), true
		}
		switch {
		case g.Origin == Untold:
			return nil, false
		case g.Origin != "" && g.Origin != Opaque:
			return append(list, g.Origin+"/"), true
		case g.Was != "": // it may have made what came after it
			list = append(list, g.Was)
		case g.Ask && g.Origin == "":
			return nil, false
		}
		if g.Parent == "" {
			return list, g.Origin == Opaque
		}
		id = g.Parent
	}
	return nil, false
}
