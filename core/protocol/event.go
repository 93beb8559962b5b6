package protocol

// Event is something that the extension tells unasked, tagged on the wire by
// "type". Sealed: the variants are in this file. A receiver ignores a type it
// does not know.
type Event interface{ event(c *codec) }

// EndReason says why a session ended.
type EndReason string

// The seven end reasons of version 4, and one that only a backend hears that
// has asked for it.
const (
	EndTabClosed       EndReason = "tab_closed"       // the tab is gone
	EndUserStopped     EndReason = "user_stopped"     // the person stopped the agent in this tab
	EndSystemIdle      EndReason = "system_idle"      // the person went idle
	EndScreenLocked    EndReason = "screen_locked"    // the screen was locked
	EndDomainBlocked   EndReason = "domain_blocked"   // the tab's page is on the blocklist
	EndGlobalStop      EndReason = "global_stop"      // the person pressed Stop all
	EndExtensionReload EndReason = "extension_reload" // the extension, or bua on the direct host, began anew
	EndReleased        EndReason = "released"         // the agent gave the tab back
)

// EndReasons lists every reason.
func EndReasons() []EndReason {
	return []EndReason{EndTabClosed, EndUserStopped, EndSystemIdle, EndScreenLocked, EndDomainBlocked, EndGlobalStop, EndExtensionReload, EndReleased}
}

// SessionStarted (type "session_started"): the agent acted in a tab for the
// first time.
//
//bua:event session_started
type SessionStarted struct {
	Domain string `json:"domain"`
	TabID  int    `json:"tabId"`
	// StartedAt is in milliseconds since the epoch.
	StartedAt int64 `json:"startedAt"`
}

// SessionEnded (type "session_ended"): a session is over.
//
//bua:event session_ended
type SessionEnded struct {
	Domain      string    `json:"domain"`
	TabID       int       `json:"tabId"`
	ActionCount int       `json:"actionCount"`
	Reason      EndReason `json:"reason"`
}

// DomainBlocked (type "domain_blocked"): an action aimed at a blocked domain.
//
//bua:event domain_blocked
type DomainBlocked struct {
	Domain          string `json:"domain"`
	AttemptedAction Kind   `json:"attemptedAction" bua:"open"`
	TabID           int    `json:"tabId,omitempty"`
}

// TabClosed (type "tab_closed"): a tab with a session is gone.
//
//bua:event tab_closed
type TabClosed struct {
	TabID int `json:"tabId"`
}

// GlobalStop (type "global_stop"): the person pressed Stop all; requests in
// flight count as cancelled.
//
//bua:event global_stop
type GlobalStop struct {
	EndedCount int `json:"endedCount"`
}

// SessionNavigated (type "session_navigated"): a session's tab went to
// another domain. Additive to version 4.
//
//bua:event session_navigated
type SessionNavigated struct {
	TabID  int    `json:"tabId"`
	From   string `json:"from"`
	Domain string `json:"domain"`
}

// PersonAnswered (type "person_answered"): the person answered what they were
// asked in the browser. Additive to version 4.
//
//bua:event person_answered
type PersonAnswered struct {
	// Question is consent or help; stop where they let the agent back in.
	Question string `json:"question"`
	// Answer is their word: once, site, deny, forget; done, declined; resumed.
	Answer string `json:"answer"`
	Domain string `json:"domain"`
	TabID  int    `json:"tabId,omitempty"`
}

// DialogDismissed (type "dialog_dismissed"): nobody answered a page's dialog in
// time, so it was dismissed. Additive to version 4.
//
//bua:event dialog_dismissed
type DialogDismissed struct {
	TabID int `json:"tabId"`
	// Domain is the tab's, Dialog the dialog's type: alert, confirm, prompt,
	// beforeunload.
	Domain string `json:"domain"`
	Dialog string `json:"dialog"`
}

// PersonActed (type "person_acted"): somebody pressed or typed in a tab to which no
// action gave input, told at most once a second. Additive to version 4.
//
//bua:event person_acted
type PersonActed struct {
	TabID  int    `json:"tabId"`
	Domain string `json:"domain"`
}

// UnknownEvent stands for a type that this build does not know. It is
// decoded, never encoded.
type UnknownEvent struct {
	Type string
}

func (u UnknownEvent) event(c *codec) { c.tagged(u.Type, &nothing{}) }
