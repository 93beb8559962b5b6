package protocol

import (
	"errors"
	"testing"

	"github.com/matryer/is"
)

// What is unknown says so in words too, once; programs read the outcome.
func TestError_Outcome(t *testing.T) {
	is := is.New(t)
	e := NewError(CodeTimeout, "the page did not answer").Because(ReasonLost)
	is.Equal(*e.Unknown(), Error{CodeTimeout, "outcome unknown: the page did not answer", ErrorUnknown, ReasonLost, nil})
	is.Equal(e.Unknown().Unknown(), e.Unknown())
	is.Equal(*e.NotDone(), Error{CodeTimeout, "the page did not answer", ErrorNotDone, ReasonLost, nil})
	is.Equal(OutcomeOf(e.Unknown()), ErrorUnknown)
	is.Equal(OutcomeOf(e), ErrorOutcome(""))
	is.Equal(OutcomeOf(errors.New("a stranger's")), ErrorOutcome(""))
	is.Equal(OutcomeOf(nil), ErrorOutcome(""))
	is.Equal(e.Outcome, ErrorOutcome("")) // the error itself stays as it was: many are shared
}

func TestAsReason(t *testing.T) {
	is := is.New(t)
	is.Equal(AsReason("revoked"), ReasonRevoked)
	is.Equal(AsReason("a later build's"), ReasonRefused)
	is.Equal(AsReason(""), Reason(""))
}
