package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/tell"
)

// The bounds of what a research tells: of all, and of each address and title.
const (
	researchChars = 4096
	addressChars  = 160
	titleChars    = 100
)

// gathers keeps what a source shows. A page that has none of the words is read as such.
func (m *machine) gathers(s *source, e *Event) {
	r, err := protocol.DecodeResult(protocol.KindExtract, e.Result)
	x, ok := r.(protocol.ExtractResult)
	if e.Type == Held || e.Code != "" || err != nil || !ok {
		s.why = m.failed(protocol.KindExtract, e)
		return
	}
	links := make([]string, 0, len(x.Elements))
	for _, e := range x.Elements {
		links = append(links, e.Href)
	}
	m.risk.Read(x.URL, links...)
	m.keepSight(m.sightOf(fetchTab, &x, false))
	s.at = x.URL
	kept := protocol.ExtractResult{URL: scan.Clip(x.URL, addressChars), Title: scan.Clip(x.Title, titleChars), Markdown: scan.Clip(unreferred(x.Markdown), researchChars)}
	switch {
	case x.Obstacle != nil:
		s.why = "In the way there: " + string(x.Obstacle.Type) + "."
	case kept.Markdown == "":
		s.why = "Nothing there has these words."
	}
	s.read = protocol.AppendResult(nil, kept)
}

// unreferred is a page's text without the references of its elements, as [Edit e7]:
// their tab is closed when it is read.
func unreferred(s string) string {
	pieces := strings.Split(s, "]")
	for i, p := range pieces[:len(pieces)-1] {
		if text := strings.TrimRight(p, "0123456789"); len(text) < len(p) && strings.HasSuffix(text, " e") {
			pieces[i] = text[:len(text)-2]
		}
	}
	return strings.Join(pieces, "]")
}

// studied gives the call its result: each address with what it shows, or why there is
// nothing.
func (m *machine) studied() {
	list := m.study.sources
	m.study, m.wait = research{}, nothing
	say := m.teller()
	shown := make([]protocol.ExtractResult, len(list))
	texts := make([]int, len(list))
	room, failed := researchChars, true
	for i := range list {
		s := &list[i]
		if s.read != nil {
			r, _ := protocol.DecodeResult(protocol.KindExtract, s.read)
			shown[i], _ = r.(protocol.ExtractResult)
			texts[i] = len(shown[i].Markdown)
			failed = false
		}
		if shown[i].URL == s.url {
			shown[i].URL = "" // it stands before it
		}
		bare := shown[i]
		bare.Markdown = ""
		room -= len(told(say, i, s, bare))
	}
	text := ""
	for i, most := range shares(texts, room) {
		if len(shown[i].Markdown) > most {
			shown[i].Markdown = lines(shown[i].Markdown, most-len(cutMark)) + cutMark
		}
		text = tell.Join(text, told(say, i, &list[i], shown[i]))
	}
	c := m.batch[min(m.next, len(m.batch)-1)]
	m.result(text, failed)
	m.see(loop.Call{Name: c.Name, Args: c.Arguments, Outcome: text, Reads: true, At: m.at})
}

const cutMark = " […]"

// told is what is told of one source.
func told(say *tell.Teller, i int, s *source, x protocol.ExtractResult) string {
	text := strconv.Itoa(i+1) + ". " + scan.Clip(s.url, addressChars)
	if s.read != nil {
		text = tell.Join(text, say.Result(x))
	}
	return tell.Join(text, s.why)
}

// shares divides room among texts: what a short one leaves is for the longer ones.
func shares(sizes []int, room int) []int {
	out := make([]int, len(sizes))
	given := make([]bool, len(sizes))
	for left := len(sizes); left > 0; left-- {
		least := -1
		for i, n := range sizes {
			if !given[i] && (least < 0 || n < sizes[least]) {
				least = i
			}
		}
		given[least] = true
		out[least] = max(0, min(sizes[least], room/left))
		room -= out[least]
	}
	return out
}
