package session

import "github.com/zapvol/bua/core/protocol"

// Session is the record of one tab from the agent's first action in it to its
// end. It is bookkeeping, not consent.
type Session struct {
	// TabID is the key: one session per tab, several per domain.
	TabID int
	// Domain follows the tab's navigation.
	Domain string
	// StartedAt and LastActionAt are in milliseconds since the epoch.
	StartedAt    int64
	LastActionAt int64
	ActionCount  int
	// LastAction is the kind of the action at LastActionAt, "" before the first.
	LastAction protocol.Kind
	// Agent is the program that works there, as it calls itself; "" when it
	// does not say. The last one, where several do.
	Agent string
}

// Kind says what a [Change] reports.
type Kind uint8

// The changes.
const (
	// Started: a session began.
	Started Kind = iota + 1
	// Ended: a session ended, for Reason. Exactly one per session.
	Ended
	// Moved: a session's tab went From one domain to another.
	Moved
	// Blocked: Action aimed at a blocked Session.Domain in Session.TabID,
	// which need not have a session.
	Blocked
	// Ending: all sessions, Count of them, are about to end for Reason; an
	// Ended for each follows.
	Ending
	// Replaced: Chrome gave the tab of this session, which has just ended, a
	// NewTab id.
	Replaced
	// Helped: the person answered Action, a [protocol.Outcome], to what they were
	// asked to do in the tab of Session.
	Helped
	// Answered: the person answered Action, a [Verdict], for Session.Domain.
	Answered
	// Resumed: the person let the agent back into Session.TabID, 0 for everything,
	// where they had stopped it.
	Resumed
)

// Change is one thing that happened to the [Registry].
type Change struct {
	Kind    Kind
	Session Session
	From    string
	Reason  protocol.EndReason
	Action  protocol.Kind
	Count   int
	NewTab  int
}

// endReason reads a stored reason, "" for what is none.
func endReason(s string) protocol.EndReason {
	for _, r := range protocol.EndReasons() {
		if string(r) == s {
			return r
		}
	}
	return ""
}
