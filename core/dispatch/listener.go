package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// listener is the Dispatcher as the debugger tells it what happens and asks it
// between two actions; what it knows of the network is in privatenetwork.go.
type listener struct{ d *Dispatcher }

var _ debugger.Listener = listener{}

// Refuses implements [debugger.Listener].
func (l listener) Refuses(url string) bool { return l.d.Refuses(url) }

// Unasked implements [debugger.Listener].
func (l listener) Unasked(url string) bool {
	denied, unasked := l.d.answered(protocol.KindDialog, []string{url})
	return denied || unasked
}

// DownloadBegan implements [debugger.Listener].
func (l listener) DownloadBegan(tab int, b *debugger.DownloadStart) (id, name string) {
	if l.d.files == nil {
		return "", b.Name
	}
	return l.d.downloadBegan(tab, b)
}

// DialogChanged implements [debugger.Listener].
func (l listener) DialogChanged(tab int) { l.d.dialogChanged(tab) }

// DialogDismissed implements [debugger.Listener]: it tells the backend.
func (l listener) DialogDismissed(tab int, kind string) {
	s, _ := l.d.registry.Get(tab)
	l.d.log("a dialog (" + kind + ") was dismissed, because nobody answered it in time")
	l.d.events(protocol.DialogDismissed{TabID: tab, Domain: s.Domain, Dialog: kind})
}

// PersonActed implements [debugger.Listener]: it tells the backend.
func (l listener) PersonActed(tab int) {
	if s, ok := l.d.registry.Get(tab); ok {
		l.d.events(protocol.PersonActed{TabID: tab, Domain: s.Domain})
	}
}

// RequestRefused implements [debugger.Listener]: it has the log say so.
func (l listener) RequestRefused(tab int, url string) {
	if loc, err := session.Locate(url); err == nil {
		l.d.jobs.run(func() { l.d.registry.Block(loc.Domain(), protocol.KindNavigate, tab) })
	}
}

// Asked implements [debugger.Listener].
func (l listener) Asked() bool { return l.d.consents.Asks() }

// Acts implements [debugger.Listener].
func (l listener) Acts(tab int, on bool) (up func(context.Context) error) {
	if l.d.filter == nil {
		return nil
	}
	return l.d.filter.acts(tab, on)
}
