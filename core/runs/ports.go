package runs

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// Journal keeps runs. Calls overlap, but of one run one Append comes after the other.
type Journal interface {
	// Append writes the entry behind the one at after, 0 for none, and returns when it
	// is on the disk. Errors: [Behind] when another process has written meanwhile, [Full]
	// when runs that have ended take the room.
	Append(run string, after uint64, entry []byte) (at uint64, err error)
	// Entries calls each with all entries, in order, and returns where the last is.
	Entries(run string, each func(at uint64, entry []byte) error) (last uint64, err error)
	// Note keeps what a list shows of a run, Notes returns all of it.
	Note(run string, note []byte) error
	Notes() (map[string][]byte, error)
	// Remove forgets a run.
	Remove(run string) error
}

// Ledger keeps what was paid, a row for each day. What was put is on the disk.
type Ledger interface {
	Put(date string, row []byte) error
	All() (map[string][]byte, error)
}

// Pictures keeps what models are shown, beside the journal.
type Pictures interface {
	PutPicture(run, name string, data []byte) error
	// Picture returns nil for one that is there no more.
	Picture(run, name string) ([]byte, error)
}

// Behind is the error of a journal with which another process goes on.
type Behind struct{}

func (Behind) Error() string { return "another process goes on with this run" }

// Full is the error of a journal that takes no more before some of it is forgotten.
type Full struct{}

func (Full) Error() string { return "there is no room for more" }

// Model answers a conversation. Errors are [*chat.Fault]. Calls overlap.
type Model interface {
	Chat(ctx context.Context, r chat.Request, tell func(chat.Delta)) (chat.Answer, error)
}

// Opened is a model that a run can use, and what is known of it.
type Opened struct {
	Model Model
	// Name is PROVIDER/MODEL.
	Name string
	// Window is in tokens, 0 where it is not known.
	Window        int
	Local, Vision bool
	Price         budget.Price
}

// Models finds a model by its name, "" for the default. Error: [*chat.Fault].
type Models func(ctx context.Context, name string) (Opened, error)

// Owner says whose an action is: the user, the browser and the run.
type Owner struct {
	User, Device, Run string
}

// May is what an action may do. The browser's end does not do what is beyond it.
type May struct {
	// All: it is bua's own, in the person's name, and not the model's.
	All bool
	// Reads: nothing but reading.
	Reads bool
	// Sinks are the acts with consequences that were allowed, in documents of Site.
	Site  string
	Sinks []risk.Sink
}

// Browser carries out actions, through what every agent's action goes through.
type Browser interface {
	// Do carries out one action. Errors are [protocol.Error]; [*Away] around one says
	// that the browser is not connected, [*Held] that the action was beyond what it
	// may do and was not done.
	Do(ctx context.Context, at Owner, a protocol.Action, may May) (protocol.Result, error)
	// Await returns when the browser is connected.
	Await(ctx context.Context, at Owner) error
}

// Away is the error of an action whose browser is not connected.
type Away struct{ Err *protocol.Error }

func (a *Away) Error() string { return a.Err.Error() }

// Unwrap returns what the browser's end said.
func (a *Away) Unwrap() error { return a.Err }

// NotAllowed is the error of an action that was not done, because it is beyond what it may.
type NotAllowed struct{ Facts risk.Facts }

func (*NotAllowed) Error() string { return "it was not done: the person has to allow it first" }

// Log takes what goes wrong behind a run, for whoever sees after bua; run is "" for none of
// them.
type Log interface {
	Warn(what, run string, err error)
	Error(what, run string, err error)
}

type quietly struct{}

func (quietly) Warn(_, _ string, _ error)  {}
func (quietly) Error(_, _ string, _ error) {}

// Clock is the time, as the person's clock shows it. AfterFunc runs f on a goroutine of its own.
type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}
