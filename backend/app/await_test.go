package app

import (
	"errors"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/runs"
)

// arrives is a browser that connects as soon as it is started.
type arrives struct{ f *fakeBridge }

func (a arrives) prepare(*chromium.Options) error { a.f.set(here); return errors.New("there is none") }
func (a arrives) started(*chromium.Browser) error { return nil }
func (a arrives) remove()                         {}

// A run that waits for a browser of this backend's own has it started again: nobody else
// asks for it.
func TestAwait_StartsItsOwn(t *testing.T) {
	is := is.New(t)
	f := &fakeBridge{}
	m := start(t, f)
	m.own = newBrowserLauncher(Launch{Headless: true}, arrives{f}, m.log, m.done)
	is.NoErr(agentBrowser{m}.Await(t.Context(), runs.Owner{User: Local}))
}
