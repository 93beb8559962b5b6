package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// kinds are those of evidence.
const kinds = "address, text, no_text, quote, element, no_element, value and download"

// findings are what the readings say of the claims.
type findings struct {
	missing []string // what does not hold
	counts  bool     // one shows that something was done
	arrived bool     // one shows what the run has entered, in a document opened anew
	why     string   // why none counts
	// receipts are answers of a server that would count; see machine.receipts.
	receipts []string
}

// findings holds the claims against the readings of the present look.
func (m *machine) findings(list []protocol.DownloadInfo) (f findings) {
	f.why = "all of this was so before your latest act: name what has changed since, or open the page anew by its address and name what it shows then"
	f.receipts = m.receipts()
	f.why += f.mayQuote()
	for _, c := range m.proof.claims {
		if !strings.Contains(" "+strings.ReplaceAll(kinds, ",", " ")+" ", " "+c.Kind+" ") || c.Kind == "and" {
			f.missing = append(f.missing, "evidence is of the kinds "+kinds)
			continue
		}
		if c.Kind == "value" && words(c.Name) == "" {
			f.missing = append(f.missing, "a value needs the name of its field")
			continue
		}
		if f.quotes(c) {
			f.counts = true
			continue
		}
		v, holds := m.view(c)
		if c.Kind == "download" {
			var ours bool
			holds, ours = m.has(c, list)
			f.counts = f.counts || holds && ours
		}
		switch {
		case holds && c.Kind != "download":
			m.weigh(c, v, &f)
		case !holds && m.once(c):
			f.counts = true
		case !holds:
			f.missing = append(f.missing, strings.TrimSpace(c.Kind+" "+scan.Clip(c.Name, 100))+` "`+scan.Clip(c.Value, 200)+`"`)
		}
	}
	return f
}

// view is the reading in which a claim holds. That something is gone holds where it is in
// none of them.
func (m *machine) view(c claim) (v sight, holds bool) {
	gone := strings.HasPrefix(c.Kind, "no_")
	for _, s := range m.proof.views {
		is, _ := s.holds(c)
		if is && !gone {
			return s, true
		}
		if !is && gone {
			return s, false
		}
		v = s
	}
	return v, gone && len(m.proof.views) > 0
}

// holds reports whether a claim holds in a reading, and whether that is known: what a
// reading has left out may be there all the same.
func (s *sight) holds(c claim) (is, known bool) {
	v := words(c.Value)
	switch c.Kind {
	case "address":
		return c.Value != "" && strings.HasPrefix(s.URL, c.Value), s.URL != ""
	case "text", "quote":
		is = says(s.Text, v)
		return is, is || s.Whole
	case "no_text":
		is = v != "" && !says(s.Text, v)
		return is, !is || s.Whole
	case "element":
		is = v != "" && has(s.Elements, v, "")
		return is, is || s.Listed
	case "no_element":
		is = v != "" && !has(s.Elements, v, "")
		return is, !is || s.Listed
	case "value":
		n := words(c.Name)
		is = has(s.Elements, n, "="+v)
		if v == "unchecked" {
			is = has(s.Elements, n, "") && !has(s.Elements, n, "=checked")
		}
		return is, is || s.Listed
	}
	return false, false
}

// weigh adds whether a claim that holds shows that something was done.
func (m *machine) weigh(c claim, v sight, f *findings) {
	p := &m.proof
	was, known := p.base.holds(c)
	direct := p.way == 0 && (v.Tab == p.base.Tab || listed(p.opened, strconv.Itoa(v.Tab)))
	switch {
	case m.question(), p.weight == light:
		f.counts = true
	case m.arrived(c, v):
		f.counts, f.arrived = true, true
	case direct && m.entrusted(c, v):
		f.counts = true
	case c.Kind == "value" && (listed(p.put.sent, scan.Clip(words(c.Value), 200)) || listed(p.put.anew, scan.Clip(words(c.Value), 200))):
		f.why = "you have entered that value yourself, and it would stand there all the same: name what followed, or open the page anew and look"
	case direct && known && !was, direct && m.announced(c):
		f.counts = true
	case direct && !known && p.weight == leads && page(v.URL) != page(p.base.URL):
		f.counts = true // a link has led to another page, and nothing else was done
	case direct && !known:
		f.why = "whether that was so before your latest act is not known: name what followed it, or the address"
	case !direct && m.changed(c, v), m.showsSince(c):
		f.counts = true
	case !direct && !was:
		f.why = "you have gone to that page by yourself, and it may always have shown this: name what followed your latest act, or what you have entered"
	}
}

// changed reports whether a page that the run has gone to showed something else before
// the act.
func (m *machine) changed(c claim, v sight) bool {
	if c.Kind == "address" || m.proof.turned && v.Tab == m.proof.base.Tab {
		return false
	}
	b, ok := m.proof.base, page(v.URL) == page(m.proof.base.URL) && m.proof.base.Full
	if !ok {
		b, ok = m.proof.earlier(v.URL)
	}
	was, known := b.holds(c)
	return ok && known && !was
}

// arrived reports whether a claim is about what the run has entered and sent, in a
// document that was opened after that, and did not show before it was entered.
func (m *machine) arrived(c claim, v sight) bool {
	e, w := &m.proof.put, words(c.Value)
	if e.restored(v.URL) {
		return false
	}
	switch c.Kind {
	case "value":
		if b, ok := m.proof.earlier(v.URL); ok {
			if was, _ := b.holds(c); was && listed(e.known, scan.Clip(w, 200)) {
				return false
			}
		}
		return listed(e.anew, scan.Clip(w, 200))
	case "text", "quote", "element":
		for _, x := range e.anew {
			if len(x) > 1 && says(w, x) && !listed(e.known, x) && x != "checked" && x != "unchecked" {
				return true
			}
		}
	}
	return false
}

// showsSince reports whether the page that an act led to has shown what is claimed, and
// not before: a message of its own, a document, or what a server has said yes to.
func (m *machine) showsSince(c claim) bool {
	p := &m.proof
	if c.Kind != "text" && c.Kind != "quote" {
		return false
	}
	if was, known := p.base.holds(c); was || !known && !m.announced(c) {
		return false
	}
	if m.announced(c) {
		return true
	}
	_, sure := p.refusal()
	for _, s := range p.sights {
		if s.Tab != p.base.Tab && !listed(p.opened, strconv.Itoa(s.Tab)) {
			continue
		}
		if is, _ := s.holds(c); is && s.Act > p.base.Act && s.Way == 0 && (p.way > 0 && (p.landed || sure) || p.way == 0 && sure && m.faded(c, &s)) {
			return true
		}
	}
	return false
}

// faded reports whether what a reading has shown has gone without anything else in its
// place, be it what was there before. What the run has entered
// does not fade, but is taken back.
func (m *machine) faded(c claim, shown *sight) bool {
	p := &m.proof
	for _, x := range append(p.put.sent[:len(p.put.sent):len(p.put.sent)], p.put.entered...) {
		if says(words(c.Value), x) {
			return false
		}
	}
	then := set(shown.Text)
	if !shown.Full { // it has only what has changed: the rest is as it was
		went := set(shown.Gone)
		for w := range set(p.base.Text) {
			then[w] = then[w] || !went[w]
		}
	}
	for w := range p.covered(shown) {
		then[w] = true
	}
	for _, v := range p.views {
		if v.Tab != shown.Tab {
			continue
		}
		for w := range set(v.Text) {
			if !then[w] {
				return false
			}
		}
	}
	return true
}

// covered are the words that a page showed before the run's first act and that something
// hid when the latest one was done: they come back.
func (f *proof) covered(s *sight) map[string]bool {
	all, had := map[string]bool{}, set(f.base.Text)
	for _, first := range f.sights {
		if f.base.Whole && first.Act == 0 && first.Full && first.Tab == s.Tab && page(first.URL) == page(s.URL) {
			for w := range set(first.Text) {
				if !had[w] {
					all[w] = true
				}
			}
		}
	}
	return all
}

func set(text string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		all[w] = true
	}
	return all
}

// once reports whether what is claimed was read, though it does not show now: it answers
// a question; or it has shown after the latest act, and nothing says that it was taken
// back.
func (m *machine) once(c claim) bool {
	if c.Kind != "quote" && c.Kind != "text" {
		return false
	}
	if c.Kind == "quote" && (m.question() || m.proof.weight == light) {
		return m.quoted(words(c.Value))
	}
	return m.showsSince(c) || m.fetchedSince(c)
}

// fetchedSince reports whether a fetch_url after the act has shown what the run has sent,
// or what an earlier one had not.
func (m *machine) fetchedSince(c claim) bool {
	p, w := &m.proof, words(c.Value)
	for _, s := range p.sights {
		if is, _ := s.holds(c); !is || s.Act <= p.base.Act || s.Tab != fetchTab {
			continue
		}
		for _, x := range append(p.put.sent[:len(p.put.sent):len(p.put.sent)], p.put.anew...) {
			if len(x) > 1 && says(w, x) && !listed(p.put.known, x) {
				return true
			}
		}
		if b, ok := p.earlier(s.URL); ok {
			if was, known := b.holds(c); known && !was {
				return true
			}
		}
	}
	return false
}

// has reports whether a file has arrived, and one of the run's.
func (m *machine) has(c claim, list []protocol.DownloadInfo) (is, ours bool) {
	for _, d := range list {
		if d.State == protocol.DownloadDone && says(words(d.Name), words(c.Value)) {
			is, ours = true, ours || listed(m.proof.downloads, d.DownloadID)
		}
	}
	return is, ours
}
