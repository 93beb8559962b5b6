package agent

import (
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// follow takes note of what an action has caused and shown. What happens in another
// tab than the run's own says nothing of where that is.
func (m *machine) follow(a protocol.Action, r protocol.Result, call *loop.Call) {
	own := a.Tab() == m.tab
	if shows(a.Kind()) {
		m.look, m.doubt = false, false
	}
	if !m.reads {
		m.gone = false
	}
	switch r := r.(type) {
	case protocol.FieldsResult:
		n := len(r.Fields)
		m.gone = n > 0 && r.Fields[n-1].Gone
	case protocol.ExtractResult:
		x, _ := a.(protocol.Extract)
		if own && x.Query+x.Selector+x.After == "" && r.Changes == nil {
			m.reread(scan.Clip(r.Text+"\n"+r.Markdown, maxReading), shown(r.Elements))
		}
		m.extracted(x, &r, own)
		if own && x.Selector == "" {
			m.seen = r.Snapshot
		}
		call.Outcome = scan.Clip(r.Text+"\n"+r.Markdown, maxReading) + "\n" + shown(r.Elements)
	case protocol.FindResult:
		m.fields(r.Elements)
		m.roles(r.Elements)
		m.proof.read = a.Tab()
		m.keepSight(m.sightOf(a.Tab(), &protocol.ExtractResult{Elements: r.Elements, URL: m.url}, false))
	case protocol.DownloadsResult:
		if d, ok := a.(protocol.Downloads); ok && d.Do == protocol.TakeWait && m.acted {
			for _, x := range r.Downloads {
				m.downloaded(x.DownloadID)
			}
		}
	case protocol.OpenTabResult:
		url := ""
		if o, ok := a.(protocol.OpenTab); ok {
			url = o.URL
		}
		m.goes(r.TabID, url)
		own = true
	case protocol.OK:
		switch a := a.(type) {
		case protocol.ClaimTab:
			m.theirs = append(m.theirs, a.TabID)
			m.goes(a.TabID, "")
		case protocol.CloseTab:
			if !m.closes(a.TabID) {
				m.say("That was your only tab. Its page is opened again when you go on there.")
			}
		case protocol.ReleaseTab:
			m.closes(a.TabID)
		}
	}
	e := protocol.Caused(r)
	if e != nil {
		m.caused(e, own, call)
	}
	m.presses(a, e)
}

// maxReading bounds what of a reading is compared to find circles.
const maxReading = 16 << 10

const (
	otherTab    = "the run has come to another tab"
	pageChanged = "the page changed"
)

// shows reports whether an action shows the page, so that a model that has done it
// knows how things stand.
func shows(k protocol.Kind) bool {
	return k == protocol.KindExtract || k == protocol.KindFind || k == protocol.KindScreenshot
}

// extracted takes note of a reading.
func (m *machine) extracted(x protocol.Extract, r *protocol.ExtractResult, own bool) {
	m.fields(r.Elements)
	m.roles(r.Elements)
	m.proof.read = x.Tab()
	m.keepSight(m.sightOf(x.Tab(), r, x.Query+x.Selector+x.After+x.FrameID == ""))
	url := r.URL
	if own && r.Changes == nil {
		m.reading, m.shows = scan.Clip(r.Text+"\n"+r.Markdown, maxReading), shown(r.Elements)
	}
	if own {
		if url == "" {
			url = m.url
		}
		m.url = url
	}
	links := make([]string, 0, len(r.Elements))
	for _, e := range r.Elements {
		links = append(links, e.Href)
	}
	m.risk.Read(url, links...)
}

// caused takes note of what followed.
func (m *machine) caused(e *protocol.Effects, own bool, call *loop.Call) {
	call.Changed = e.DOM
	if !m.reads {
		m.invalid = e.Invalid
	}
	for _, id := range e.DownloadIDs {
		m.downloaded(id)
	}
	if n := e.Navigated; n != nil {
		call.To, call.Changed = n.URL, true
		m.risk.Shown(n.URL)
		m.cut = pageChanged
		if own {
			m.url = n.URL
		}
	}
	if e.Dialog != nil {
		m.cut = "a dialog opened"
	}
	if own {
		m.opened(e)
	}
}
