package agent

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// saved reports whether a server has said yes to what the latest act with consequences
// has sent, and to all of it.
func (f *proof) saved() bool {
	refused, _ := f.refusal()
	return refused == "" && f.way == 0 && len(f.yes()) > 0
}

// yes are the answers by which a server has taken what was sent.
func (f *proof) yes() (list []string) {
	for _, s := range f.answers {
		if method, path, came, _ := reply(s); method != "GET" && came >= 200 && came < 400 && !telemetry(path) {
			list = append(list, s)
		}
	}
	return list
}

// receipts are the answers that show by themselves that something was done: of a server
// that has said yes, while the page says nothing.
func (m *machine) receipts() []string {
	p := &m.proof
	if p.weight != weighs || !p.saved() || len(p.views) == 0 {
		return nil
	}
	for _, v := range p.views {
		if v.Tab == p.base.Tab && !m.quiet(v) {
			return nil
		}
	}
	return p.yes()
}

// mayQuote names a receipt to the model.
func (f *findings) mayQuote() string {
	if len(f.receipts) == 0 {
		return ""
	}
	return `, or quote what the server has answered: "` + scan.Clip(f.receipts[0], 200) + `"`
}

// quotes reports whether a claim quotes a receipt.
func (f *findings) quotes(c claim) bool {
	if c.Kind != "text" && c.Kind != "quote" {
		return false
	}
	for _, s := range f.receipts {
		if says(words(c.Value), words(s)) {
			return true
		}
	}
	return false
}

// quiet reports whether a page says nothing since the latest act with consequences: its
// words are those of before, and what the run has entered.
func (m *machine) quiet(v sight) bool {
	p := &m.proof
	if len(p.messages) > 0 || !p.base.Whole || page(v.URL) != page(p.base.URL) {
		return false
	}
	had, covered := set(p.base.Text+" "+strings.Join(p.put.sent, " ")), p.covered(&v)
	silent := func(text string) bool {
		for w := range set(text) {
			if !had[w] && !covered[w] {
				return false
			}
		}
		return true
	}
	for _, s := range p.sights { // a message may have come and gone
		if s.Tab == p.base.Tab && s.Act > p.base.Act && s.Way == 0 && !silent(s.Text) {
			return false
		}
	}
	return silent(v.Text)
}

// entrusted reports whether a claim is about what the run has entered, and a server has
// said yes to when it was sent, while the page says nothing of it.
func (m *machine) entrusted(c claim, v sight) bool {
	e, w := &m.proof.put, scan.Clip(words(c.Value), 200)
	if !m.proof.saved() || !m.quiet(v) {
		return false
	}
	switch c.Kind {
	case "value":
		return listed(e.sent, w)
	case "text", "quote", "element":
		for _, x := range e.sent {
			if len(x) > 1 && says(w, x) && !listed(e.known, x) && x != "checked" && x != "unchecked" {
				return true
			}
		}
	}
	return false
}
