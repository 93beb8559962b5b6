package local

import "github.com/zapvol/bua/wasm/chrome"

// What the program asks of its document: see wasm/chrome/calls.go for the words.

// appendCall adds an entry to a run's journal behind the one at After, 0 for none, and
// answers where it is. It is refused with "behind" where another one is there,
// and with "full" where the browser gives no room for it.
//
//bua:call append answers=int
type appendCall struct {
	Run   string `json:"run"`
	After int64  `json:"after"`
	Entry string `json:"entry"`
}

// entriesCall reads a run's journal: a list of texts.
//
//bua:call entries answers=value
type entriesCall struct {
	Run string `json:"run"`
}

// forgetCall forgets a run: its journal, its note, its pictures.
//
//bua:call forget
type forgetCall struct {
	Run string `json:"run"`
}

// putCall keeps a text in a table, "" for none.
//
//bua:call put
type putCall struct {
	Table string `json:"table"`
	Key   string `json:"key"`
	Text  string `json:"text"`
}

// getCall reads one, null where there is none.
//
//bua:call get answers=value
type getCall struct {
	Table string `json:"table"`
	Key   string `json:"key"`
}

// allCall reads a table: an object.
//
//bua:call all answers=value
type allCall struct {
	Table string `json:"table"`
}

// settingsCall reads what the person has chosen, which the worker keeps: [Settings], null at
// first.
//
//bua:call settings answers=value
type settingsCall struct{}

// keepSettingsCall keeps it.
//
//bua:call keep_settings
type keepSettingsCall struct {
	Settings chrome.JSON `json:"settings"`
}

// policyCall reads what the organisation has set for the agent in this browser: an object
// with what stands under those keys, as it stands there.
//
//bua:call policy answers=value
type policyCall struct{}

// fileCall reads a file of the extension's, as text.
//
//bua:call file answers=value
type fileCall struct {
	Name string `json:"name"`
}

// wireCall hands a message of the wire to the worker: a request, or a cancel. What the
// worker answers is delivered.
//
//bua:call wire
type wireCall struct {
	Data chrome.JSON `json:"data"`
}

// fetchCall sends a request. What comes is delivered as pieces with its ID, after the answer.
//
//bua:call fetch answers=Fetched
type fetchCall struct {
	ID      int         `json:"id"`
	Method  string      `json:"method"`
	URL     string      `json:"url"`
	Headers chrome.JSON `json:"headers" ts:"Record<string, string>"`
	Body    string      `json:"body,omitempty"`
}

// Fetched is how an answer begins.
type Fetched struct {
	// Status is 0 where none came, and Failed says why then: offline or refused.
	Status int    `json:"status"`
	Failed string `json:"failed"`
	// Headers are by lower-case name.
	Headers chrome.JSON `json:"headers" ts:"Record<string, string>"`
}

// allowedCall asks whether the person lets the extension reach an origin.
//
//bua:call allowed answers=bool
type allowedCall struct {
	Origin string `json:"origin"`
}

// reachCall asks whether a server is at an address, without reading anything of it: none,
// open, or hidden where the browser keeps its answers from the extension.
//
//bua:call reach answers=string
type reachCall struct {
	URL string `json:"url"`
}

// abortCall ends a fetch.
//
//bua:call abort
type abortCall struct {
	ID int `json:"id"`
}

// frameCall hands a frame to a panel.
//
//bua:call frame
type frameCall struct {
	Port  int         `json:"port"`
	Frame chrome.JSON `json:"frame"`
}

// closeCall ends a panel's port.
//
//bua:call close
type closeCall struct {
	Port int `json:"port"`
}

// awakeCall says from when on the document is wanted: a time, one long past while a run goes
// on, 0 for never. It comes back then, also after a restart; and
// whether there are any runs, to be shown also beside a backend's.
//
//bua:call awake
type awakeCall struct {
	At  int64 `json:"at"`
	Any bool  `json:"any"`
}

// zoneCall asks what the clock of a place shows around a time: a [schedule.Zone]. It is
// refused where there is no such place; "" is this one.
//
//bua:call zone answers=value
type zoneCall struct {
	Place string `json:"place"`
	At    int64  `json:"at"`
}

// logCall writes a line to the console.
//
//bua:call log
type logCall struct {
	Line string `json:"line"`
}
