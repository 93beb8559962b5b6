package session

import (
	"context"
	"time"
)

// Area is one of the browser's two key-value areas.
type Area string

// The storage areas.
const (
	// Local outlives the browser: bridge_config, blocklist, sessionHistory.
	Local Area = "local"
	// Run ends with the browser (chrome.storage.session): activeSessions,
	// buaWindowId, uid counters. It outlives the worker.
	Run Area = "session"
	// Managed is the organisation's policy, read-only.
	Managed Area = "managed"
)

// Store is the port to durable state: JSON values under string keys.
// Both methods block. Calls may overlap; writers serialise themselves.
type Store interface {
	// Get returns the JSON under key, nil when there is none.
	// Error: internal_error.
	Get(ctx context.Context, area Area, key string) ([]byte, error)
	// Set stores JSON under key; nil removes it. A full store is an error.
	Set(ctx context.Context, area Area, key string, value []byte) error
}

// Clock is the port to time.
type Clock interface{ Now() time.Time }

// IDNA is the port to hosts of other scripts: what the platform makes of one
// decides, no table of ours.
type IDNA interface {
	// ASCII returns a host as the browser writes it, labels of other scripts as
	// xn--; false for what is no host. It never blocks.
	ASCII(host string) (ascii string, ok bool)
}
