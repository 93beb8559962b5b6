package tabstate_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
)

// asks is a request of a page, ans its answer.
func asks(id, kind, method, url string) string {
	return `Network.requestWillBeSent {"requestId":"` + id + `","type":"` + kind + `","documentURL":"https://a.example/","request":{"url":"` + url + `","method":"` + method + `"}}`
}

func ans(id string, status int) string {
	return `Network.responseReceived {"requestId":"` + id + `","type":"Fetch","response":{"status":` + strconv.Itoa(status) + `}}`
}

const done, fails = `Network.loadingFinished {"requestId":"1"}`, `Network.loadingFailed {"requestId":"1"}`

// TestApply_Requests: what a page asks its server for is waited for until it has come, and
// what it has sent there is told.
func TestApply_Requests(t *testing.T) {
	const api, site = "https://a.example/api", "https://cdn.a.example/x"
	run(t, []row{
		{"it reads", "click", []string{asks("1", "Fetch", "GET", api+"?q=1")}, "", "1 " + api + " of 1;"},
		{"a script", "click", []string{asks("1", "Script", "GET", site)}, "", "1 " + site + " of 1;"},
		{"a script is no message", "click", []string{asks("1", "Script", "POST", site)}, "", "1 " + site + " of 1;"},
		{"a worker's own script", "click", []string{asks("1", "Script", "GET", "https://a.example/")}, "", " of 0;"},
		{"a picture", "click", []string{asks("1", "Image", "GET", api)}, "", " of 0;"},
		{"a stream of events", "click", []string{asks("1", "EventSource", "GET", api)}, "", " of 0;"},
		{"nobody acts", "", []string{asks("1", "Fetch", "GET", api)}, "", ""},
		{"it has come", "click", []string{asks("1", "Fetch", "GET", api), ans("1", 200), done}, "", " of 1;"},
		{"it has not come", "click", []string{asks("1", "Fetch", "GET", api), fails}, "", " of 1;"},
		{"it is refused", "click", []string{asks("1", "Fetch", "GET", api), ans("1", 403)}, "", "1 " + api + " of 1; GET /api: 403"},
		{"a script is refused", "click", []string{asks("1", "Script", "GET", api), strings.Replace(ans("1", 403), "Fetch", "Script", 1)}, "", "1 " + api + " of 1;"},
		{"another site refuses", "click", []string{asks("1", "Fetch", "GET", "https://x.example/y"), ans("1", 403)}, "", "1 https://x.example/y of 1;"},
		{"an answer to nobody", "click", []string{ans("9", 500)}, "", " of 0;"},
		{"nobody's answer", "", []string{ans("1", 500), fails}, "", ""},
		{"it sends", "click", []string{asks("1", "XHR", "POST", api)}, "", "1 " + api + " of 1; POST /api: "},
		{"that is answered", "click", []string{asks("1", "XHR", "POST", api), ans("1", 201), done}, "", " of 1; POST /api: 201"},
		{"that has failed", "click", []string{asks("1", "XHR", "POST", api), fails}, "", " of 1; POST /api: failed"},
		{"what was answered has not failed", "click", []string{asks("1", "XHR", "POST", api), ans("1", 200), fails}, "", " of 1; POST /api: 200"},
		{"it asks what it may send", "click", []string{asks("1", "Fetch", "OPTIONS", api), asks("2", "Fetch", "HEAD", api)}, "", "1 " + api + ", 2 " + api + " of 2;"},
		{"it sends to its own site", "click", []string{asks("1", "Fetch", "PUT", site)}, "", "1 " + site + " of 1; PUT cdn.a.example/x: "},
		{"it sends to another", "click", []string{asks("1", "Fetch", "POST", "https://x.example/y")}, "", "1 https://x.example/y of 1;"},
		{"a page that is left sends", protocol.KindNavigate, []string{asks("1", "Fetch", "POST", api), ans("1", 500)}, "", "1 " + api + " of 1;"},
		{"the next page asks its site", "click", []string{commitsF, asks("1", "Fetch", "POST", api)}, "", "1 " + api + " of 1;"},
		{"the next page asks another", "click", []string{commitsF, asks("1", "Fetch", "GET", "https://x.example/y")}, "", " of 0;"},
		{"what the page before asked for is nothing to wait for", "click", []string{asks("1", "Fetch", "GET", api), commitsF}, "committed https://a.example/2; arrived F", " of 1;"},
		{"a child asks the page's site", "click", []string{"S:" + asks("1", "Fetch", "GET", api)}, "", "1 " + api + " of 1;"},
		{"a child asks another", "click", []string{"S:" + asks("1", "Fetch", "GET", "https://x.example/y")}, "", " of 0;"},
	}, requests)
}

// requests lists what an action waits for, how much it was, and what was sent.
func requests(t *tabstate.Tab) string {
	a := t.Action
	if a == nil {
		return ""
	}
	var open, sent []string
	for id, url := range a.Unanswered {
		open = append(open, id+" "+url)
	}
	slices.Sort(open)
	for _, s := range a.Writes {
		sent = append(sent, " "+s.What+": "+s.Came)
	}
	return strings.Join(open, ", ") + " of " + strconv.Itoa(a.Requested) + ";" + strings.Join(sent, ",")
}

// TestApply_NotAsking: an action that only reads has nothing to do with what the page asks
// for meanwhile.
func TestApply_NotAsking(t *testing.T) {
	is := is.New(t)
	tab := known()
	tab.Action = &tabstate.Action{Kind: protocol.KindExtract}
	_, changed := play(tab, asks("1", "Fetch", "POST", "https://a.example/api"))
	is.True(!changed)
	is.Equal(requests(tab), " of 0;")
}

// TestApply_RequestsBounded: a page that asks for ever is neither kept nor told for ever.
func TestApply_RequestsBounded(t *testing.T) {
	is := is.New(t)
	tab := known()
	tab.Action = &tabstate.Action{Kind: "click", Asks: true}
	for i := range 100 {
		n := strconv.Itoa(i)
		play(tab, asks(n, "Fetch", "POST", "https://a.example/"+strings.Repeat("x", 100)+n))
	}
	is.Equal(len(tab.Action.Unanswered), 64)
	is.Equal(len(tab.Action.Writes), 4)
	is.Equal(tab.Action.Writes[0].What, "POST /"+strings.Repeat("x", 79))
	tab.DropUnanswered()
	is.Equal(len(tab.Action.Unanswered), 0)
	is.Equal(len(tab.Requests.Vain), 64)
}

// TestDropUnanswered: what was waited for in vain is not waited for again in this document.
func TestDropUnanswered(t *testing.T) {
	is := is.New(t)
	tab := known()
	tab.Action = &tabstate.Action{Kind: "click", Asks: true}
	again := asks("2", "Fetch", "GET", "https://a.example/poll?t=2")
	play(tab, asks("1", "Fetch", "GET", "https://a.example/poll?t=1"))
	tab.DropUnanswered()
	play(tab, again)
	is.Equal(requests(tab), " of 1;")
	play(tab, commitsF, again)
	is.Equal(requests(tab), "2 https://a.example/poll of 2;")
}
