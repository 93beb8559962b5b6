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
	answer, err := s.Host.Ask(ctx, ask("storage_get").text("area", string(area)).text("key", key).end())
	if err != nil {
		return nil, other("read its storage", err)
	}
	if string(answer) == "null" {
		return nil, nil
	}
	return answer, nil
}

// Set stores JSON under key; nil removes it.
func (s Store) Set(ctx context.Context, area session.Area, key string, value []byte) error {
	_, err := s.Host.Ask(ctx, ask("storage_set").text("area", string(area)).text("key", key).raw("value", value).end())
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
func (s Store) Post(area, key string, value []byte) {
	s.Host.Post(ask("storage_set").text("area", area).text("key", key).raw("value", value).end())
}
