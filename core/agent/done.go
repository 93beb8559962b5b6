package agent

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// claim is one piece of evidence.
type claim struct{ Kind, Value, Name string }

// proof is what shows that a task is done, and how far it was looked at.
type proof struct {
	claims []claim
	ending string // the summary that done gave
	actAt  int64  // when the latest act that changes something was answered
	looks  int    // times that the pages were read for the done under way
	shown  bool   // that it held in the first of them
	// views are the readings of the present look, tabs those still to be read in it.
	// asks says that the downloads are asked for, changing that a page still changes.
	views          []sight
	tabs           []string
	asks, changing bool
	// downloads are those of the run, by their ids.
	downloads []string

	sights []sight // the latest readings
	read   int     // the tab that the model has read last
	acts   int     // how many acts were done
	tried  int     // the act that was looked before
	before sight   // what that showed
	// base is what showed before the latest act with consequences, weight how much that
	// weighs, way how often the run has gone on by itself since, turned that it then has
	// turned to another part of the document.
	base   sight
	weight weight
	way    int
	turned bool
	// messages are what pages have announced since, answers what servers have answered,
	// opened the tabs that the act has opened, landed that it led to another document,
	// asked that a dialog waits for an answer.
	messages        []notice
	answers, opened []string
	landed, asked   bool
	put             entries
	// heavy says that the person has said yes to an act, more that they have since asked
	// for something to be changed.
	heavy, more bool
}

// forget ends the looking at one done.
func (f *proof) forget() {
	f.claims, f.looks, f.shown, f.views, f.tabs, f.asks, f.changing = nil, 0, false, nil, nil, false, false
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
	case len(a.Evidence) == 0 && m.question() && !m.acted:
		m.result("ended", false)
		m.stop(Done, "", a.Summary)
	case len(a.Evidence) == 0:
		m.unproved("there is no evidence: name what shows in the page")
	case m.tab == 0:
		m.proof.claims = a.Evidence
		m.judge(nil)
	default:
		m.proof.claims = a.Evidence
		m.inspect()
	}
}

// inspect asks for the readings that the evidence is held against: of the tab that was
// read last, of that of the latest act, and of the run's own.
func (m *machine) inspect() {
	p := &m.proof
	p.asks, p.changing, p.views, p.tabs = false, false, nil, nil
	for _, tab := range []int{p.read, p.base.Tab, m.tab} {
		if id := strconv.Itoa(tab); tab > 0 && !listed(p.tabs, id) {
			p.tabs = append(p.tabs, id)
		}
	}
	m.inspectNext()
}

// inspectNext asks for the next of them.
func (m *machine) inspectNext() {
	tab, _ := strconv.Atoi(m.proof.tabs[0])
	m.do(Act{ID: m.begin(check), Action: protocol.Extract{OnTab: protocol.OnTab{TabID: tab}}})
}

// checked takes one of the readings, and holds the evidence against them all after the
// last. Another tab than the run's own may have been closed.
func (m *machine) checked(e *Event) {
	m.wait = nothing
	p := &m.proof
	if p.asks {
		m.delivered(e)
		return
	}
	tab, _ := strconv.Atoi(p.tabs[0])
	p.tabs = p.tabs[1:]
	r, err := protocol.DecodeResult(protocol.KindExtract, e.Result)
	x, ok := r.(protocol.ExtractResult)
	switch ok = ok && err == nil && e.Code == ""; {
	case ok && len(x.PendingDialogs) > 0:
		m.unproved("a dialog is open in tab " + strconv.Itoa(tab))
		return
	case ok:
		if tab == m.tab && x.URL != "" {
			m.look, m.doubt, m.url = false, false, x.URL
		}
		m.hear(x.Effects, x.URL)
		s := m.sightOf(tab, &x, true)
		m.keepSight(s)
		p.views = append(p.views[:len(p.views):len(p.views)], s)
		p.changing = p.changing || x.Effects != nil && x.Effects.Unsettled != ""
	}
	switch {
	case len(p.tabs) > 0:
		m.inspectNext()
	case len(p.views) == 0:
		m.unproved("the page cannot be read")
	case m.invalid != "":
		m.unproved("the form was not sent: a field is not valid")
	case claimed(p.claims, "download"):
		p.asks = true
		m.do(Act{ID: m.begin(check), Action: protocol.Downloads{}})
	default:
		m.verdict(nil)
	}
}

func claimed(list []claim, kind string) bool {
	for _, c := range list {
		if c.Kind == kind {
			return true
		}
	}
	return false
}

// delivered goes on with the list of downloads.
func (m *machine) delivered(e *Event) {
	var list []protocol.DownloadInfo
	if r, err := protocol.DecodeResult(protocol.KindDownloads, e.Result); e.Code == "" && err == nil {
		if d, ok := r.(protocol.DownloadsResult); ok {
			list = d.Downloads
		}
	}
	for _, d := range list {
		m.proof.changing = m.proof.changing || d.State == protocol.DownloadRunning && listed(m.proof.downloads, d.DownloadID)
	}
	m.verdict(list)
}

// verdict looks a second time where the page may still take back what it shows, or
// add to it; then it judges.
func (m *machine) verdict(list []protocol.DownloadInfo) {
	p := &m.proof
	p.looks++
	due := p.actAt + settleMS
	if p.changing {
		due = m.at + againMS
	}
	if m.acted && m.at < due && p.looks < mostLooks {
		p.shown = p.shown || len(m.findings(list).missing) == 0
		m.do(Wait{m.begin(settle), due})
		return
	}
	m.judge(list)
}

// judge ends the run when every claim holds, and one of them did not hold before the
// latest act with consequences. Else it says all that is missing, and where it looked.
func (m *machine) judge(list []protocol.DownloadInfo) {
	p, f := &m.proof, m.findings(list)
	refused, _ := p.refusal()
	var why []string
	if refused != "" && !f.arrived && !m.question() {
		why = append(why, "the server answered what was sent with "+refused)
	}
	if len(f.missing) > 0 {
		text := "this does not hold: " + strings.Join(f.missing, "; ")
		if p.shown {
			text += ". It did at first: it was taken back, or it is a message that fades. Name what stays"
		}
		text += f.mayQuote()
		why = append(why, text)
	} else if !f.counts {
		why = append(why, f.why)
	}
	if len(why) > 0 {
		m.unproved(strings.Join(why, ". ") + m.lookedAt())
		return
	}
	ending := p.ending
	m.result("done", false)
	m.stop(Done, "", ending)
}

// lookedAt says where the evidence was looked for.
func (m *machine) lookedAt() string {
	text := ""
	for _, v := range m.proof.views {
		text += "tab " + strconv.Itoa(v.Tab) + " " + scan.Clip(v.URL, 200) + "\n"
	}
	if text == "" {
		return ""
	}
	return ". Looked at:\n" + m.teller().Page(strings.TrimSpace(text))
}

// mostRefused is how many done are refused; with the next the run ends as it is.
const mostRefused = 2

// unproved refuses done, with a warning before the last.
func (m *machine) unproved(why string) {
	m.proof.forget()
	m.refused++
	text := "Not accepted: " + why
	if m.refused == mostRefused {
		text = "Not accepted, and with the next one that is not the run ends as not verified: " + why
	}
	if !strings.HasSuffix(text, ">") {
		text += "."
	}
	m.result(text, true)
	if m.refused > mostRefused {
		m.stop(NotVerified, "not_verified", m.proof.ending)
	}
}
