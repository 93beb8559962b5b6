package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// fetchArguments are those of fetch_url.
type fetchArguments struct {
	URL, Method, Body string
	Type              string `json:"content_type,omitempty"`
}

// fetchStage is how far a fetch_url is.
type fetchStage string

// The stages: a tab is opened, read or written from, and closed. So an address is
// reached as any page is, by the same gate.
const (
	fetchOpen  fetchStage = "open"
	fetchRead  fetchStage = "read"
	fetchWrite fetchStage = "write"
	fetchClose fetchStage = "close"
)

// fetching is a fetch_url under way.
type fetching struct {
	stage  fetchStage
	args   fetchArguments `bua:"inline"`
	tab    int
	text   string // its result
	failed bool
}

func (a *fetchArguments) writes() bool { return a.Method != "" && a.Method != "GET" }

// fetchURL begins a fetch_url, or says why not.
func (m *machine) fetchURL(c chat.Call, a *fetchArguments) {
	a.Method = strings.ToUpper(a.Method)
	site := risk.Origin(a.URL)
	switch {
	case m.Run.Mode != ModeAct:
		m.refuse(c, "Not done: in ask mode no further tab is opened. Read what is there.")
		return
	case site == "":
		m.refuse(c, "Not done: url must begin with https:// or http://.")
		return
	case !strings.Contains(" GET POST PUT PATCH DELETE ", " "+a.Method+" ") && a.Method != "":
		m.refuse(c, "Not done: method must be GET, POST, PUT, PATCH or DELETE.")
		return
	case !a.writes() && a.Body != "":
		m.refuse(c, "Not done: a GET has no body.")
		return
	case a.writes() && !m.Run.AllowAPI:
		m.refuse(c, "Not done: the person has not allowed writing past the page. Use the page.")
		return
	case !m.free(c):
		return
	}
	m.careful(site)
	q := m.risk.Before(protocol.OpenTab{URL: a.URL}, m.url, m.at)
	if q.None() && a.writes() {
		q = m.risk.Before(protocol.Type{Target: protocol.Target{UID: "body"}, Text: a.Body + " "}, a.URL, m.at)
		if s := (risk.Approval{Sink: risk.Send, Site: site, What: a.Method + " " + scan.Clip(a.URL, 300), Text: scan.Clip(a.Body, 4000)}); q.None() && m.risk.AsksEach(site) && !m.risk.Granted(s, m.at) {
			q = s
		}
	}
	if !q.None() {
		m.put(q)
		return
	}
	if a.writes() && m.looksFirst(m.past()) {
		return
	}
	m.fetch = fetching{stage: fetchOpen, args: *a}
	at := a.URL
	if a.writes() {
		at = site + "/"
	}
	m.fetchAct(protocol.OpenTab{URL: at})
}

// fetchAct does one action of a fetch_url.
func (m *machine) fetchAct(a protocol.Action) {
	f := &m.fetch
	may := m.may(f.args.URL)
	if f.stage == fetchWrite {
		may = append(may, risk.Script)
	}
	m.do(Act{ID: m.begin(fetchURL), Action: a, May: may, Site: risk.Origin(f.args.URL)})
}

// fetched goes on with a fetch_url.
func (m *machine) fetched(e *Event) {
	m.wait = nothing
	f := &m.fetch
	switch {
	case f.stage == fetchClose:
		m.fetchResult()
	case e.Code != "":
		m.fetchFails(e)
	case f.stage == fetchOpen:
		m.fetchOpened(e)
	default:
		m.fetchAnswered(e)
	}
}

// fetchFails takes an error.
func (m *machine) fetchFails(e *Event) {
	f := &m.fetch
	f.text, _ = m.teller().Failure(protocol.KindOpenTab, &protocol.Error{Code: e.Code, Message: e.Text})
	f.failed = true
	if f.stage == fetchWrite && e.Outcome != protocol.ErrorNotDone {
		m.weighed(m.past(), nil)
		f.text = "The outcome is not known: " + f.text + " It may have happened. Read before anything else."
		m.look, m.doubt = true, true
	}
	m.fetchEnds()
}

// fetchOpened reads the tab, or writes from it.
func (m *machine) fetchOpened(e *Event) {
	f := &m.fetch
	r, err := protocol.DecodeResult(protocol.KindOpenTab, e.Result)
	o, ok := r.(protocol.OpenTabResult)
	if err != nil || !ok {
		f.text, f.failed = "The tab could not be opened.", true
		m.fetchEnds()
		return
	}
	f.tab = o.TabID
	on := protocol.OnTab{TabID: o.TabID}
	m.risk.Wrote(protocol.OpenTab{URL: f.args.URL}, f.args.URL)
	switch {
	case m.held && f.args.writes():
		f.text, f.failed = "Not done: the person has paused the run.", true
		m.fetchEnds()
	case f.args.writes():
		m.acted = true
		f.stage = fetchWrite
		m.fetchAct(protocol.Evaluate{Expression: script(&f.args), OnTab: on})
	default:
		f.stage = fetchRead
		m.fetchAct(protocol.Extract{OnTab: on, MaxTokens: 2000})
	}
}

// fetchTab stands for the hidden tabs that are fetched from.
const fetchTab = -1

// fetchAnswered takes what was read, or what the server has answered.
func (m *machine) fetchAnswered(e *Event) {
	f := &m.fetch
	kind := protocol.KindExtract
	if f.stage == fetchWrite {
		kind = protocol.KindEvaluate
		m.proof.actAt = m.at
		m.weighed(m.past(), &protocol.Effects{DOM: true, Sent: answered(f.args.Method, e.Result)})
		m.risk.Used(m.asks, m.at)
		m.risk.Wrote(protocol.Type{Text: f.args.Body}, f.args.URL)
	}
	r, err := protocol.DecodeResult(kind, e.Result)
	if err != nil {
		f.text, f.failed = "The answer cannot be read.", true
	} else {
		f.text = m.teller().Result(r)
	}
	if x, ok := r.(protocol.ExtractResult); ok && err == nil {
		links := make([]string, 0, len(x.Elements))
		for _, e := range x.Elements {
			links = append(links, e.Href)
		}
		m.risk.Read(x.URL, links...)
		m.keepSight(m.sightOf(fetchTab, &x, true))
	}
	m.fetchEnds()
}

// past is what a fetch_url that writes counts as: it changes what the run's page shows.
func (m *machine) past() protocol.Action {
	return protocol.Evaluate{OnTab: protocol.OnTab{TabID: m.tab}}
}

// answered is what the server has answered to what was written: the value that [script]
// returns begins with it.
func answered(method string, result []byte) []string {
	r, _ := protocol.DecodeResult(protocol.KindEvaluate, result)
	x, _ := r.(protocol.EvaluateResult)
	if v := strings.TrimPrefix(string(x.Value)+x.Preview, `"`); len(v) > 3 {
		return []string{method + " " + "fetch_url: " + v[:3]}
	}
	return nil
}

// fetchHeld is what a page has come to that may not be touched unasked.
func (m *machine) fetchHeld(f *risk.Facts) {
	m.wait = nothing
	m.fetch.text, m.fetch.failed = "Not done: the address leads to "+scan.Clip(f.Site, 200)+", where this is not allowed.", true
	m.fetchEnds()
}

// fetchEnds closes the tab, if there is one.
func (m *machine) fetchEnds() {
	m.asks = risk.Approval{}
	if m.fetch.tab == 0 {
		m.fetchResult()
		return
	}
	m.fetch.stage = fetchClose
	m.fetchAct(protocol.CloseTab{TabID: m.fetch.tab})
}

// fetchResult gives the call its result.
func (m *machine) fetchResult() {
	f := m.fetch
	m.fetch = fetching{}
	c := m.batch[min(m.next, len(m.batch)-1)]
	m.result(f.text, f.failed)
	m.see(loop.Call{Name: c.Name, Args: c.Arguments, Outcome: f.text, Reads: !f.args.writes(), At: m.at})
}

// fetchBroken ends a fetch_url without an answer.
func (m *machine) fetchBroken(why string) {
	m.wait = nothing
	f := m.fetch
	m.fetch = fetching{}
	switch {
	case f.stage == fetchWrite:
		m.weighed(m.past(), nil)
		m.uncertain("outcome is not known: " + why + ". It may have happened. Read before anything else.")
	case f.stage == fetchClose:
		m.result(f.text, f.failed)
	default:
		m.result("No answer: "+why+".", true)
	}
}

// script asks for an address from within a page of its own site, and from nowhere
// else: where the tab has been sent to another, whose fetch may be that page's own,
// nothing is handed to it.
func script(a *fetchArguments) string {
	s := `if(location.origin!==` + quote(risk.Origin(a.URL)) + `)throw new Error("the site leads to "+location.origin);const r=await fetch(` + quote(a.URL) + `,{method:` + quote(a.Method) + `,mode:"same-origin",credentials:"same-origin",redirect:"error"`
	if a.Body != "" {
		t := a.Type
		if t == "" {
			t = "application/json"
		}
		s += `,body:` + quote(a.Body) + `,headers:{"content-type":` + quote(t) + `}`
	}
	return s + `});return r.status+"\n"+(await r.text()).slice(0,6000)`
}

// quote is a text as JavaScript writes one.
func quote(s string) string {
	q := string(scan.AppendQuote(nil, s))
	return strings.ReplaceAll(strings.ReplaceAll(q, "\u2028", `\u2028`), "\u2029", `\u2029`)
}
