package engine

// Watch begins to count what happens in the document.
//
//bua:op watch answers=Watching
type Watch struct {
	// Mark is the number under which the engine tells what was seen, once the
	// input has come. Without one nothing is told.
	Mark int `json:"mark,omitempty"`
	// On is the event with which the input to come ends.
	On string `json:"on,omitempty"`
	// Text is what is typed.
	Text string `json:"text,omitempty"`
	Bounds
}

// Bounds are those of settling, in ms.
type Bounds struct {
	// Quiet is how long nothing must change.
	Quiet int `json:"quiet,omitempty"`
	// Max is how long that is waited for.
	Max int `json:"max,omitempty"`
}

// Watching says what to expect of a watch.
type Watching struct {
	Located
	// Tells says that the engine will tell by itself what keys cause.
	Tells bool `json:"tells"`
}

// Settled tells what happened since watch: at once when nothing changed, else
// when changes have stopped. Asked again it answers the same.
//
//bua:op settled answers=Seen
type Settled struct {
	// More says that it was asked before, and that more has come since: changes are
	// waited for once more, and what is told is all of them.
	More bool `json:"more,omitempty"`
	Bounds
}

// Seen is what happened since watch.
type Seen struct {
	Located
	// DOM counts changes.
	DOM int `json:"dom,omitempty"`
	// Focus is what has the focus now, when that changed: a uid, or role and name.
	Focus string `json:"focus,omitempty"`
	// Unsettled says why the page is not settled.
	Unsettled string `json:"unsettled,omitempty"`
	// Announced is what messages say that came or changed.
	Announced string `json:"announced,omitempty"`
	// Invalid says which field kept a form from being sent, and why.
	Invalid string `json:"invalid,omitempty"`
	// Scrolled says how far was scrolled, and what.
	Scrolled string `json:"scrolled,omitempty"`
	// Next is the number that is free for a uid, where that was scrolled.
	Next int `json:"next,omitempty"`
	// Held is what the field holds, in quotes, when that is not as typed; of a
	// secret field how much it holds.
	Held string `json:"held,omitempty"`
	// State is what has changed its state, and how it is now.
	State string `json:"state,omitempty"`
	// Wants is what the page may heed instead of an insertion: the text as keys,
	// of which nothing came, or a key of no meaning, since it has not taken notice
	// of what came.
	Wants Wish `json:"wants,omitempty"`
	// Saves says that the browser saves the address of the link that was clicked.
	Saves bool `json:"saves,omitempty"`
	// Missed says that the guarded press did not reach its element and was kept
	// from the page.
	Missed bool `json:"missed,omitempty"`
	// Lost says that the guarded press has not come to the page at all.
	Lost bool `json:"lost,omitempty"`
}

// Wish is what a page may heed.
type Wish string

// The wishes.
const (
	WishText  Wish = "text"
	WishShift Wish = "Shift"
)

// Report is what the engine tells through [NotifyBinding]: what was seen, under the mark of
// the watch; or that somebody has pressed or typed in the page while nothing was watched.
type Report struct {
	Mark   int  `json:"mark"`
	OK     Seen `json:"ok"`
	Person bool `json:"person,omitempty"`
}

// Outcome is settled for a core that was cut off after the input of a watch.
//
//bua:op outcome answers=Heard
type Outcome struct {
	Mark int `json:"mark,omitempty"`
	Bounds
}

// Heard is what became of the input; the rest is there when it has come.
type Heard struct {
	// Heard says that the input of that watch has come.
	Heard bool `json:"heard"`
	// Link is the address of the link that it came to.
	Link string `json:"link,omitempty"`
	Seen
}

// Help shows the marker over the page, with what the agent asks of the person,
// and tells what they pressed. Without a message it takes the marker down.
//
//bua:op help answers=Helped
type Help struct {
	Message string `json:"message,omitempty"`
	// Agent is the program that asks.
	Agent string `json:"agent,omitempty"`
	// MS is how long a press is waited for.
	MS int `json:"ms,omitempty"`
}

// Helped is what the person pressed.
type Helped struct {
	Located
	Outcome Press `json:"outcome"`
}

// Press is one of the marker's buttons.
type Press string

// The buttons.
const (
	PressNone     Press = ""
	PressDone     Press = "done"
	PressDeclined Press = "declined"
)
