package protocol

import "strings"

// Code says what kind of failure an [Error] is. Codes are for machines; every
// one means: do not send the identical request again.
type Code string

// The codes. A peer that is older than one reads it as internal_error. The line
// //bua:code has its HTTP status and what a model that meets it is told to do.
const (
	// CodeDomainBlocked: the target's domain is on the blocklist. Terminal.
	//
	//bua:code status=403 do=stop this plan; try no other tab or action
	CodeDomainBlocked Code = "domain_blocked"
	// CodeSessionNotFound: no session on the resolved target, or several
	// candidates and no tabId.
	//
	//bua:code status=409 do=pass tabId; the message lists the candidates
	CodeSessionNotFound Code = "session_not_found"
	// CodeTabNotFound: the tab is closed or never existed.
	//
	//bua:code status=404 do=closed; get_tabs, or stop
	CodeTabNotFound Code = "tab_not_found"
	// CodeElementNotFound: the selector or a live uid matches nothing now.
	//
	//bua:code status=404 do=pick another target of a fresh reading
	CodeElementNotFound Code = "element_not_found"
	// CodeElementStale: the uid's document is gone, or its element has become
	// something else. Extract again.
	//
	//bua:code status=409 do=its page is gone; use a fresh uid
	CodeElementStale Code = "element_stale"
	// CodeTimeout: the action did not finish within its own limit.
	//
	//bua:code status=504 do=if the cause passes, retry once after wait_for; else stop
	CodeTimeout Code = "timeout"
	// CodeDebuggerAttachFailed: Chrome refused the debugger on this tab.
	//
	//bua:code status=409 do=have the person close DevTools there
	CodeDebuggerAttachFailed Code = "debugger_attach_failed"
	// CodeDialogOpen: a dialog of the page blocks its tab. Answer it first.
	//
	//bua:code status=409 do=answer it with dialog
	CodeDialogOpen Code = "dialog_open"
	// CodeInvalidAction: the message breaks a rule of the schema, or the
	// expression of an evaluate threw.
	//
	//bua:code status=400 do=the message says what to fix
	CodeInvalidAction Code = "invalid_action"
	// CodeInternal: anything else.
	//
	//bua:code status=500 do=stop and report it
	CodeInternal Code = "internal_error"
)

// ErrorOutcome says whether what an [Error] answers has happened, where that is
// known, or is known not to be. "" leaves it to the code.
type ErrorOutcome string

// The outcomes of what failed.
const (
	// ErrorNotDone: nothing has happened. The same may be asked for again once
	// what the message names is mended.
	ErrorNotDone ErrorOutcome = "not_done"
	// ErrorUnknown: it may have happened. Look before you ask for it again.
	ErrorUnknown ErrorOutcome = "unknown"
)

// Error is the one error type that crosses a door. Message is one sentence
// for the agent: what failed and what to do next. It carries no stack, no
// page content and no secret. Programs decide on the other members.
type Error struct {
	Code    Code   `json:"code" bua:"else=internal_error"`
	Message string `json:"message"`
	// Outcome says whether it has happened, where that is told.
	Outcome ErrorOutcome `json:"outcome,omitempty" bua:"else=unknown"`
	// Reason says why a backend refuses a browser; only a reject and the answer
	// to a pairing code have it.
	Reason Reason `json:"reason,omitempty" bua:"else=refused"`
	// Held is what was not done because the request may not do it; see [May].
	Held *Held `json:"held,omitempty"`
}

// Held is an act that was not done.
type Held struct {
	// Does is what it would do: a [Sink].
	Does Sink `json:"does"`
	// What names the control, the file or the secret; it may be a page's words. Site
	// is the origin of the document that it is in.
	What string `json:"what,omitempty"`
	Site string `json:"site,omitempty"`
	// Form is what a press would send. Its first line is the origin that the form goes
	// to and what it is for, "login", "new-password", "permissions" or nothing; without a
	// form it is empty. Each further line is a field's name and value with ": " between,
	// and before the value what the page had put there with " → ", where that is another.
	// The value of a secret is not told; a box is ✓ or ☐.
	Form string `json:"form,omitempty"`
}

// Stopped is what an action answers that the person's stop has ended. The worker
// and the backend both give it, whichever hears of the stop first.
func Stopped() *Error {
	return NewError(CodeSessionNotFound, "the person stopped the agent: stop, and ask them before going on.")
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Is reports whether target is an [Error] of the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// Errorf is deliberately absent: fmt is. Build messages by concatenation.

// NewError returns an [Error] with the given code and message.
func NewError(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// unknownWords begin the message of an error whose outcome is unknown. They are
// for people; no program looks for them.
const unknownWords = "outcome unknown: "

// Unknown returns the error with the outcome unknown, in words too.
func (e *Error) Unknown() *Error {
	if e.Outcome == ErrorUnknown {
		return e
	}
	return &Error{Code: e.Code, Message: unknownWords + e.Message, Outcome: ErrorUnknown, Reason: e.Reason, Held: e.Held}
}

// NotDone returns the error with the outcome not done.
func (e *Error) NotDone() *Error {
	return &Error{Code: e.Code, Message: e.Message, Outcome: ErrorNotDone, Reason: e.Reason, Held: e.Held}
}

// Saying returns the error with another message.
func (e *Error) Saying(message string) *Error {
	return &Error{Code: e.Code, Message: message, Outcome: e.Outcome, Reason: e.Reason, Held: e.Held}
}

// Rewrite returns the error with f of each of its texts that a page may have written,
// or that may repeat what one has.
func (e *Error) Rewrite(f func(text string) string) *Error {
	out := *e
	out.Message = f(e.Message)
	if e.Held != nil {
		held := *e.Held
		held.What, held.Site, held.Form = f(held.What), f(held.Site), f(held.Form)
		out.Held = &held
	}
	return &out
}

// Because returns the error with the reason of a refused link.
func (e *Error) Because(r Reason) *Error {
	return &Error{Code: e.Code, Message: e.Message, Outcome: e.Outcome, Reason: r, Held: e.Held}
}

// AsError returns err as an [Error]. A stranger becomes internal_error with
// its text, in the worker with a text of ours; nil stays nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := As[*Error](err); ok {
		return e
	}
	return &Error{Code: CodeInternal, Message: foreignText(err)}
}

// CodeOf returns the code of err, internal_error for a stranger, "" for nil.
func CodeOf(err error) Code {
	if e := AsError(err); e != nil {
		return e.Code
	}
	return ""
}

// OutcomeOf returns the outcome that err tells, "" when it tells none.
func OutcomeOf(err error) ErrorOutcome {
	if e := AsError(err); e != nil {
		return e.Outcome
	}
	return ""
}

// Unquoted is a message up to what it quotes. A quotation is the peer's words,
// which must not get into a log.
func Unquoted(message string) string {
	head, _, _ := strings.Cut(message, `"`)
	return strings.TrimSpace(head)
}
