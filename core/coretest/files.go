package coretest

import (
	"context"
	"sync"
	"time"

	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
)

// Files is [dispatch.Files]: a browser's list of downloads, which a test fills.
type Files struct {
	mu       sync.Mutex
	known    map[string]downloads.Item // by GUID; only what the browser says counts
	canceled []string
}

// NewFiles returns a list without downloads.
func NewFiles() *Files { return &Files{known: map[string]downloads.Item{}} }

// Say sets what the browser says of a download.
func (f *Files) Say(guid string, now downloads.Item) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known[guid] = now
}

// Find answers what was said last, and does not wait.
func (f *Files) Find(_ context.Context, it *downloads.Item, _ []string, _ time.Duration) (*downloads.Item, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.known[it.GUID]
	if !ok {
		return nil, nil
	}
	now := *it
	now.Key, now.State, now.Path, now.MIME, now.Bytes, now.Total = known.Key, known.State, known.Path, known.MIME, known.Bytes, known.Total
	return &now, nil
}

// Cancel notes the GUID.
func (f *Files) Cancel(_ context.Context, it *downloads.Item) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.canceled = append(f.canceled, it.GUID)
	known := f.known[it.GUID]
	known.State = protocol.DownloadCanceled
	f.known[it.GUID] = known
	return nil
}

// Canceled returns the GUIDs of what was cancelled, in order.
func (f *Files) Canceled() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.canceled...)
}
