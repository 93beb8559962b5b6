package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/internal/record"
	"github.com/zapvol/bua/core/protocol"
)

// claim is one piece of evidence.
type claim struct{ Kind, Name, Value string }

// Fields writes and reads a claim.
func (c *claim) Fields(p *record.Pass) {
	record.Str(p, "kind", &c.Kind)
	record.Str(p, "value", &c.Value)
	record.Str(p, "name", &c.Name)
}

// proof is what shows that a task is done, and how far it was looked at.
type proof struct {
	claims []claim
	ending string // the summary that done gave
	actAt  int64  // when the latest act that changes something was answered
	looks  int    // readings for the done under way
	shown  bool   // that it held in the first of them
	status int    // of the latest answer to something submitted
	// text and address are of the reading while the downloads are asked for, which
	// asks says.
	text, address string
	asks          bool
	// downloads are those of the run, by their ids.
	downloads []string
	// entered is what the run has put into fields, sent what of it something was
	// pressed after.
	entered, sent []string
}

// Fields writes and reads a proof.
func (f *proof) Fields(p *record.Pass) {
	record.List(p, "claims", &f.claims)
	record.Str(p, "ending", &f.ending)
	p.Long("actAt", &f.actAt)
	p.Int("looks", &f.looks)
	p.Bool("shown", &f.shown)
	p.Int("status", &f.status)
	record.Str(p, "text", &f.text)
	record.Str(p, "address", &f.address)
	p.Bool("asks", &f.asks)
	record.Strs(p, "downloads", &f.downloads)
	record.Strs(p, "entered", &f.entered)
	record.Strs(p, "sent", &f.sent)
}

// forget ends the looking at one done.
func (f *proof) forget() {
	f.claims, f.looks, f.shown, f.text, f.address, f.asks = nil, 0, false, "", "", false
}

// The numbers of a second reading: a page may show at once what its server then
// refuses.
const (
	settleMS  = 5_000 // after the act
	againMS   = 2_000 // while the page still changes
	mostLooks = 4
)

// finish ends the run, or has its evidence read first.
func (m *machine) finish(a *arguments) {
	m.proof.ending = a.Summary
	switch {
	case a.Outcome == "failed":
		m.result("ended", false)
		m.stop(Failed, "gave_up", a.Summary)
	case !m.acted && len(a.Evidence) == 0:
		m.result("ended", false)
		m.stop(Done, "", a.Summary)
	case len(a.Evidence) == 0:
		m.unproved("there is no evidence: name what shows in the page")
	case m.proof.status >= 400:
		m.unproved("the server answered what was submitted with " + strconv.Itoa(m.proof.status))
	case m.tab == 0:
		m.proof.claims = a.Evidence
		m.judge("", "", "", nil)
	default:
		m.proof.claims = a.Evidence
		m.inspect()
	}
}

// inspect asks for the reading that the evidence is held against.
func (m *machine) inspect() {
	m.proof.asks = false
	m.do(Act{ID: m.begin(check), Action: protocol.Extract{OnTab: protocol.OnTab{TabID: m.tab}}})
}

// checked holds the evidence against the fresh reading.
func (m *machine) checked(e *Event) {
	m.wait = nothing
	if m.proof.asks {
		m.delivered(e)
		return
	}
	if e.Code != "" {
		m.unproved("the page cannot be read")
		return
	}
	r, err := protocol.DecodeResult(protocol.KindExtract, e.Result)
	x, ok := r.(protocol.ExtractResult)
	switch {
	case err != nil || !ok:
		m.unproved("the page cannot be read")
	case len(x.PendingDialogs) > 0:
		m.unproved("a dialog is open")
	case m.invalid != "":
		m.unproved("the form was not sent: a field is not valid")
	default:
		m.look, m.doubt = false, false
		if x.URL != "" {
			m.url = x.URL
		}
		changing := x.Effects != nil && x.Effects.Unsettled != ""
		for _, c := range m.proof.claims {
			if c.Kind == "download" {
				m.proof.asks, m.proof.address = true, x.URL
				m.proof.text = x.Text + "\n" + x.Markdown
				m.shows = shown(x.Elements)
				m.do(Act{ID: m.begin(check), Action: protocol.Downloads{}})
				return
			}
		}
		m.verdict(x.URL, x.Text+"\n"+x.Markdown, shown(x.Elements), nil, changing)
	}
}

// delivered goes on with the list of downloads.
func (m *machine) delivered(e *Event) {
	var list []protocol.DownloadInfo
	if r, err := protocol.DecodeResult(protocol.KindDownloads, e.Result); e.Code == "" && err == nil {
		if d, ok := r.(protocol.DownloadsResult); ok {
			list = d.Downloads
		}
	}
	running := false
	for _, d := range list {
		running = running || d.State == protocol.DownloadRunning && listed(m.proof.downloads, d.DownloadID)
	}
	m.verdict(m.proof.address, m.proof.text, m.shows, list, running)
}

// verdict looks a second time where the page may still take back what it shows, or
// add to it; then it judges.
func (m *machine) verdict(url, text, elements string, list []protocol.DownloadInfo, changing bool) {
	p := &m.proof
	p.looks++
	due := p.actAt + settleMS
	if changing {
		due = m.at + againMS
	}
	if m.acted && m.at < due && p.looks < mostLooks {
		why, _, _ := m.holds(url, text, elements, list)
		p.shown = p.shown || why == ""
		m.do(Wait{m.begin(settle), due})
		return
	}
	m.judge(url, text, elements, list)
}

// judge ends the run when every claim holds, and one of them did not hold before
// the run had acted.
func (m *machine) judge(url, text, elements string, list []protocol.DownloadInfo) {
	why, counts, own := m.holds(url, text, elements, list)
	switch {
	case why != "" && m.proof.shown:
		m.unproved(why + ". It did at first: it was taken back, or it is a message that fades. Name what stays")
	case why != "":
		m.unproved(why)
	case !counts && own:
		m.unproved("you have entered that value yourself, and it would stand there all the same: name what followed, or open the page anew by its address and look")
	case !counts:
		m.unproved("all of this was so before you did anything: name what has changed")
	default:
		ending := m.proof.ending
		m.result("done", false)
		m.stop(Done, "", ending)
	}
}

// holds says which claim does not hold, and whether one of them did not before. A value
// that the run has entered itself does not count once it has pressed something.
func (m *machine) holds(url, text, elements string, list []protocol.DownloadInfo) (why string, counts, own bool) {
	now, before := words(text), words(m.before)
	counts = !m.acted
	for _, c := range m.proof.claims {
		v := words(c.Value)
		holds, held := false, false
		switch c.Kind {
		case "address":
			holds = c.Value != "" && strings.HasPrefix(url, c.Value)
			held = strings.HasPrefix(m.Run.URL, c.Value)
		case "text":
			holds, held = v != "" && strings.Contains(now, v), strings.Contains(before, v)
		case "no_text":
			holds, held = v != "" && !strings.Contains(now, v), !strings.Contains(before, v)
		case "quote":
			holds = v != "" && strings.Contains(now, v)
			held = strings.Contains(before, v)
			if !holds && v != "" {
				var elsewhere bool
				holds, elsewhere = m.quoted(v, url)
				held = held || !elsewhere
			}
		case "element":
			holds, held = v != "" && has(elements, v, ""), has(m.showed, v, "")
		case "no_element":
			holds, held = v != "" && !has(elements, v, ""), !has(m.showed, v, "")
		case "value":
			n := words(c.Name)
			if n == "" {
				return "a value needs the name of its field", false, false
			}
			holds, held = has(elements, n, "="+v), has(m.showed, n, "="+v)
			if v == "unchecked" {
				holds, held = has(elements, n, "") && !has(elements, n, "=checked"), has(m.showed, n, "") && !has(m.showed, n, "=checked")
			}
			if holds && !held && listed(m.proof.sent, clip(v, 200)) {
				held, own = true, true
			}
		case "status":
			holds = m.proof.status >= 200 && (v == "" || v == "ok" || v == strconv.Itoa(m.proof.status))
			if m.proof.status == 0 {
				return "the status of what was submitted is not known: name what shows in the page", false, false
			}
		case "download":
			held = true
			for _, d := range list {
				if d.State == protocol.DownloadDone && strings.Contains(words(d.Name), v) {
					holds, held = true, held && !listed(m.proof.downloads, d.DownloadID)
				}
			}
		default:
			return "evidence is of the kinds address, text, no_text, quote, element, no_element, value, download and status", false, false
		}
		if !holds {
			return "this does not hold: " + strings.Join(strings.Fields(c.Kind+" "+clip(c.Name, 100)+" "+clip(c.Value, 200)), " "), false, false
		}
		counts = counts || !held
	}
	return "", counts, own
}

// unproved refuses done, twice; then the run ends as it is.
func (m *machine) unproved(why string) {
	m.proof.forget()
	m.refused++
	m.result("Not accepted: "+why+".", true)
	if m.refused > 2 {
		m.stop(NotVerified, "not_verified", m.proof.ending)
	}
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
		if b.Len() > maxReading {
			break
		}
	}
	return b.String()
}

// has reports whether one of some elements has a name in it and, where that is not
// empty, such a value or state.
func has(elements, name, value string) bool {
	for _, line := range strings.Split(elements, "\n") {
		f := strings.Split(line, "\t")
		if !strings.Contains(f[0], name) {
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

// maxReading bounds what is kept of a reading.
const maxReading = 16 << 10

// words is a text in lower case with one space between words.
func words(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }
