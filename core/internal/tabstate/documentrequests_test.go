package tabstate_test

import (
	"testing"

	"github.com/zapvol/bua/core/internal/tabstate"
)

// TestApply_RequestHeld: a reload that sends a form again is told apart by its method, and
// a frame's document waits where the pointer acts.
func TestApply_RequestHeld(t *testing.T) {
	held := func(frame, method, url string) string {
		return `Fetch.requestPaused {"requestId":"R","frameId":"` + frame + `","resourceType":"Document","request":{"url":"` + url + `","method":"` + method + `"}}`
	}
	const a, b = "https://a.example/", "https://b.example/"
	look := func(t *tabstate.Tab) string { return flags("reloads", t.Requests.Reloads) }
	run(t, []row{
		{"the answer to a form", "reload", []string{held("F", "POST", a)}, "resends R", ""},
		{"an ordinary page", "reload", []string{held("F", "GET", a)}, "held R", ""},
		{"a form that the page itself sends then", "reload", []string{held("F", "GET", a), held("F", "POST", a)}, "held R", ""},
		{"a form of a frame inside", "reload", []string{held("G", "POST", b)}, "held R", "reloads"},
		{"a child's form", "reload", []string{"S:" + held("G", "POST", b)}, "held S R", "reloads"},
		{"what is no document is the relay's", "reload", []string{`Fetch.requestPaused {"requestId":"R","frameId":"F","resourceType":"XHR","request":{"method":"POST"}}`}, "", "reloads"},
	}, look, func(t *tabstate.Tab) { t.Requests.Held, t.Requests.Reloads = true, true })
	run(t, []row{
		{"a frame's document is asked about", "click", []string{held("G", "GET", b)}, "held R " + b, ""},
		{"one without an address is nobody's", "click", []string{held("G", "GET", "about:blank")}, "held R", ""},
		{"the page's own goes on", "click", []string{held("F", "GET", a)}, "held R", ""},
		{"nobody acts", "", []string{held("G", "GET", b)}, "held R", ""},
	}, look, func(t *tabstate.Tab) { t.Requests.Held, t.Requests.Shielded = true, true })
	run(t, []row{
		{"of an earlier life of the worker", "", []string{held("F", "POST", a)}, "held R; stray", ""},
		{"and of a child of it", "", []string{"S:" + held("G", "GET", b)}, "held S R; stray S", ""},
	}, look)
}

// TestApply_Answered: which server has answered for a document, and whether it is the
// page's.
func TestApply_Answered(t *testing.T) {
	from := func(kind, frame string) string {
		return `Network.responseReceived {"requestId":"1","type":"` + kind + `","frameId":"` + frame + `","response":{"url":"https://m.example/","remoteIPAddress":"169.254.169.254","remotePort":80,"status":200}}`
	}
	look := func(t *tabstate.Tab) string { return "" }
	run(t, []row{
		{"for the page", "click", []string{from("Document", "F")}, "answered https://m.example/ 169.254.169.254", ""},
		{"for a frame inside", "click", []string{from("Document", "G")}, "answered G https://m.example/ 169.254.169.254", ""},
		{"for a script", "click", []string{from("Script", "F")}, "", ""},
	}, look)
	run(t, []row{
		{"before the page is known it can only be the page's", "", []string{from("Document", "F")}, "answered https://m.example/ 169.254.169.254", ""},
	}, look, func(t *tabstate.Tab) { t.Main.Frame = "" })
}
