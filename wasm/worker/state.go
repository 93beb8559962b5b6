package worker

import (
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
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
	// Orders is the host of the server that the organisation pairs this browser
	// with, "" for none.
	Orders string `json:"orders"`
	// Enrolled says that the pairing is that one.
	Enrolled bool `json:"enrolled"`
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

// stateOf puts together what the pages are told.
func (w *Worker) stateOf(s link.Status) State {
	state := State{
		Link: Link{State: s.State, Reason: s.Reason, Detail: s.Detail, Since: s.Since, NextTry: s.NextTry, ServerURL: s.Server,
			DeviceName: s.DeviceName, Notice: s.Notice, NoticeDetail: s.NoticeDetail, Asks: s.Asks,
			Orders: s.Orders, Enrolled: s.Enrolled},
		UpdateBy: w.updateBy,
	}
	for _, one := range w.Dispatcher.Sessions() {
		state.Sessions = append(state.Sessions, Session(one))
	}
	if err := w.Dispatcher.Broken(); err != nil {
		state.Broken = protocol.AsError(err).Message
	}
	return state
}
