// Package doctor looks at what a person needs before an agent can work in the
// browser, and says of each thing what is wrong and what to do. It only looks:
// it makes no file, changes no setting, asks nobody but this machine and the NATS
// that it is told of, and no finding holds a secret. What it finds is for bua doctor to print.
//
// One method is one kind of check and answers with [Finding]s; [Doctor.Look]
// is their order. It may use every backend room, as the commands may.
//
// It imports: backend/app, backend/chromium, backend/direct, backend/extension,
// backend/httpapi, backend/internal/private, backend/model, backend/store,
// core/category, core/model, core/protocol, core/session.
package doctor

import (
	"context"
	"runtime"
	"slices"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
)

// State says how a thing stands.
type State string

// The states. Only Wrong keeps an agent from working.
const (
	OK      State = "ok"
	Note    State = "note"    // works, but read it
	Wrong   State = "wrong"   // does not work; Do says what to do
	Unknown State = "unknown" // could not be looked at, because something before it is wrong
)

// Finding is one thing that was looked at.
type Finding struct {
	// Check is what was looked at, in a word.
	Check string `json:"check"`
	State State  `json:"state"`
	// Says is how it stands, in one clause.
	Says string `json:"says"`
	// Do is the next step, "" when there is none.
	Do string `json:"do,omitempty"`
}

// Doctor says where to look.
type Doctor struct {
	Home app.Home
	// Version is this program's, "dev" when it was built without one.
	Version string
	// Chrome is the browser's path, "" to find one.
	Chrome string
	// Launch looks at what bua mcp --launch needs instead of at a backend and
	// its paired browsers.
	Launch bool
	// NATS is where several backends keep everything; nil for none.
	NATS *store.Servers
	// Root is the root of the file system in which policies are looked for.
	Root string
	// System is the name of the operating system, as runtime.GOOS.
	System string
	// Env reads the environment.
	Env func(string) string
}

// Look checks everything, in the order in which things are set up.
func (d Doctor) Look(ctx context.Context) []Finding {
	if d.System == "" {
		d.System = runtime.GOOS
	}
	list := append(d.browser(ctx), d.window()...)
	list = append(list, d.sandbox(), d.extension())
	list = append(list, d.fileAccess()...)
	list = append(list, d.organisation()...)
	if d.Launch {
		return list
	}
	folder := d.folder()
	token, found := d.token(httpapi.ScopeAgent)
	operator, also := d.token(httpapi.ScopeOperator)
	list = append(list, folder, found, also)
	list = append(list, d.secrets()...)
	list = append(list, d.models(ctx)...)
	b := &backend{Doctor: d, token: token, operators: operator}
	list = append(list, b.look(ctx)...)
	if d.NATS == nil || b.client != nil {
		list = append(list, d.store(ctx, b)...)
	}
	return append(list, d.outside(ctx)...)
}

// Well reports whether nothing is wrong.
func Well(list []Finding) bool {
	return !slices.ContainsFunc(list, func(f Finding) bool { return f.State == Wrong })
}

func ok(check, says string) Finding        { return Finding{check, OK, says, ""} }
func note(check, says, do string) Finding  { return Finding{check, Note, says, do} }
func wrong(check, says, do string) Finding { return Finding{check, Wrong, says, do} }
func unknown(check, says string) Finding   { return Finding{check, Unknown, says, ""} }
