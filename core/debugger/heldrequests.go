package debugger

import (
	"context"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Two things are known only when a document is asked for: that a reload sends a form
// again, and that a frame sets out for a document that the person has not allowed yet,
// while the pointer acts. For these the browser holds back the requests for documents,
// just so long.

// document is the pattern of the requests.
const document = `{"urlPattern":"*","resourceType":"Document"}`

// heldRequest is a request that is held back.
type heldRequest struct {
	to Target
	id string
}

// hold has the browser hold back the requests for documents of a tab from now on, or
// no more. It waits for nothing: what is sent to the tab afterwards comes after it.
func (d *Debugger) hold(ctx context.Context, t *tab, on bool) {
	d.mu.Lock()
	was := t.Requests.Held
	t.Requests.Held, t.Requests.Reloads = on, on && t.Requests.Reloads
	to := t.processes()
	d.mu.Unlock()
	if was == on {
		return
	}
	for _, to := range to {
		d.holdBack(ctx, to, on)
	}
}

// processes are the targets of a tab: the tab's own, and those of frames in other
// processes. d.mu is held.
func (t *tab) processes() []Target {
	to := []Target{{Tab: t.id}}
	for _, c := range t.Children {
		if !c.Local() {
			to = append(to, Target{Tab: t.id, Session: c.Session})
		}
	}
	return to
}

// holdBack has the browser hold back the requests for documents too, or no more.
func (d *Debugger) holdBack(ctx context.Context, to Target, documents bool) {
	patterns := ""
	if d.relay != nil {
		patterns = d.relay.pattern()
	}
	if documents {
		if patterns != "" {
			patterns += ","
		}
		patterns += document
	}
	if patterns == "" {
		d.start(ctx, to, "Fetch.disable", nil)
		return
	}
	d.start(ctx, to, "Fetch.enable", new(scan.Object).Raw("patterns", "["+patterns+"]").JSON())
}

// Release lets go what an earlier life of the worker held back in a tab, and in
// the frames in other processes inside it, and has its requests told no more.
func (d *Debugger) Release(tabID int) {
	to := Target{Tab: tabID}
	d.holdBack(context.Background(), to, false)
	d.start(context.Background(), to, "Target.setAutoAttach", noAutoAttach())
	d.observeIn(context.Background(), to, false, true)
}

// suspend has a request wait for the pointer that acts, and reports whether it does. d.mu
// is held.
func (d *Debugger) suspend(t *tab, n *tabstate.News) bool {
	waits := n.URL != "" && !t.run.guard.Granted(n.URL)
	if waits {
		t.caused.suspended = append(t.caused.suspended, heldRequest{Target{Tab: t.id, Session: n.Session}, n.Request})
	}
	return waits
}

// refuseResend refuses a reload that would send a form again.
func (d *Debugger) refuseResend(r *run, h heldRequest) {
	// Aborted, and no other reason: the page that is there stays.
	d.answerHeld(h, "Fetch.failRequest", new(scan.Object).Str("requestId", h.id).Str("errorReason", "Aborted").JSON())
	r.cancel(errResends) // only now: what follows lets all requests go
}

// letGo lets a request go on.
func (d *Debugger) letGo(h heldRequest) {
	d.answerHeld(h, "Fetch.continueRequest", new(scan.Object).Str("requestId", h.id).JSON())
}

// answerHeld answers a request, in the end also where the blocklist is being read again.
func (d *Debugger) answerHeld(h heldRequest, method string, params []byte) {
	ctx := context.Background()
	wait := d.start(ctx, h.to, method, params)
	go func() {
		if _, err := wait(); err != nil {
			if _, told := protocol.As[*CommandError](err); !told {
				_, _ = d.cdp.Send(ctx, h.to, method, params)
			}
		}
	}()
}
