package tabstate

import (
	"github.com/zapvol/bua/core/scan"
	"strings"
)

// Requests is what is known of the documents and data that a tab asks for.
type Requests struct {
	// On: an action that may ask for documents runs, or ran a moment ago.
	On bool
	// Reasons say why a frame was asked to go elsewhere, until it is there.
	Reasons map[string]string
	// Navigating are the frames that have set out for another document and have not
	// got it yet; true, while the agent acted.
	Navigating map[string]bool
	// Vain are the addresses of requests of this document that were waited for in vain.
	Vain map[string]bool
	// Held: the browser holds back the requests for documents.
	Held bool
	// Reloads: the request of a reload has not been seen yet.
	Reloads bool
	// Shielded: the pointer acts, and frames are kept off it.
	Shielded bool
}

// UnderWay reports whether a document that the agent has caused is still to come: no
// rule keeps it from anything once the session is over.
func (q *Requests) UnderWay() bool {
	for _, acted := range q.Navigating {
		if acted {
			return true
		}
	}
	return false
}

// maxOpen bounds the requests that are kept, and the addresses that were waited for
// in vain.
const maxOpen = 64

// OpenRequests are the requests that a page has made since its action began.
type OpenRequests struct {
	// Unanswered are those without an answer, by the browser's id: their addresses.
	Unanswered map[string]string
	// Requested counts all, Looked those that there were when the page was last looked at.
	Requested, Looked int
	// Writes are those that may have changed something, and those that were refused.
	Writes []SentRequest
}

// requestBegins takes note of a request of a page. What a person looks at, such as a
// picture, is not waited for, and neither is what never ends, such as a stream of events.
func (f *fold) requestBegins(e *Event) bool {
	m := scan.Texts(e.Params, "requestId", "type", "documentURL")
	switch m[1] {
	case "XHR", "Fetch", "Script":
	default:
		return false
	}
	asked := scan.Texts(scan.Path(e.Params, "request"), "url", "method")
	if asked[0] == m[2] {
		return false // a worker's script, of whose end the worker tells
	}
	url, _, _ := strings.Cut(asked[0], "?")
	a := f.Action
	if a == nil || !a.Asks || (a.Commits > 0 || e.Session != "") && !related(url, f.URL) {
		return false
	}
	f.sends(m[0], m[1], asked[1], url)
	if f.Requests.Vain[url] || len(a.Unanswered) >= maxOpen {
		return true
	}
	if a.Unanswered == nil {
		a.Unanswered = map[string]string{}
	}
	a.Unanswered[m[0]] = url
	a.Requested++
	return true
}

// requestEnds takes note that a request got its answer, or none.
func (f *fold) requestEnds(e *Event) {
	a := f.Action
	if a == nil {
		return
	}
	id := scan.TextAt(e.Params, "requestId")
	if e.Method == "Network.loadingFailed" {
		if i := a.sentAt(id); i >= 0 && a.Writes[i].Came == "" {
			a.Writes[i].Came = "failed"
		}
	}
	delete(a.Unanswered, id)
}

// DropUnanswered forgets what has not come, and does not wait for the same in this
// document again.
func (t *Tab) DropUnanswered() {
	for _, url := range t.Action.Unanswered {
		if t.Requests.Vain == nil {
			t.Requests.Vain = map[string]bool{}
		}
		if len(t.Requests.Vain) < maxOpen {
			t.Requests.Vain[url] = true
		}
	}
	t.Action.Unanswered = nil
}

// related reports whether a request goes to the site of its page, or to one that is named
// alike. A page that loads asks many others, for what advertises and counts.
func related(url, page string) bool {
	host, _, _ := strings.Cut(hostOf(url), ":")
	at, _, _ := strings.Cut(hostOf(page), ":")
	if cut := strings.LastIndexByte(at, '.'); cut > 0 {
		at = at[strings.LastIndexByte(at[:cut], '.')+1:]
	}
	return host == at || strings.HasSuffix(host, "."+at)
}

// hostOf is the host of an address, with its port.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}
