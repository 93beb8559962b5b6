package debugger

import (
	"context"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Network is what tells where names lead. A blocklist is of names; a rule about
// private networks is of addresses, which only the host or the browser knows.
// None of its methods waits.
type Network interface {
	// Public reports whether the agent is kept out of private networks, so that
	// the addresses of all servers that answer are to be told.
	Public() bool
	// AddressTold takes the address and port that a document at a URL came from.
	// Error: domain_blocked.
	AddressTold(url, address string, port int) error
}

// tellAddresses has the browser tell the addresses of all servers that answer, where
// private networks are refused: eight news for every picture are not cheap.
func (d *Debugger) tellAddresses(ctx context.Context, to Target) {
	if d.listener.Public() {
		d.enableNetwork(ctx, to)
	}
}

func (d *Debugger) enableNetwork(ctx context.Context, to Target) (wait func() ([]byte, error)) {
	return d.start(ctx, to, "Network.enable", new(scan.Object).Num("maxTotalBufferSize", 0).Num("maxResourceBufferSize", 0).JSON())
}

// tellNext has the browser tell the address that the next document of an attached
// tab's main frame comes from, where it does not tell all of them: nobody may read
// the metadata of a cloud, whatever name leads there. frame is the one that sets out,
// "" the main one.
func (d *Debugger) tellNext(ctx context.Context, tabID int, frame string) {
	d.mu.Lock()
	t := d.tab(tabID)
	begins := t.Attached && !t.tellsNext && !d.listener.Public() && (frame == "" || frame == t.Main.Frame)
	t.tellsNext = t.tellsNext || begins
	told := t.Requests.On
	d.mu.Unlock()
	if begins && !told {
		d.enableNetwork(ctx, Target{Tab: tabID})
	}
}

// toldNext ends what tellNext began, once that frame has its document or gets none.
func (d *Debugger) toldNext(tabID int, frame string) {
	d.mu.Lock()
	t := d.tab(tabID)
	ends := t.tellsNext && (frame == "" || frame == t.Main.Frame)
	t.tellsNext = t.tellsNext && !ends
	ends = ends && !t.Requests.On
	d.mu.Unlock()
	if ends && !d.listener.Public() {
		d.start(context.Background(), Target{Tab: tabID}, "Network.disable", nil)
	}
}

// judgeAddress judges the address that a document came from. The request has been
// answered by then, but nobody has read the answer.
func (d *Debugger) judgeAddress(t *tab, r *run, n *tabstate.News) {
	err := d.listener.AddressTold(n.URL, n.Address, n.Port)
	if err == nil {
		return
	}
	d.mu.Lock()
	if r != nil && r.Asks && n.Frame == "" {
		r.denied = err
	} else {
		r = nil // the person's, or in a frame, which is refused from now on
	}
	d.mu.Unlock()
	if r == nil {
		return
	}
	if protocol.CodeOf(r.guard.Follow(n.URL, true)) != "" { // it knows the name now
		d.start(context.Background(), Target{Tab: t.id}, "Page.stopLoading", nil)
		r.cancel(err)
	}
}
