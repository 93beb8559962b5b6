package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/tell"
)

// noteChars is what the notes about a cut take.
const noteChars = 300

// reading is the text of a reading that fits into a result: of one that is too long
// the elements keep up to a half, so that there is something to act on, and the page's
// words the rest. What is missing is said, and how to get it. a is what was asked.
func reading(say *tell.Teller, r protocol.ExtractResult, a protocol.Extract) string {
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
		whole := r.Markdown
		r.Markdown = lines(whole, left)
		more := "the text is cut, " + strconv.Itoa((len(whole)-len(r.Markdown)+1023)/1024) + " KB more: extract with "
		if at := place(a, r, whole); at != "" {
			for _, next := range nextPlaces {
				if before, rest, told := strings.Cut(r.Truncated, next); told { // that comes later
					_, rest, _ = strings.Cut(rest, ";")
					notes[0] = strings.TrimSuffix(before+"; "+strings.TrimSpace(rest), "; ")
				}
			}
			more += "after " + at + ", or "
		}
		notes = append(notes, more+"query for words of it")
	}
	r.Truncated = strings.Join(notes, "; ")
	return say.Result(r)
}

// nextPlaces are how the page engine names the line behind which the text goes on, or
// the page of a PDF, see page/reading/continuation.ts and page/pdf/read-on.ts.
var nextPlaces = [...]string{": go on with after: l", ": go on with after: p"}

// place is the line of the page's text behind which a reading that was cut goes on, ""
// where it has not the page's own lines.
func place(a protocol.Extract, r protocol.ExtractResult, whole string) string {
	if a.Query != "" || r.Changes != nil {
		return ""
	}
	n := strings.Count(r.Markdown, "\n")
	if strings.HasPrefix(whole[len(r.Markdown):], "\n") {
		n++
	}
	before, from, lined := strings.Cut(a.After, "l")
	if lined {
		m, ok := scan.Small(from)
		if !ok {
			return ""
		}
		n += m
	}
	if before != "" && before[0] != 'p' { // the uid of an element
		return ""
	}
	return before + "l" + strconv.Itoa(n)
}

// lines cuts a text to a size, between two lines where there are some.
func lines(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = scan.Clip(s, most)
	if i := strings.LastIndexByte(s, '\n'); i > most/2 {
		return s[:i]
	}
	return s
}
