package tabstate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// Many pages show nothing once they have saved something. What they have sent to their
// server for the action, and what that answered, is told then. It is also told where a
// server refused, which many pages keep to themselves.

const (
	// maxSent bounds the requests that are told of one action.
	maxSent = 4
	// maxSentPath bounds what is told of an address.
	maxSentPath = 80
)

// SentRequest is one of them.
type SentRequest struct {
	id string
	// What is the method and the path, Came the status of the answer, "" before it.
	What, Came string
}

// sends takes note of a request that may change something.
func (f *fold) sends(id, typ, method, url string) {
	if a := f.Action; typ != "XHR" && typ != "Fetch" || a.Commits > 0 || Leaves(a.Kind) || !related(url, f.URL) {
		return
	}
	switch method {
	case "GET", "HEAD", "OPTIONS":
		return
	}
	f.keepSent(id, method, url, "")
}

// keepSent keeps a request to be told, but no more than maxSent.
func (f *fold) keepSent(id, method, url, came string) {
	if a := f.Action; len(a.Writes) < maxSent {
		a.Writes = append(a.Writes, SentRequest{id, method + " " + shortAddress(url, f.URL), came})
	}
}

// shortAddress is an address without its query, and without the host where that is the
// page's.
func shortAddress(url, page string) string {
	url, _, _ = strings.Cut(url, "?")
	if _, rest, is := strings.Cut(url, "://"); is {
		url = rest
	}
	if host, path, is := strings.Cut(url, "/"); is && host == hostOf(page) {
		url = "/" + path
	}
	return scan.Clip(url, maxSentPath)
}

// requestAnswered takes note of what a server answered.
func (f *fold) requestAnswered(params []byte) bool {
	m := scan.Members(params, "requestId", "type", "response")
	a := f.Action
	if typ := scan.String(m[1]); a == nil || typ != "XHR" && typ != "Fetch" {
		return false
	}
	id, status := scan.String(m[0]), scan.WholeAt(m[2], "status")
	if i := a.sentAt(id); i >= 0 {
		a.Writes[i].Came = strconv.Itoa(status)
	} else if url := a.Unanswered[id]; status >= 400 && url != "" && a.Commits == 0 && !Leaves(a.Kind) && related(url, f.URL) {
		f.keepSent(id, "GET", url, strconv.Itoa(status))
	}
	return true
}

func (a *Action) sentAt(id string) int {
	return slices.IndexFunc(a.Writes, func(s SentRequest) bool { return s.id == id })
}
