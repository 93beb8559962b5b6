package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/tell"
)

// noteChars is what the notes about a cut take.
const noteChars = 300

// reading is the text of a reading that fits into a result: of one that is too long
// the elements keep up to a half, so that there is something to act on, and the page's
// words the rest. What is missing is said, and how to get it.
func reading(say *tell.Teller, r protocol.ExtractResult) string {
	text := say.Result(r)
	if len(text) <= budget.ResultChars {
		return text
	}
	room := budget.ResultChars - noteChars
	var notes []string
	if r.Truncated != "" {
		notes = append(notes, r.Truncated)
	}
	// At least so much of the markdown stays: what it refers to needs no line.
	bare := r
	bare.Markdown, bare.Text = lines(r.Markdown, room/2), ""
	taken := func() int { return len(say.Result(bare)) - len(bare.Markdown) }
	size := taken()
	if most := max(room/2, room-len(r.Markdown)); size > most {
		all := len(r.Elements)
		for n := all * most / size; size > most && n > 0; n = n * 9 / 10 {
			bare.Elements = r.Elements[:n]
			size = taken()
		}
		r.Elements = bare.Elements
		r.Omitted += all - len(r.Elements)
		if n := len(r.Elements); n > 0 {
			notes = append(notes, "more elements: extract with after "+r.Elements[n-1].UID)
		}
	}
	if left := max(room-size, 0); len(r.Markdown) > left {
		whole := len(r.Markdown)
		r.Markdown = lines(r.Markdown, left)
		notes = append(notes, "the text is cut, "+strconv.Itoa((whole-len(r.Markdown)+1023)/1024)+" KB more: extract with query for words of it")
	}
	r.Truncated = strings.Join(notes, "; ")
	return say.Result(r)
}

// lines cuts a text to a size, between two lines where there are some.
func lines(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = clip(s, most)
	if i := strings.LastIndexByte(s, '\n'); i > most/2 {
		return s[:i]
	}
	return s
}
