package debugger

import (
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// inquiry asks the page what became of input that Chrome cut off by detaching.
// The page lives on, and with it the engine, which knows whether the input has
// come: so an action that was done is not answered as one that may be.
type inquiry struct {
	protocol.Action
	mark     int // of the watch that the input ended
	external string
}

// inquiry is what to ask about an action that was cut off after it had acted,
// nil when the engine in the main frame does not watch for the end of its input.
func (r *run) inquiry(a protocol.Action) protocol.Action {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.mark == 0 || r.at != "" || r.commits > 0 {
		return nil
	}
	return &inquiry{Action: a, mark: r.mark, external: r.external}
}

// handedGrace is how late Chrome may detach because of an address that an
// action had another program open.
const handedGrace = 2 * time.Second

// letGo is what an action has caused when Chrome detached and nobody knows why.
const letGo = "Chrome let go of the tab meanwhile, as when a page has another program open an address"

func (r *run) inquire(a *inquiry) (protocol.Result, error) {
	outcome := &engine.Outcome{Mark: a.mark, Bounds: bounds()}
	out, err := r.call(engine.Do(outcome))
	if err != nil {
		return nil, err
	}
	came := outcome.Answer(out)
	fx := r.seen(&came.Seen)
	if !came.Heard || r.missed || r.lost {
		return nil, causeDetached
	}
	if a.external == "" && external(came.Link) {
		a.external = came.Link
	}
	if a.external == "" && fx.Unsettled == "" {
		fx.Unsettled = letGo
	}
	fx.External = clip(a.external, maxDialogText)
	return r.done(r.effects(fx, ""))
}

// external reports whether the browser hands an address to another program.
func external(url string) bool {
	for _, scheme := range []string{"http", "about:", "javascript:", "blob:", "data:", "file", "chrome", "devtools"} {
		if strings.HasPrefix(url, scheme) {
			return false
		}
	}
	return url != ""
}

// forgive takes a detach back that was the agent's own doing.
func (d *Debugger) forgive(t *tab) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(t.kicks); n > 0 {
		t.kicks = t.kicks[:n-1]
	}
}
