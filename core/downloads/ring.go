package downloads

import (
	"strconv"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// keep is how many downloads are remembered; the oldest are forgotten, and
// their files can be read no more.
const keep = 50

// maxURL bounds what is kept of an address in bytes; of a data: URL it is the
// start.
const maxURL = 2048

// Item is one download. Nobody changes one that the ring has.
type Item struct {
	// ID is f-1 and so on, in the order in which they began.
	ID  string
	Tab int
	// GUID is CDP's name for it, Key the browser's own, "" while not known.
	GUID, Key string
	// URL is where it comes from, Page and Frame the addresses of the page and
	// the frame that began it, Name what the server or the page suggested.
	URL, Page, Frame, Name string
	// At is when it began, in milliseconds since 1970.
	At int64

	// What the browser last said of it.
	State        protocol.DownloadState
	MIME, Path   string
	Bytes, Total int64
	// Told says that the agent has been told how it ended.
	Told bool
}

// Ring is the list, the latest last. Safe for concurrent use.
type Ring struct {
	mu    lock.Mutex
	items []*Item // owned by mu
	last  int     // the number of the last id given; owned by mu
	// changed is closed and replaced when a download begins; owned by mu.
	changed chan struct{}
}

// Changed returns a channel that is closed when a download begins.
func (r *Ring) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	return r.changed
}

// Begin adds a download and returns it with its id and its whole URL; again
// says that it was there already, by its GUID.
func (r *Ring) Begin(it *Item) (added *Item, again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, had := range r.items {
		if had.GUID == it.GUID {
			return had, true
		}
	}
	r.last++
	it.ID = "f-" + strconv.Itoa(r.last)
	it.Page, it.Frame = scan.Clip(it.Page, maxURL), scan.Clip(it.Frame, maxURL)
	kept := *it
	kept.URL = scan.Clip(it.URL, maxURL)
	r.add(&kept)
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
	return it, false
}

func (r *Ring) add(it *Item) {
	if len(r.items) == keep {
		r.items = append(r.items[:0], r.items[1:]...)
	}
	r.items = append(r.items, it)
}

// Replace replaces a download by what is known of it now, and returns what the ring
// has then: how it ended stays. fresh says that more than the number of bytes
// has changed.
func (r *Ring) Replace(now *Item) (kept *Item, fresh bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, it := range r.items {
		if it.ID == now.ID {
			now.URL = it.URL
			now.Told = now.Told || it.Told
			if it.State != protocol.DownloadRunning {
				now.State = it.State
			}
			r.items[i] = now
			return now, it.Key != now.Key || it.State != now.State || it.Told != now.Told
		}
	}
	return now, false
}

// List returns the downloads of this id, "" for any, that began in a tab, 0 for
// any.
func (r *Ring) List(id string, tab int) []*Item {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]*Item, 0, len(r.items))
	for _, it := range r.items {
		if (tab == 0 || it.Tab == tab) && (id == "" || it.ID == id) {
			out = append(out, it)
		}
	}
	return out
}

// Keys returns the browser's ids of all downloads but one.
func (r *Ring) Keys(but string) (keys []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, it := range r.items {
		if it.Key != "" && it.ID != but {
			keys = append(keys, it.Key)
		}
	}
	return keys
}

// fields is how many strings an item has in storage.
const fields = 11

// Strings returns what Load takes, fields of them for each item. What the
// browser will say again is left out.
func (r *Ring) Strings() (list []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, it := range r.items {
		state := it.State
		if state == protocol.DownloadDone {
			state = protocol.DownloadRunning // until the browser says again where the file is
		}
		told := ""
		if it.Told {
			told = "told"
		}
		list = append(list, it.ID, strconv.Itoa(it.Tab), it.GUID, it.Key, it.URL, it.Page, it.Frame, it.Name, strconv.FormatInt(it.At, 10), string(state), told)
	}
	return list
}

// Load takes over what Strings returned in an earlier life of the worker.
func (r *Ring) Load(list []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ; len(list) >= fields; list = list[fields:] {
		number, ok := scan.Small(list[0][min(2, len(list[0])):])
		tab, _ := scan.Small(list[1])
		at, _ := scan.Int(list[8])
		if !ok || number <= r.last {
			continue // storage is not trusted
		}
		r.last = number
		r.add(&Item{ID: "f-" + strconv.Itoa(number), Tab: tab, GUID: list[2], Key: list[3], URL: list[4], Page: list[5], Frame: list[6], Name: list[7], At: at,
			State: protocol.DownloadState(list[9]), Told: list[10] != ""})
	}
}
