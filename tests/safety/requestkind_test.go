package safety_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/zapvol/bua/tests/e2e"
)

// kind is what a request is for.
type kind string

// The kinds that the walks have. What a script asks for has the name that the browser gives
// it: script, style, worker, audio; fetch is what has none.
const (
	aDocument  kind = "document" // of a tab
	aForm      kind = "form"     // a form's, sent by GET
	aFrame     kind = "frame"    // a frame's, an object's
	aPrerender kind = "prerender"
	aPrefetch  kind = "prefetch"
	aPicture   kind = "picture"
	aFetch     kind = "fetch"
)

// The causes of a request.
const (
	byAction = "act"  // an action of the agent's sets it off
	byLater  = "late" // so does one, and it may come after the action
	byPage   = "self" // the page does it alone
)

// refusedRequests are those that no blocked host may get from the agent's tabs, with their
// causes. What is not here is counted, and fails nothing.
var refusedRequests = map[kind][]string{
	aDocument: {byAction, byLater},
	aForm:     {byAction},
	aFrame:    {byAction, byLater, byPage},
	aPicture:  {byAction, byLater, byPage},
}

// says is the switch by which the browser tells the blocked hosts what a request is for, and
// prerenders them: to a host without TLS it does neither.
func says(site *e2e.Site) string {
	return "--unsafely-treat-insecure-origin-as-secure=" + site.On(blockedHost, "") + "," + site.On(nearHost, "")
}

// kindOf says what a request is for, by what the browser says of it.
func kindOf(r *http.Request) kind {
	purpose := r.Header.Get("Sec-Purpose")
	switch dest := r.Header.Get("Sec-Fetch-Dest"); {
	case strings.Contains(purpose, "prerender"):
		return aPrerender
	case strings.Contains(purpose, "prefetch"):
		return aPrefetch
	case r.FormValue("form") != "":
		return aForm
	case dest == "iframe", dest == "frame", dest == "object", dest == "embed", dest == "fencedframe":
		return aFrame
	case dest == "image":
		return aPicture
	case dest == "empty", dest == "":
		return aFetch
	default:
		return kind(dest)
	}
}

// walkRequest is one that a blocked host got in a walk.
type walkRequest struct {
	kind
	by, path string
}

// walked is how a note of one begins.
const walked = "walk "

func (r walkRequest) String() string { return string(r.kind) + " " + r.by + " " + r.path }

// requestsIn are those of a walk's notes.
func requestsIn(notes []string) (list []walkRequest) {
	for _, note := range notes {
		said, ok := strings.CutPrefix(note, walked)
		if words := strings.SplitN(said, " ", 3); ok && len(words) == 3 {
			list = append(list, walkRequest{kind(words[0]), words[1], words[2]})
		}
	}
	return list
}

// counts are how many requests the walks had, by kind and cause.
func (w *walker) counts() map[walkRequest]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := map[walkRequest]int{}
	for _, notes := range w.came {
		for _, r := range requestsIn(notes) {
			out[walkRequest{kind: r.kind, by: r.by}]++
		}
	}
	return out
}

// tally is counts in words.
func (w *walker) tally() string {
	list := []string{}
	for r, n := range w.counts() {
		list = append(list, fmt.Sprintf("%s by %s %d", r.kind, r.by, n))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// counted are the requests that there must be where nothing is blocked.
var counted = []walkRequest{
	{kind: aDocument, by: byAction}, {kind: aForm, by: byAction}, {kind: aFrame, by: byAction}, {kind: aFrame, by: byPage},
	{kind: aPrerender, by: byPage}, {kind: aPicture, by: byPage}, {kind: aPicture, by: byAction},
}

// missing are those that none had.
func (w *walker) missing() []walkRequest {
	had := w.counts()
	return slices.DeleteFunc(slices.Clone(counted), func(r walkRequest) bool { return had[r] > 0 })
}
