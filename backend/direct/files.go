package direct

import (
	"context"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
)

// maxFiles is how many downloads are remembered of all that the browser tells
// of; core asks only about those that began in tabs of the agent's.
const maxFiles = 200

// file is what the browser last said of one download; owned by chrome.mu.
type file struct {
	guid         string
	state        protocol.DownloadState
	path         string
	bytes, total int64
}

// fileEvent takes one event about a download. It reports whether it was one.
func (b *chrome) fileEvent(method string, params []byte) bool {
	switch method {
	case cdproto.EventBrowserDownloadWillBegin:
		if e, err := decode[browser.EventDownloadWillBegin](params); err == nil {
			b.fileBegins(&e, params)
		}
	case cdproto.EventBrowserDownloadProgress:
		e, err := decode[browser.EventDownloadProgress](params)
		if err != nil {
			return true
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		f := b.file(e.GUID)
		f.bytes, f.total = int64(e.ReceivedBytes), int64(e.TotalBytes)
		switch e.State {
		case browser.DownloadProgressStateCompleted:
			f.state, f.path = protocol.DownloadDone, e.FilePath
		case browser.DownloadProgressStateCanceled:
			// Chrome says the same of one that broke off; what was cancelled
			// through bua is known to core.
			f.state = protocol.DownloadInterrupted
		}
	default:
		return false
	}
	return true
}

// fileBegins takes note of a download. Of one in a tab that a page opened for it
// nobody else tells: that began before anybody could attach. It is told as that
// page's; the two events have the same parameters.
func (b *chrome) fileBegins(e *browser.EventDownloadWillBegin, params []byte) {
	b.mu.Lock()
	b.file(e.GUID)
	opener := 0
	if t := b.byTarget[target.ID(e.FrameID)]; t != nil && t.session == "" {
		if by := b.byNumber[t.opener]; by != nil && by.session != "" {
			opener = by.number
		}
	}
	b.mu.Unlock()
	if opener != 0 {
		b.heard(opener, "", "Page.downloadWillBegin", params)
	}
}

// file returns a download, made when it is new. mu is held.
func (b *chrome) file(guid string) *file {
	for _, f := range b.files {
		if f.guid == guid {
			return f
		}
	}
	if len(b.files) == maxFiles {
		b.files = b.files[1:]
	}
	f := &file{guid: guid, state: protocol.DownloadRunning}
	b.files = append(b.files, f)
	return f
}

// lostFiles gives up what was under way when the connection ended: on the next
// one Chrome tells no more of it. mu is held.
func (b *chrome) lostFiles() {
	for _, f := range b.files {
		if f.state == protocol.DownloadRunning {
			f.state = protocol.DownloadInterrupted
		}
	}
}

// files is [dispatch.Files] on what the browser tells of its downloads.
type files struct{ *chrome }

// How long the browser's news of a download may be behind its tab's, and how
// often it is looked at.
const (
	fileNews = time.Second
	fileLook = 20 * time.Millisecond
)

// Find returns a download as the browser last told of it.
func (f files) Find(ctx context.Context, it *downloads.Item, _ []string, limit time.Duration) (*downloads.Item, error) {
	for start := time.Now(); ; {
		now := f.known(it)
		took := time.Since(start)
		if now == nil && took > fileNews || now != nil && (now.State != protocol.DownloadRunning || took > limit) {
			return now, nil
		}
		select {
		case <-time.After(fileLook):
		case <-ctx.Done():
			return now, nil
		}
	}
}

func (f files) known(it *downloads.Item) *downloads.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, known := range f.chrome.files {
		if known.guid == it.GUID {
			now := *it
			now.Key, now.State, now.Path, now.Bytes, now.Total = it.GUID, known.state, known.path, known.bytes, known.total
			return &now
		}
	}
	return nil
}

// Cancel ends a download.
func (f files) Cancel(ctx context.Context, it *downloads.Item) error {
	_, err := ask(ctx, f.on(), browser.CancelDownload, browser.CancelDownloadParams{GUID: it.GUID})
	if err != nil {
		return tabError("cancel the download", err)
	}
	return nil
}
