package agent

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// sight is what one reading has shown of a tab, in [words].
type sight struct {
	Tab            int
	URL            string
	Text, Elements string
	Gone           string // of changes: the lines that show no more
	// Full says that the whole page was asked for; Whole and Listed that nothing of its
	// text, nothing of its elements was left out.
	Full, Whole, Listed bool
	// Act is how many acts the run had done, Way how often it had gone on by itself since
	// the latest with consequences.
	Act, Way int
}

// The bounds of what is kept of readings: of one, and of all.
const (
	maxSight  = 150 << 10
	maxSights = 256 << 10
)

// leftOut is how the page engine says that the text is not whole; page/reading/extract.ts has
// the same words.
const leftOut = "text is "

// sightOf is what a reading shows. Only one of the whole page can tell what is not there.
func (m *machine) sightOf(tab int, x *protocol.ExtractResult, full bool) sight {
	markdown, went := x.Markdown, ""
	if x.Changes != nil {
		markdown, went = there(markdown)
	}
	s := sight{Tab: tab, URL: x.URL, Gone: scan.Clip(words(went), maxSight), Text: words(x.Text + "\n" + markdown), Elements: shown(x.Elements), Act: m.proof.acts, Way: m.proof.way}
	s.Full = full && x.Changes == nil && len(x.PendingDialogs) == 0
	s.Whole = s.Full && !strings.Contains(x.Truncated, leftOut) && len(s.Text) <= maxSight
	s.Listed = s.Full && x.Omitted == 0 && len(s.Elements) <= maxSight
	s.Text, s.Elements = scan.Clip(s.Text, maxSight), scan.Clip(s.Elements, maxSight)
	return s
}

// there is what of changed lines shows now, and what has gone: the lines with a -.
func there(markdown string) (now, went string) {
	var b, gone strings.Builder
	for line := range strings.Lines(markdown) {
		if text, is := strings.CutPrefix(line, "- "); is {
			gone.WriteString(text)
		} else {
			b.WriteString(line)
		}
	}
	return b.String(), gone.String()
}

// keepSight keeps the latest readings, also when the conversation has been cut.
func (m *machine) keepSight(s sight) {
	p := &m.proof
	list, size := append(p.sights[:len(p.sights):len(p.sights)], s), 0
	for i := len(list) - 1; i >= 0; i-- {
		if size += len(list[i].Text) + len(list[i].Elements) + len(list[i].Gone) + 100; size > maxSights && i < len(list)-1 {
			list = list[i+1:]
			break
		}
	}
	p.sights = list
}

// fresh is a reading of a whole page that is of after the latest act.
func (f *proof) fresh(tab int) (sight, bool) {
	for i := len(f.sights) - 1; i >= 0 && f.sights[i].Act == f.acts; i-- {
		if s := f.sights[i]; s.Tab == tab && s.Full && s.Way == f.way {
			return s, true
		}
	}
	return sight{}, false
}

// earlier is the latest reading of a whole page at an address before the latest act
// with consequences.
func (f *proof) earlier(url string) (sight, bool) {
	for i := len(f.sights) - 1; i >= 0; i-- {
		if s := f.sights[i]; s.Full && s.Act <= f.base.Act && page(s.URL) == page(url) {
			return s, true
		}
	}
	return sight{}, false
}

// page is an address without its fragment.
func page(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return url
}

// shown is a reading's elements, one a line: its role and name, what it holds, and
// how it stands.
func shown(list []protocol.Element) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString(words(e.Role + " " + e.Name))
		b.WriteString("\t=" + words(e.Value))
		for _, s := range e.State {
			b.WriteString("\t=" + s)
		}
		b.WriteString("\n")
		if b.Len() > maxSight {
			break
		}
	}
	return b.String()
}

// has reports whether one of some elements has a name in it and, where that is not
// empty, such a value or state.
func has(elements, name, value string) bool {
	for line := range strings.SplitSeq(elements, "\n") {
		f := strings.Split(line, "\t")
		if !says(f[0], name) {
			continue
		}
		if value == "" {
			return true
		}
		for _, x := range f[1:] {
			if x == value {
				return true
			}
		}
	}
	return false
}
