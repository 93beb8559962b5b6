package dispatch

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// keyDownloads is the downloads of the agent's tabs, as [downloads.Ring] writes them.
//
//bua:stored session []string
const keyDownloads = "downloads"

// downloadWait is how long wait waits when the agent does not say.
const downloadWait = 10 * time.Second

func (d *Dispatcher) loadDownloads(ctx context.Context) {
	data, err := d.store.Get(ctx, session.Run, keyDownloads)
	if err == nil {
		var list []string
		if list, err = session.ReadStrings(data); err == nil {
			d.ring.Load(list)
		}
	}
	if err != nil {
		d.log(keyDownloads + ": " + protocol.AsError(err).Message)
	}
}

func (d *Dispatcher) saveDownloads() {
	d.writer.Put(session.Run, keyDownloads, func() []byte { return session.AppendStrings(nil, d.ring.Strings()) }, nil)
}

// downloadBegan takes note of a download that begins in a tab, and cancels it when it
// comes from where the agent may not be, or when a tab of the agent's own
// downloads although the person has switched that off. It does not block.
func (d *Dispatcher) downloadBegan(tab int, b *debugger.DownloadStart) (id, name string) {
	if _, ok := d.registry.Get(tab); !ok {
		return "", "" // let go meanwhile
	}
	it := &downloads.Item{Tab: tab, GUID: b.GUID, URL: b.URL, Page: b.Page, Frame: b.Frame, Name: b.Name,
		At: d.clock.Now().UnixMilli(), State: protocol.DownloadRunning}
	domain, err := d.source(sources(it))
	if err != nil || b.Untold || d.window.owns(tab) && d.policy.May(protocol.KindDownloads) != nil {
		it.State = protocol.DownloadBlocked
	}
	it, again := d.ring.Begin(it)
	if !again {
		if protocol.CodeOf(err) == protocol.CodeDomainBlocked {
			d.registry.Block(domain, protocol.KindDownloads, tab)
		}
		d.saveDownloads()
		d.jobs.run(func() { d.identify(it) })
	}
	if denied, unasked := d.answered(protocol.KindDownloads, sources(it)); denied || unasked || it.State == protocol.DownloadBlocked {
		return it.ID, ""
	}
	return it.ID, it.Name
}

// identify finds out which of the browser's downloads it is, while that is
// easy to tell, and cancels it if it shall not be.
func (d *Dispatcher) identify(it *downloads.Item) {
	it = d.refresh(context.Background(), it, 0)
	if it.State == protocol.DownloadBlocked {
		if err := d.files.Cancel(context.Background(), it); err != nil {
			d.log("a download could not be cancelled: " + protocol.AsError(err).Message)
		}
	}
}

// refresh asks the browser about a download that it may have news of, and waits
// no longer than limit for its end.
func (d *Dispatcher) refresh(ctx context.Context, it *downloads.Item, limit time.Duration) *downloads.Item {
	if it.State != protocol.DownloadRunning && it.Key != "" {
		return it
	}
	now, err := d.files.Find(ctx, it, d.ring.Keys(it.ID), limit)
	if err != nil || now == nil {
		return it
	}
	return d.keepDownload(now)
}

// keepDownload keeps what the browser says of a download.
func (d *Dispatcher) keepDownload(now *downloads.Item) *downloads.Item {
	kept, fresh := d.ring.Replace(now)
	if fresh {
		d.saveDownloads()
	}
	return kept
}

// sources are the addresses that decide about a download.
func sources(it *downloads.Item) []string { return []string{it.URL, it.Frame, it.Page} }

// source asks the blocklist about where a download comes from. What a page has
// made itself (blob:) is the page's; an address without a host (data:) is that
// of the page around it.
func (d *Dispatcher) source(urls []string) (domain string, err error) {
	for _, url := range urls {
		loc, err := d.policy.Check(strings.TrimPrefix(url, "blob:"))
		if code := protocol.CodeOf(err); code != "" && code != protocol.CodeInvalidAction {
			return loc.Domain(), err
		}
	}
	return "", nil
}

// mayRead asks the blocklist and the person about where a file came from.
func (d *Dispatcher) mayRead(f *ticket, urls []string) error {
	if domain, err := d.source(urls); err != nil {
		d.registry.Block(domain, f.kind, f.tab)
		return err
	}
	for _, url := range slices.Backward(urls) { // the page first: whoever may not work there learns of no more
		loc, err := session.Locate(strings.TrimPrefix(url, "blob:"))
		if err != nil {
			continue
		}
		if _, err := d.consent(f, loc); err != nil {
			return err
		}
	}
	return nil
}

// answered says what the person has said of these addresses for actions of a
// kind: that they deny one, or have not been asked about one.
func (d *Dispatcher) answered(kind protocol.Kind, urls []string) (denied, unasked bool) {
	for _, url := range urls {
		loc, err := session.Locate(strings.TrimPrefix(url, "blob:"))
		if err != nil {
			continue
		}
		verdict, change := d.consents.Check(d.consents.Subject(loc, kind))
		denied, unasked = denied || verdict == session.Deny, unasked || change != nil
	}
	return denied, unasked
}

// download performs the action downloads.
func (d *Dispatcher) download(ctx context.Context, a *protocol.Downloads) (protocol.Result, error) {
	f := d.lanes.join(ctx, 0, protocol.KindDownloads)
	defer d.lanes.leave(f)
	if err := d.checkPresence(f); err != nil {
		return nil, err
	}
	tab := a.TabID
	if a.Do == protocol.TakeRead {
		tab = 0 // it is where to read, not where it began
	}
	limit := time.Duration(0)
	if a.Do == protocol.TakeWait {
		if limit = downloadWait; a.TimeoutMS > 0 {
			limit = time.Duration(a.TimeoutMS) * time.Millisecond
		}
	}
	list := d.ring.List(a.DownloadID, tab)
	if a.Do != "" && a.Do != protocol.TakeList {
		if a.DownloadID == "" && limit > 0 {
			list = d.finished(f, tab, limit)
		}
		if err := f.cancelled(); err != nil {
			return nil, err
		}
		if len(list) == 0 {
			code := protocol.CodeInvalidAction
			if a.Do == protocol.TakeWait && a.DownloadID == "" {
				code = protocol.CodeTimeout
			}
			return nil, protocol.NewError(code, "no such download has begun in your tabs: list them, or look at the page, which may want something before.")
		}
		list = list[len(list)-1:]
	}
	if err := d.mayTell(f, list); err != nil {
		return nil, err
	}
	res := protocol.DownloadsResult{Downloads: make([]protocol.DownloadInfo, len(list))}
	for i, it := range list {
		it = d.refresh(f.ctx, it, limit)
		if it.State == protocol.DownloadRunning {
			switch a.Do {
			case protocol.TakeWait:
				if err := f.cancelled(); err != nil {
					return nil, err
				}
				return nil, protocol.NewError(protocol.CodeTimeout, "download "+it.ID+" is still in progress: wait again, list to see how far it is, or cancel it; once all its bytes are there, the browser asks the person whether to keep it, as for files from http pages.")
			case protocol.TakeCancel:
				if err := d.files.Cancel(f.ctx, it); err != nil {
					return nil, err
				}
				ended := *it
				ended.State = protocol.DownloadCanceled
				it = d.keepDownload(&ended)
			}
		}
		d.describe(&res.Downloads[i], it)
		if a.Do == protocol.TakeRead {
			return d.readDownload(f, a, it, &res)
		}
	}
	return res, f.cancelled()
}

// finished returns the downloads of whose end the agent has not been told, once
// there is one.
func (d *Dispatcher) finished(f *ticket, tab int, limit time.Duration) []*downloads.Item {
	late := make(chan struct{})
	stop := d.clock.AfterFunc(limit, func() { close(late) })
	defer stop()
	for {
		changed := d.ring.Changed()
		var list []*downloads.Item
		for _, it := range d.ring.List("", tab) {
			if !it.Told {
				list = append(list, it)
			}
		}
		if len(list) > 0 {
			return list
		}
		select {
		case <-changed:
		case <-late:
			return nil
		case <-f.ctx.Done():
			return nil
		}
	}
}

// readDownload reads a part of a file through a tab: where the download began,
// when the agent still has it, and any of its tabs otherwise.
func (d *Dispatcher) readDownload(f *ticket, a *protocol.Downloads, it *downloads.Item, all *protocol.DownloadsResult) (protocol.Result, error) {
	if _, err := d.source(sources(it)); err != nil {
		return nil, err
	}
	if it.State != protocol.DownloadDone || it.Path == "" || a.Offset > it.Bytes {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "download "+it.ID+" cannot be read there: it must be done, its file where the browser put it, and offset within it; list says how it stands.")
	}
	read := &debugger.DownloadRead{Downloads: *a, Path: it.Path, Size: it.Bytes, Sources: sources(it)}
	if _, ok := d.registry.Get(it.Tab); ok && a.TabID == 0 {
		read.TabID = it.Tab
	}
	res, err := d.inTab(f.ctx, read)
	if r, ok := res.(protocol.DownloadsResult); ok {
		r.Downloads = all.Downloads
		res = r
	}
	return res, err
}

// describe writes what the agent may know of a download: of one from a blocked
// domain, or one that the person denies, that there was one; of one that they
// have not been asked about how it stands.
func (d *Dispatcher) describe(info *protocol.DownloadInfo, it *downloads.Item) {
	info.DownloadID, info.TabID, info.State = it.ID, it.Tab, it.State
	if it.State != protocol.DownloadRunning && !it.Told {
		told := *it
		told.Told = true
		d.keepDownload(&told)
	}
	denied, unasked := d.answered(protocol.KindDownloads, sources(it))
	if _, err := d.source(sources(it)); err != nil || it.State == protocol.DownloadBlocked || denied {
		info.State = protocol.DownloadBlocked
		return
	}
	if unasked {
		return
	}
	info.Name, info.URL, info.MIME, info.Bytes, info.Total, info.Path = it.Name, it.URL, it.MIME, it.Bytes, it.Total, it.Path
}
