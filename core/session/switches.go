package session

import (
	"context"
	"slices"

	"github.com/zapvol/bua/core/protocol"
)

// switches is which capabilities are off, and by whom.
type switches struct{ own, managed []string }

// switchable are the capabilities that have a switch.
func switchable() []string {
	return []string{string(protocol.CanScript), string(protocol.CanUpload), string(protocol.CanDownload), string(protocol.CanTools)}
}

// readSwitches reads what the person and the organisation have switched off.
// When one of the two cannot be told, it is everything that can be. A word of the
// organisation's that names no switch is such a case: the person has switches to
// press, an administrator may mistype.
func (p *Policy) readSwitches(ctx context.Context) switches {
	own, errOwn := p.writer.store.Get(ctx, Local, KeyDenied)
	theirs, errTheirs := p.writer.Managed(ctx, KeyDenied, isSwitches)
	off := switches{own: switchable()}
	if errOwn == nil && errTheirs == nil {
		if list, err := ReadStrings(own); err == nil {
			off.own = list
		}
		if isSwitches(theirs) {
			off.managed, _ = ReadStrings(theirs)
		} else {
			off.managed = switchable()
		}
	}
	return off
}

func isSwitches(data []byte) bool {
	list, err := ReadStrings(data)
	for _, name := range list {
		if !slices.Contains(switchable(), name) {
			return false
		}
	}
	return err == nil
}

// May answers whether what an action of the kind needs is left on.
// Error: invalid_action.
func (p *Policy) May(kind protocol.Kind) error {
	p.mu.Lock()
	off := p.off
	p.mu.Unlock()
	can := string(kind.Can())
	switch {
	case slices.Contains(off.managed, can):
		return protocol.NewError(protocol.CodeInvalidAction, "the organisation has switched off \""+can+"\", which nobody at this browser can change: do without "+
			string(kind)+".")
	case slices.Contains(off.own, can):
		return protocol.NewError(protocol.CodeInvalidAction, "the person has switched off \""+can+"\" in bua's options: do without "+
			string(kind)+", or ask them to switch it on.")
	}
	return nil
}
