package chrome

import (
	"context"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// Store is [session.Store] on chrome.storage.
type Store struct{ Host Host }

// Get returns the JSON under key, nil when there is none.
func (s Store) Get(ctx context.Context, area session.Area, key string) ([]byte, error) {
	value, err := storageGetCall{Area: area, Key: key}.ask(ctx, s.Host)
	if err != nil {
		return nil, other("read its storage", err)
	}
	return value, nil
}

// Set stores JSON under key; nil removes it.
func (s Store) Set(ctx context.Context, area session.Area, key string, value []byte) error {
	err := storageSetCall{Area: area, Key: key, Value: value}.ask(ctx, s.Host)
	if means(err, debugger.MeansFull) {
		return protocol.NewError(protocol.CodeInternal, "The extension's storage is full; clear the audit log in its options.")
	}
	if err != nil {
		return other("write its storage", err)
	}
	return nil
}

// Post stores JSON under key without waiting; nil removes it. Writes reach the
// browser in the order of the calls.
func (s Store) Post(area session.Area, key string, value []byte) {
	storageSetCall{Area: area, Key: key, Value: value}.Post(s.Host)
}
