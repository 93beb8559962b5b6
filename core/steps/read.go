package steps

import "github.com/zapvol/bua/core/protocol"

// Read is what an agent learns of the page at the end of a call.
type Read string

// The kinds of reading; "" is one of the others, by what the last action was.
const (
	// ReadUsual is changes after an act, page where another page was asked for, and
	// none after what only reads.
	ReadUsual Read = ""
	// ReadChanges is what has changed since the last reading of the page, and the page
	// itself where it is another.
	ReadChanges Read = "changes"
	// ReadPage is the page.
	ReadPage Read = "page"
	// ReadNone is nothing.
	ReadNone Read = "none"
)

// Bounds of a reading that nobody has asked for by itself, in tokens.
const (
	changesTokens = 400
	PageTokens    = 1500
)

// SinceLast is the latest reading of the whole page, whatever its name is.
const SinceLast = "last"

// ReadOf reads a choice. Error: invalid_action.
func ReadOf(text string) (Read, error) {
	switch r := Read(text); r {
	case ReadUsual, ReadChanges, ReadPage, ReadNone:
		return r, nil
	}
	return "", protocol.NewError(protocol.CodeInvalidAction, `read must be "changes", "page" or "none"; nothing was done`).NotDone()
}

// After is the reading that follows a step, false for none.
func (r Read) After(s Step) (a protocol.Extract, ok bool) {
	e := protocol.Caused(s.Result)
	if r == ReadUsual {
		r = usual(s.Action.Kind(), e)
	}
	a.TabID = s.Action.Tab()
	if opened, is := s.Result.(protocol.OpenTabResult); is {
		a.TabID = opened.TabID
	}
	switch {
	case r == ReadNone, gone(s.Action.Kind()), s.Err != nil && !readable(s.Err), e != nil && e.Dialog != nil:
		return a, false
	case r == ReadPage:
		a.MaxTokens = PageTokens
	case e != nil && e.Navigated != nil:
		a.Since, a.MaxTokens = SinceLast, PageTokens
	default:
		a.Since, a.MaxTokens = SinceLast, changesTokens
	}
	return a, true
}

// usual is what follows an action of a kind where nobody has said it.
func usual(k protocol.Kind, e *protocol.Effects) Read {
	switch can := k.Can(); {
	case leaves(k):
		return ReadPage
	case can == protocol.CanScript && (e == nil || !e.DOM && e.Navigated == nil):
		return ReadNone // the answer says it all
	case can == protocol.CanAct, can == protocol.CanTools, can == protocol.CanUpload, can == protocol.CanScript, k == protocol.KindWaitFor:
		return ReadChanges
	}
	return ReadNone
}

// gone reports whether an action of a kind leaves the agent no tab to read.
func gone(k protocol.Kind) bool { return k == protocol.KindCloseTab || k == protocol.KindReleaseTab }

// readable reports whether a page can be read after an action that ended with an
// error, and whether it is of use.
func readable(err error) bool {
	switch protocol.CodeOf(err) {
	case protocol.CodeElementNotFound, protocol.CodeElementStale, protocol.CodeInvalidAction, protocol.CodeTimeout:
		return true
	}
	return false
}
