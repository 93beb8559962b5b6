package chrome

import (
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What the core asks of the browser's JavaScript. Each struct with a line
// //bua:call is one call of the host's table: `go run ./build gen` writes its
// encoder, the reader of its answer, and the types that the table in
// serviceworker/calls.ts is checked against. The words of the line:
//
//	answers=T    what comes back: a struct of this package, []T, ?T where it
//	             may be null, bool, string, or value for any JSON
//
// A member is left out when it is empty if its tag says omitempty. The tag ts
// is a type of TypeScript's that says more than the Go type.

// JSON is JSON text as it stands; none is null.
type JSON []byte

// cdpCall sends one command of the DevTools protocol. Commands to one tab reach
// Chrome in the order of the calls.
//
//bua:call cdp answers=value
type cdpCall struct {
	Tab int `json:"tab"`
	// Session is a child target of the tab's.
	Session string `json:"session,omitempty"`
	Method  string `json:"method"`
	Params  JSON   `json:"params,omitempty" ts:"Record<string, unknown>"`
}

// attachCall makes a tab debuggable.
//
//bua:call attach
type attachCall struct {
	Tab int `json:"tab"`
}

// detachCall lets it go.
//
//bua:call detach
type detachCall struct {
	Tab int `json:"tab"`
}

// Tab is what the browser tells of one tab.
type Tab struct {
	ID        int    `json:"id"`
	WindowID  int    `json:"windowId"`
	URL       string `json:"url"`
	Title     string `json:"title"`
	Active    bool   `json:"active"`
	Incognito bool   `json:"incognito"`
	// Opener is the tab whose page opened this one, 0 when unknown.
	Opener int `json:"opener"`
}

// tabGetCall reads one tab.
//
//bua:call tab_get answers=Tab
type tabGetCall struct {
	Tab int `json:"tab"`
}

// tabListCall lists the tabs, but the blank one of the agent's window.
//
//bua:call tab_list answers=[]Tab
type tabListCall struct{}

// tabCreateCall opens a tab.
//
//bua:call tab_create answers=Tab
type tabCreateCall struct {
	// Window is 0 for one of the person's.
	Window int    `json:"window"`
	URL    string `json:"url"`
	Active bool   `json:"active"`
}

// tabCloseCall closes a tab, without asking its page.
//
//bua:call tab_close
type tabCloseCall struct {
	Tab int `json:"tab"`
}

// requestFilterCall puts rules for requests of every type in place of all that there
// are, or of rules 1 and 2.
//
//bua:call request_filter
type requestFilterCall struct {
	All   bool   `json:"all"`
	Rules []rule `json:"rules"`
}

// rule is one of chrome.declarativeNetRequest's.
type rule struct {
	ID        int       `json:"id"`
	Priority  int       `json:"priority"`
	Action    deed      `json:"action"`
	Condition condition `json:"condition"`
}

// deed is what a rule does: block or allow.
type deed struct {
	Type string `json:"type" ts:"\"block\" | \"allow\""`
}

// condition says for which requests a rule is, of whatever type.
type condition struct {
	ExcludedInitiatorDomains []string `json:"excludedInitiatorDomains"`
	RequestDomains           []string `json:"requestDomains,omitempty"`
	RegexFilter              string   `json:"regexFilter,omitempty"`
	TabIDs                   []int    `json:"tabIds,omitempty"`
	ExcludedTabIDs           []int    `json:"excludedTabIds,omitempty"`
}

// windowOpenHiddenCall opens a minimised window with one tab.
//
//bua:call window_open_hidden answers=hidden
type windowOpenHiddenCall struct {
	URL string `json:"url"`
}

// hidden is a window that was opened, and its tab.
type hidden struct {
	Window int `json:"window"`
	Tab    Tab `json:"tab"`
}

// windowExistsCall asks whether a window is there.
//
//bua:call window_exists answers=bool
type windowExistsCall struct {
	Window int `json:"window"`
}

// windowMadeCall asks whether a window shows the blank tab of the agent's.
//
//bua:call window_made answers=bool
type windowMadeCall struct {
	Window int `json:"window"`
}

// windowCloseCall closes a window.
//
//bua:call window_close
type windowCloseCall struct {
	Window int `json:"window"`
}

// storageGetCall reads what is under a key, null for nothing.
//
//bua:call storage_get answers=value
type storageGetCall struct {
	Area session.Area `json:"area"`
	Key  string       `json:"key"`
}

// storageSetCall stores a value under a key; null removes it.
//
//bua:call storage_set
type storageSetCall struct {
	Area  session.Area `json:"area"`
	Key   string       `json:"key"`
	Value JSON         `json:"value"`
}

// downloadFindCall finds one of Chrome's downloads, by its key or by its address and
// about when it began.
//
//bua:call download_find answers=?download
type downloadFindCall struct {
	// Key is Chrome's id of it, "" at first.
	Key string `json:"key"`
	URL string `json:"url"`
	At  int64  `json:"at"`
	// Taken are the keys of those that are somebody else's.
	Taken []string `json:"taken"`
	// Limit is how long its end is waited for, in milliseconds.
	Limit int `json:"limit"`
}

// download is what Chrome says of a download.
type download struct {
	Key   string                 `json:"key"`
	State protocol.DownloadState `json:"state"`
	// Path is where it is, "" before its end.
	Path  string `json:"path"`
	MIME  string `json:"mime"`
	Bytes int64  `json:"bytes"`
	// Total is 0 when unknown.
	Total int64 `json:"total"`
}

// downloadCancelCall ends a download.
//
//bua:call download_cancel
type downloadCancelCall struct {
	Key string `json:"key"`
}

// idleStateCall asks whether somebody is there: active, idle or locked.
//
//bua:call idle_state answers=string
type idleStateCall struct {
	// Seconds is how long without input counts as idle.
	Seconds int `json:"seconds"`
}

// idleIntervalCall has the browser tell changes of that.
//
//bua:call idle_interval
type idleIntervalCall struct {
	Seconds int `json:"seconds"`
}

// hmacCall computes HMAC-SHA-256; key, data and answer are hex digits.
//
//bua:call hmac answers=string
type hmacCall struct {
	Key  string `json:"key"`
	Data string `json:"data"`
}

// randomCall answers hex digits from the browser's cryptographic source.
//
//bua:call random answers=string
type randomCall struct {
	Bytes int `json:"bytes"`
}

// pairCall posts a pairing request.
//
//bua:call pair answers=paired
type pairCall struct {
	URL  string `json:"url"`
	Body JSON   `json:"body"`
}

// paired is the answer of the pairing endpoint.
type paired struct {
	Status int `json:"status"`
	// Body is null when it is no JSON.
	Body JSON `json:"body"`
}

// bootstrapCall reads bootstrap.json of the extension's folder, null for none.
//
//bua:call bootstrap answers=value
type bootstrapCall struct{}

// aboutCall asks what the browser and the extension are.
//
//bua:call about answers=About
type aboutCall struct{}

// About is what the browser says of itself and of the extension.
type About struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	Browser string `json:"browser"`
}

// logCall prints a line into the worker's console.
//
//bua:call log
type logCall struct {
	Line string `json:"line"`
}

// ReloadCall installs the new version of the extension that waits.
//
//bua:call reload
type ReloadCall struct{}

// ReplyCall answers a page's question.
//
//bua:call reply
type ReplyCall struct {
	// Message is the number of the question.
	Message int  `json:"message"`
	Value   JSON `json:"value" ts:"BridgeAnswer"`
}

// BroadcastCall tells the open pages what has changed.
//
//bua:call broadcast
type BroadcastCall struct {
	Value JSON `json:"value" ts:"State"`
}

// PanelCall hands a frame of the backend's to one of the extension's panels.
//
//bua:call panel
type PanelCall struct {
	Port int  `json:"port"`
	Data JSON `json:"data"`
}

// PanelCloseCall ends the port of a panel, which may open another one.
//
//bua:call panel_close
type PanelCloseCall struct {
	Port int `json:"port"`
}

// LocalCall hands a message of the wire to the agent in this browser.
//
//bua:call local
type LocalCall struct {
	Data JSON `json:"data"`
}

// Refusal is the browser's error text. It may carry page content: it is
// matched against known texts and never sent to the agent.
//
//bua:read
type Refusal struct {
	Text string `json:"message"`
}

// failure is the DevTools protocol's own error, which Chrome puts as JSON into
// the text of a refusal.
//
//bua:read
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}
