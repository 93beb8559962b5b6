package worker

import (
	"strconv"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// State is what the extension's pages are told of the worker.
type State struct {
	// Link is the connection to the backend.
	Link Link `json:"link"`
	// Sessions are the tabs that the agent works in, the one of the latest action first.
	Sessions []Session `json:"sessions"`
	// Broken says why nothing is allowed, "" when the blocklist is good.
	Broken string `json:"broken"`
	// UpdateBy is when a new version of the extension, which waits for what is
	// under way, is installed at the latest; 0 when none waits.
	UpdateBy int64 `json:"updateBy"`
}

// Link is the state of the connection to the backend.
type Link struct {
	State link.Mode `json:"state"`
	// Reason says why, absent when there is nothing to say.
	Reason protocol.Reason `json:"reason,omitempty"`
	// Detail is the reason in one English sentence, for a reason without words of its own.
	Detail string `json:"detail"`
	// Since is when this state began, in milliseconds since the epoch.
	Since int64 `json:"since"`
	// NextTry is when the next attempt is, 0 when none is planned.
	NextTry int64 `json:"nextTry"`
	// ServerURL is the backend of the pairing, "" when there is none.
	ServerURL string `json:"serverUrl"`
	// DeviceName is this browser's name in the backend.
	DeviceName string `json:"deviceName"`
	// Notice says how the last pairing with a code failed, absent when it did not.
	Notice protocol.Reason `json:"notice,omitempty"`
	// NoticeDetail is that in one English sentence.
	NoticeDetail string `json:"noticeDetail"`
	// Asks is the host of a server elsewhere with which this browser is to be
	// paired once the person has confirmed it, "" when there is nothing to ask.
	Asks string `json:"asks"`
}

// Session is the record of one tab that the agent works in.
type Session struct {
	TabID  int    `json:"tabId"`
	Domain string `json:"domain"`
	// StartedAt is in milliseconds since the epoch, as LastActionAt.
	StartedAt    int64 `json:"startedAt"`
	LastActionAt int64 `json:"lastActionAt"`
	ActionCount  int   `json:"actionCount"`
	// LastAction is the kind of the action at LastActionAt, "" before the first.
	LastAction protocol.Kind `json:"lastAction"`
	// Agent is the program that works there, as it calls itself; "" when it
	// did not say.
	Agent string `json:"agent"`
}

// appendState appends the JSON of a [State] without making one: the worker's
// program has no room for both.
func (w *Worker) appendState(dst []byte, s link.Status) []byte {
	dst = text(dst, `{"link":{"state":`, string(s.State))
	dst = word(dst, `,"reason":`, string(s.Reason))
	dst = text(dst, `,"detail":`, s.Detail)
	dst = count(dst, `,"since":`, s.Since)
	dst = count(dst, `,"nextTry":`, s.NextTry)
	dst = text(dst, `,"serverUrl":`, s.Server)
	dst = text(dst, `,"deviceName":`, s.DeviceName)
	dst = word(dst, `,"notice":`, string(s.Notice))
	dst = text(dst, `,"noticeDetail":`, s.NoticeDetail)
	dst = text(dst, `,"asks":`, s.Asks)
	broken := ""
	if err := w.Dispatcher.Broken(); err != nil {
		broken = protocol.AsError(err).Message
	}
	dst = text(dst, `},"broken":`, broken)
	dst = count(dst, `,"updateBy":`, w.updateBy)
	open := `,"sessions":[{"tabId":`
	for _, s := range w.Dispatcher.Sessions() {
		dst = count(dst, open, int64(s.TabID))
		dst = text(dst, `,"domain":`, s.Domain)
		dst = count(dst, `,"startedAt":`, s.StartedAt)
		dst = count(dst, `,"lastActionAt":`, s.LastActionAt)
		dst = count(dst, `,"actionCount":`, int64(s.ActionCount))
		dst = text(dst, `,"lastAction":`, string(s.LastAction))
		dst = text(dst, `,"agent":`, s.Agent)
		open = `},{"tabId":`
	}
	if open[0] == ',' {
		return append(dst, `,"sessions":[]}`...)
	}
	return append(dst, "}]}"...)
}

func text(dst []byte, before, value string) []byte {
	return scan.AppendQuote(append(dst, before...), value)
}

// word leaves out a word that is empty.
func word(dst []byte, before, value string) []byte {
	if value == "" {
		return dst
	}
	return text(dst, before, value)
}

func count(dst []byte, before string, value int64) []byte {
	return strconv.AppendInt(append(dst, before...), value, 10)
}
