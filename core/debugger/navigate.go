package debugger

import (
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// answerLimit is how long a server may take until its answer begins.
const answerLimit = 15 * time.Second

// navigate loads a URL. The browser answers when the new document is about to
// commit, or with the reason why there is none.
func navigate(r *run, a protocol.Navigate) (protocol.Result, error) {
	if err := r.guard.Touch(a.URL); err != nil {
		return nil, err
	}
	r.acted = true
	stop := r.d.clock.AfterFunc(answerLimit, func() {
		r.cancel(protocol.NewError(protocol.CodeTimeout, "the server did not answer within "+seconds(answerLimit)+"; try again later or another address"))
	})
	method, params := "Page.navigate", new(scan.Object).Str("url", a.URL).JSON()
	if strings.HasPrefix(a.URL, "about:") {
		// A blank document is of whoever goes there: from an extension it is the
		// extension's, which nobody may touch. So the page goes there itself.
		method, params = "Runtime.evaluate", new(scan.Object).Str("expression", "location.assign("+string(scan.AppendQuote(nil, a.URL))+")").JSON()
	}
	out, err := r.send(method, params)
	stop()
	if err != nil {
		return nil, err
	}
	m := scan.Members(out, "errorText", "isDownload", "loaderId")
	if r.keptBack() {
		return nil, errKeptOnPage
	}
	if reason := scan.String(m[0]); reason != "" {
		if err := judgeUnloaded(r, reason, scan.True(m[1])); err != nil {
			return nil, err
		}
	} else if len(m[2]) > 0 {
		r.d.mu.Lock()
		if r.Commits == 0 {
			r.Began, r.t.Nav.Loading = true, true
		}
		r.d.mu.Unlock()
	} else {
		r.await(startLimit, func() bool { return r.Within || r.Commits > 0 })
	}
	return r.done(r.settleEffects(nil))
}

// aborted is the browser's reason where an answer brings no document.
const aborted = "net::ERR_ABORTED"

// errorPageLimit is how long the browser may take to show its error page.
const errorPageLimit = 2 * time.Second

// judgeUnloaded judges a navigation that brought no document: nil when it was a
// download, or when another navigation took its place.
func judgeUnloaded(r *run, reason string, download bool) error {
	if reason != aborted {
		// The browser's error page names where the last redirect led, which the guard
		// may refuse: that counts more.
		r.await(errorPageLimit, func() bool { return r.Commits > 0 })
		return protocol.NewError(netCode(reason), "the page could not be loaded ("+netName(reason)+"); "+netAdvice(reason))
	}
	came := func() bool { return len(r.downloads) > 0 || r.Commits > 0 }
	if r.await(downloadGrace, came) || download {
		return nil
	}
	// What took its place may be slow to come.
	if r.await(errorPageLimit, func() bool { return came() || !r.Began }) && !r.notNavigated() {
		return nil
	}
	return protocol.NewError(protocol.CodeInternal, "the server answered without a page (no content), so the tab stays where it was; extract to see where that is")
}

// netCode is the code for one of the browser's network errors.
func netCode(reason string) protocol.Code {
	switch {
	case strings.Contains(reason, "TIMED_OUT"):
		return protocol.CodeTimeout
	case strings.Contains(reason, "INVALID_URL"), strings.Contains(reason, "UNKNOWN_URL_SCHEME"),
		strings.Contains(reason, "UNSAFE_PORT"), strings.Contains(reason, "NAME_NOT_RESOLVED"):
		return protocol.CodeInvalidAction
	}
	return protocol.CodeInternal
}

// netAdvice is what to do about one of the browser's network errors.
func netAdvice(reason string) string {
	switch {
	case strings.Contains(reason, "AUTH"):
		return "it asks for a name and a password in a window of the browser's own: ask the person to log in there"
	case strings.Contains(reason, "CERT"), strings.Contains(reason, "SSL"):
		return "its connection is not safe, and only the person may decide to go on"
	case strings.Contains(reason, "BLOCKED_BY"):
		return "this browser or its organisation blocks it: ask the person"
	}
	return "check the address and that its server can be reached"
}

// netName returns reason when it looks like a network error's name.
func netName(reason string) string {
	for _, c := range strings.TrimPrefix(reason, "net::") {
		if c != '_' && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return "unknown network error"
		}
	}
	return scan.Clip(reason, 64)
}
