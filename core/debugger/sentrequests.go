package debugger

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
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

// sentRequest is one of them.
type sentRequest struct {
	id string
	// what is the method and the path, came the status of the answer, "" before it.
	what, came string
}

// sends takes note of a request that may change something. d.mu is held.
func (r *run) sends(id, typ, method, url string) {
	if typ != "XHR" && typ != "Fetch" || r.commits > 0 || leaves(r.kind) || !related(url, r.t.url) {
		return
	}
	switch method {
	case "GET", "HEAD", "OPTIONS":
		return
	}
	r.keepSent(id, method, url, "")
}

// keepSent keeps a request to be told, but no more than maxSent. d.mu is held.
func (r *run) keepSent(id, method, url, came string) {
	if len(r.writes) < maxSent {
		r.writes = append(r.writes, sentRequest{id, method + " " + shortAddress(url, r.t.url), came})
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
	return truncate(url, maxSentPath)
}

// requestAnswered takes note of what a server answered.
func (d *Debugger) requestAnswered(tabID int, params []byte) {
	m := members(params, "requestId", "type", "response")
	if typ := text(m[1]); typ != "XHR" && typ != "Fetch" {
		return
	}
	id, status := text(m[0]), whole(member(m[2], "status"))
	d.update(tabID, "", func(t *tab, r *run) {
		if r == nil {
			return
		}
		if i := r.sentAt(id); i >= 0 {
			r.writes[i].came = strconv.Itoa(status)
			return
		}
		if url := r.unanswered[id]; status >= 400 && url != "" && r.commits == 0 && !leaves(r.kind) && related(url, t.url) {
			r.keepSent(id, "GET", url, strconv.Itoa(status))
		}
	})
}

// requestFailed takes note that a request got no answer. d.mu is held.
func (r *run) requestFailed(id string) {
	if i := r.sentAt(id); i >= 0 && r.writes[i].came == "" {
		r.writes[i].came = "failed"
	}
}

func (r *run) sentAt(id string) int {
	return slices.IndexFunc(r.writes, func(s sentRequest) bool { return s.id == id })
}

// toldSent adds to fx what was sent. d.mu is held.
func (r *run) toldSent(fx *protocol.Effects) {
	for _, s := range r.writes {
		came := s.came
		if came == "" {
			came = "no answer yet"
		}
		fx.Sent = append(fx.Sent, s.what+": "+came)
	}
}
