package session

import "github.com/zapvol/bua/core/protocol"

// The rows that storage holds. `go run ./build gen` writes their encoders and
// readers, and for the pages their types and readers. What is empty is left
// out. Storage is untrusted: a member that is missing, of another kind or out
// of range reads as empty; without one that must be there the pages see no row.

// sessionRow is a session, and what stands still in its tab (see [Registry]).
type sessionRow struct {
	TabID        int    `json:"tabId" bua:"must"`
	Domain       string `json:"domain" bua:"must"`
	StartedAt    int64  `json:"startedAt"`
	LastActionAt int64  `json:"lastActionAt"`
	ActionCount  int    `json:"actionCount"`
	LastAction   string `json:"lastAction"`
	Agent        string `json:"agent"`
	// Obstacle is what the agent cannot pass, at the url.
	Obstacle protocol.ObstacleType `json:"obstacle"`
	URL      string                `json:"url" bua:"long"`
	// Dialog is the id of a dialog of the page that waits.
	Dialog string `json:"dialog"`
	// Type is its kind, Message and Value are the page's words.
	Type    string `json:"type"`
	Message string `json:"message" bua:"long"`
	Value   string `json:"value" bua:"long"`
	// From is the site that opened it, when it is not the tab's.
	From string `json:"from"`
	At   int64  `json:"at"`
}

// RowEvent is what a row of the log tells.
type RowEvent string

// The events of the log.
const (
	RowStart   RowEvent = "start"
	RowEnd     RowEvent = "end"
	RowBlock   RowEvent = "block"
	RowReplace RowEvent = "replace"
	RowClear   RowEvent = "clear"
	RowConsent RowEvent = "consent"
	RowHelp    RowEvent = "help"
)

// auditRow is one row of the log.
type auditRow struct {
	At    int64    `json:"at" bua:"must"`
	Event RowEvent `json:"event" bua:"must"`
	// Reason is of an end, as the count and the duration.
	Reason      protocol.EndReason `json:"reason"`
	ActionCount int64              `json:"actionCount"`
	DurationMS  int64              `json:"durationMs"`
	// Action is what was blocked, or what the person answered.
	Action string `json:"action"`
	// NewTabID is the number that a tab got.
	NewTabID  int64  `json:"newTabId"`
	Domain    string `json:"domain"`
	TabID     int    `json:"tabId"`
	StartedAt int64  `json:"startedAt"`
	Agent     string `json:"agent"`
}

// questionRow is what the person is asked, or has answered (see [ConsentQuestion]).
type questionRow struct {
	Domain string `json:"domain" bua:"must"`
	// Can is of the strict profile: a capability, or the kind of an act.
	Can string `json:"can"`
	// What names the act.
	What  string `json:"what" bua:"long"`
	TabID int    `json:"tabId"`
	// Action is what the agent wants to do first; of an answer it is the verdict.
	Action string `json:"action"`
	At     int64  `json:"at"`
	Agent  string `json:"agent"`
	// Form is what would be sent: see core/protocol.
	Form string `json:"form" bua:"long"`
}

// holdRow is where the person has stopped the agent (see [Lockout]).
type holdRow struct {
	// TabID is absent for everywhere.
	TabID  int    `json:"tabId"`
	Domain string `json:"domain"`
	At     int64  `json:"at"`
	Until  int64  `json:"until" bua:"must"`
}

// helpRow is a request for the person's help (see [HelpRequest]).
type helpRow struct {
	TabID   int    `json:"tabId" bua:"must"`
	Domain  string `json:"domain"`
	Agent   string `json:"agent"`
	Message string `json:"message" bua:"long"`
	At      int64  `json:"at" bua:"must"`
	Until   int64  `json:"until" bua:"must"`
	// Outcome is there once it is answered.
	Outcome string `json:"outcome"`
}
