package budget

import (
	"github.com/zapvol/bua/core/agent/chat"
)

// Limits are what a run may use up. Zero of tokens, money and time is no limit.
type Limits struct {
	Steps  int
	Tokens int
	// Money is in millionths of the price's currency.
	Money int64
	// MS is the time in which the run works, not that in which it waits for a
	// person or an alarm.
	MS int64
}

// The steps of a run.
const (
	Steps    = 60
	MinSteps = 5
	MaxSteps = 200
)

// Bounded is the limits with a number of steps that may be.
func (l Limits) Bounded() Limits {
	if l.Steps == 0 {
		l.Steps = Steps
	}
	l.Steps = max(MinSteps, min(MaxSteps, l.Steps))
	return l
}

// Used is what a run has used up.
type Used struct {
	Steps, In, CachedIn, Out int
	Money                    int64
	MS                       int64
	// Guessed says that some of the tokens are an estimate.
	Guessed bool
}

// Limit names what is used up.
type Limit string

// What can be used up.
const (
	None       Limit = ""
	StepLimit  Limit = "budget_steps"
	TokenLimit Limit = "budget_tokens"
	MoneyLimit Limit = "budget_money"
	TimeLimit  Limit = "budget_time"
)

// Spent says what is used up.
func (l Limits) Spent(u Used) Limit {
	switch {
	case u.Steps >= l.Steps:
		return StepLimit
	case l.Tokens > 0 && u.In+u.Out >= l.Tokens:
		return TokenLimit
	case l.Money > 0 && u.Money >= l.Money:
		return MoneyLimit
	case l.MS > 0 && u.MS >= l.MS:
		return TimeLimit
	}
	return None
}

// Late reports whether three quarters of the steps are used up.
func (l Limits) Late(u Used) bool { return u.Steps*4 >= l.Steps*3 }

// Price is what a model costs, in millionths of a currency for a million tokens:
// 3 dollars are 3,000,000.
type Price struct{ In, CachedIn, WrittenIn, Out int64 }

// Known reports whether there is a price.
func (p Price) Known() bool { return p != Price{} }

// Cost is the price of an answer in millionths, rounded up.
func (p Price) Cost(u chat.Usage) int64 {
	plain := max(0, u.In-u.CachedIn-u.WrittenIn)
	cached, written := p.CachedIn, p.WrittenIn
	if cached == 0 {
		cached = p.In
	}
	if written == 0 {
		written = p.In
	}
	sum := int64(plain)*p.In + int64(u.CachedIn)*cached + int64(u.WrittenIn)*written + int64(u.Out)*p.Out
	return (sum + 999_999) / 1_000_000
}
