package debugger

import "context"

// Listener is who a Debugger tells what happens in its tabs, and asks where no
// action's [Guard] is there. A Debugger has one; core/dispatch implements it.
// Its methods neither wait nor call the Debugger, but where they say so: some
// are called while the Debugger's lock is held.
type Listener interface {
	Network
	// Refuses reports whether the blocklist refuses an address.
	Refuses(url string) bool
	// Unasked reports whether the person has not allowed an address, where they
	// want to be asked.
	Unasked(url string) bool
	// DownloadBegan is told of each download that begins in a tab, and returns
	// the id and the name that the agent is told; no id where nobody keeps them.
	DownloadBegan(tab int, b *DownloadStart) (id, name string)
	// DialogChanged is told that a dialog opened or closed in a tab. It is called
	// on a goroutine of its own: it may wait and call the Debugger.
	DialogChanged(tab int)
	// DialogDismissed is told that a dialog of a type was dismissed, because
	// nobody answered it in time.
	DialogDismissed(tab int, kind string)
	// RequestRefused is told that a request was refused of which no action tells:
	// it came after one, or in a frame by a script.
	RequestRefused(tab int, url string)
	// PersonActed is told that somebody pressed or typed in a tab while no action gave input to it.
	PersonActed(tab int)
	// Acts is told that the agent begins and stops to act in a tab: what its page opens
	// then is to be kept from refused addresses. up waits until that is so, nil where
	// there is nothing to wait for.
	Acts(tab int, on bool) (up func(context.Context) error)
	// Asked reports whether the person wants to be asked about any sites.
	Asked() bool
}

// NoListener is the Listener of a Debugger that has none: it refuses nothing and
// notes nothing. A Listener that does with less embeds it.
type NoListener struct{}

var _ Listener = NoListener{}

// Public says that private networks are open.
func (NoListener) Public() bool { return false }

// AddressTold refuses no address.
func (NoListener) AddressTold(_, _ string, _ int) error { return nil }

// Refuses refuses nothing.
func (NoListener) Refuses(string) bool { return false }

// Unasked says that nobody wants to be asked.
func (NoListener) Unasked(string) bool { return false }

// DownloadBegan leaves a download its name and gives it no id.
func (NoListener) DownloadBegan(_ int, b *DownloadStart) (id, name string) { return "", b.Name }

// DialogChanged does nothing.
func (NoListener) DialogChanged(int) {}

// DialogDismissed does nothing.
func (NoListener) DialogDismissed(int, string) {}

// RequestRefused does nothing.
func (NoListener) RequestRefused(int, string) {}

// PersonActed does nothing.
func (NoListener) PersonActed(int) {}

// Acts has nothing to wait for.
func (NoListener) Acts(int, bool) (up func(context.Context) error) { return nil }

// Asked says that nobody wants to be asked.
func (NoListener) Asked() bool { return false }

// Listen says who is told. Called once, before anything happens.
func (d *Debugger) Listen(l Listener) { d.listener = l }
