package session

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Profile is one choice for several settings. Where nothing is chosen it is
// [ProfileDefault].
type Profile string

// The profiles.
const (
	// ProfileDefault changes nothing.
	ProfileDefault Profile = "default"
	// ProfileStrict is for a careful person or company. It is a floor: no other
	// setting loosens what it sets, the organisation's neither.
	//   - The person is asked about each site, by origin and capability.
	//   - They are asked about each act that pays, sends, deletes, hands over a
	//     file or a secret, or takes over a tab of theirs.
	//   - The agent's scripts run only where a grant says so.
	//   - The agent knows of no tab but its own.
	ProfileStrict Profile = "strict"
)

// ProfileIn returns the profile in force, and whether it is the organisation's.
// A word that there is not, and what cannot be read, is strict.
func ProfileIn(ctx context.Context, w *Writer) (p Profile, fixed bool) {
	// Any word is taken: a wrong one must not let an older and laxer one hold.
	data, fixed, err := w.chosen(ctx, KeyProfile, func([]byte) bool { return true })
	switch s := string(data); {
	case err == nil && (s == "" || s == "null" || s == `"default"`):
		return ProfileDefault, fixed
	}
	return ProfileStrict, fixed
}

// chosen returns the organisation's value of a key, else the person's, nil for
// nothing; fixed says that it is the organisation's, or cannot be told.
func (w *Writer) chosen(ctx context.Context, key string, good func([]byte) bool) (data []byte, fixed bool, err error) {
	data, err = w.Managed(ctx, key, good)
	if fixed = err != nil || len(data) > 0; fixed {
		return data, fixed, err
	}
	data, err = w.store.Get(ctx, Local, key)
	return data, false, err
}

// asks returns the mode that holds in the profile: at least one that asks.
func (p Profile) asks(m Mode) Mode {
	if p == ProfileStrict && m == ConsentOff {
		return ConsentPerOrigin
	}
	return m
}

// needs returns the capability that an action of a kind needs in the strict
// profile. A file that is handed to a page, and a call of a page's tool, are asked
// about as acts of their own.
func needs(kind protocol.Kind) protocol.Capability {
	if can := kind.Can(); can != protocol.CanUpload && can != protocol.CanTools {
		return can
	}
	return protocol.CanAct
}
