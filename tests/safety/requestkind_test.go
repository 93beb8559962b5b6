package safety_test

import (
	"net/http"
	"strings"
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
	aFrame:    {byAction},
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
