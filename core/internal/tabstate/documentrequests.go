package tabstate

import (
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// requestHeld takes note of a document's request that is held back. What is asked for
// otherwise is the relay's.
func (f *fold) requestHeld(e *Event) bool {
	m := scan.Texts(e.Params, "requestId", "frameId", "resourceType")
	if m[2] != "Document" {
		return false
	}
	asked := scan.Texts(scan.Path(e.Params, "request"), "url", "method")
	n := News{Kind: RequestHeld, Session: e.Session, Request: m[0]}
	switch main := f.Main.Frame == "" || m[1] == f.Main.Frame; {
	case main:
		if f.Requests.Reloads && asked[1] == "POST" {
			n.Kind = Resends
		}
		f.Requests.Reloads = false
	case f.Requests.Shielded && f.Action != nil:
		n.URL = supervisor.SelfURL(asked[0])
	}
	f.tell(n)
	if !f.Requests.Held { // an earlier life of the worker has left it behind
		f.tell(News{Kind: Stray, Session: e.Session})
	}
	return true
}

// answered takes note of a server's answer.
func (f *fold) answered(params []byte) bool {
	m := scan.Members(params, "type", "frameId", "response")
	if scan.String(m[0]) != "Document" {
		return f.requestAnswered(params)
	}
	from := scan.Members(m[2], "url", "remoteIPAddress", "remotePort")
	n := News{Kind: Answered, URL: scan.String(from[0]), Address: scan.String(from[1]), Port: scan.Whole(from[2])}
	if frame := scan.String(m[1]); f.other(frame) {
		n.Frame = frame
	}
	f.tell(n)
	return true
}
