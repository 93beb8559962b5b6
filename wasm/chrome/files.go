package chrome

import (
	"context"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Files is [dispatch.Files] on chrome.downloads.
type Files struct{ Host Host }

// Find returns what Chrome says of a download now. CDP's name for it means
// nothing to chrome.downloads, so at first it goes by address and time.
func (f Files) Find(ctx context.Context, it *downloads.Item, taken []string, limit time.Duration) (*downloads.Item, error) {
	keys := []byte{'['}
	for i, key := range taken {
		if i > 0 {
			keys = append(keys, ',')
		}
		keys = scan.AppendQuote(keys, key)
	}
	answer, err := f.Host.Ask(ctx, ask("download_find").text("key", it.Key).text("url", it.URL).
		raw("at", strconv.AppendInt(nil, it.At, 10)).raw("taken", append(keys, ']')).num("limit", int(limit/time.Millisecond)).end())
	if err != nil {
		return nil, other("list its downloads", err)
	}
	if string(answer) == "null" {
		return nil, nil
	}
	now := *it
	err = Members(answer, func(name string, v []byte) {
		switch name {
		case "key":
			now.Key = Text(v)
		case "state":
			now.State = protocol.DownloadState(Text(v))
		case "path":
			now.Path = Text(v)
		case "mime":
			now.MIME = Text(v)
		case "bytes":
			now.Bytes, _ = scan.Int(string(v))
		case "total":
			now.Total, _ = scan.Int(string(v))
		}
	})
	return &now, err
}

// Cancel ends a download that Find has found.
func (f Files) Cancel(ctx context.Context, it *downloads.Item) error {
	if it.Key == "" {
		return protocol.NewError(protocol.CodeInternal, "The browser does not know this download yet; try again in a moment.")
	}
	if _, err := f.Host.Ask(ctx, ask("download_cancel").text("key", it.Key).end()); err != nil {
		return other("cancel the download", err)
	}
	return nil
}
