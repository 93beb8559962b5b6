package chrome

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
)

// Files is [dispatch.Files] on chrome.downloads.
type Files struct{ Host Host }

// Find returns what Chrome says of a download now. CDP's name for it means
// nothing to chrome.downloads, so at first it goes by address and time.
func (f Files) Find(ctx context.Context, it *downloads.Item, taken []string, limit time.Duration) (*downloads.Item, error) {
	d, err := downloadFindCall{Key: it.Key, URL: it.URL, At: it.At, Taken: taken, Limit: int(limit / time.Millisecond)}.ask(ctx, f.Host)
	if err != nil {
		return nil, other("list its downloads", err)
	}
	if d == nil {
		return nil, nil
	}
	now := *it
	now.Key, now.State, now.Path, now.MIME, now.Bytes, now.Total = d.Key, d.State, d.Path, d.MIME, d.Bytes, d.Total
	return &now, nil
}

// Cancel ends a download that Find has found.
func (f Files) Cancel(ctx context.Context, it *downloads.Item) error {
	if it.Key == "" {
		return protocol.NewError(protocol.CodeInternal, "The browser does not know this download yet; try again in a moment.")
	}
	if err := (downloadCancelCall{Key: it.Key}).ask(ctx, f.Host); err != nil {
		return other("cancel the download", err)
	}
	return nil
}
