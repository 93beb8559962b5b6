package dispatch

import (
	"context"
	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"slices"
	"strconv"

	"github.com/zapvol/bua/core/session"
)

// The storage keys of the agent's window.
const (
	// keyWindow is the window.
	//
	//bua:stored session int
	keyWindow = "buaWindowId"
	// keyTabs is the tabs in it that are the agent's.
	//
	//bua:stored session []int
	keyTabs = "buaTabs"
	// keyLeft is the window's number and those of the tabs, where the window can be told
	// again: for when area Run is lost and the browser goes on.
	//
	//bua:stored local []int
	keyLeft = "buaLeft"
	// keyOpening is the URL of the tab that a new window begins with; on the direct
	// host in the session area.
	//
	//bua:stored local,session []string
	keyOpening = "buaOpening"
)

// window is the agent's own window: created minimised with the first tab, removed
// with the last, or a while after the agent has closed that (see keep). At most one
// exists.
type window struct {
	d *Dispatcher
	// outlives: the window is told again after area Run was lost.
	outlives bool
	// lock has room for the one who opens a tab or removes the window; a
	// channel, so that whoever gives up stops waiting.
	lock chan struct{}

	mu    lock.Mutex
	id    int          // 0 for none; owned by mu, set under lock or by closed
	tabs  map[int]bool // the agent's tabs; owned by mu
	spare int          // one of them that only keeps the window, 0 for none; owned by mu
	marks int          // windows begun in this worker; owned by mu
}

func newWindow(d *Dispatcher) *window {
	return &window{d: d, outlives: d.windows.Outlive(), lock: make(chan struct{}, 1), tabs: map[int]bool{}}
}

// openings is the area of keyOpening.
func (w *window) openings() session.Area {
	if w.outlives {
		return session.Local
	}
	return session.Run
}

// owns reports whether a tab is the agent's own.
func (w *window) owns(tab int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tabs[tab]
}

func (w *window) list() []int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return sorted(w.tabs)
}

// open opens a blank tab in the window, which it creates when there is none,
// and puts the ticket into the tab's lane before anybody else can see the tab.
// What it has begun it finishes, even if the ticket is cancelled: a half-made
// window would belong to nobody.
func (w *window) open(f *ticket) (TabInfo, error) {
	select {
	case w.lock <- struct{}{}:
		defer func() { <-w.lock }()
	case <-f.ctx.Done():
		return TabInfo{}, f.cancelled()
	}
	tab, err := w.place(context.WithoutCancel(f.ctx))
	if err == nil {
		w.d.lanes.enter(f, tab.ID)
	}
	return tab, err
}

func (w *window) place(ctx context.Context) (TabInfo, error) {
	w.mu.Lock()
	id := w.id
	w.mu.Unlock()
	if id != 0 {
		if tab, ok := w.takeSpare(ctx); ok {
			return tab, nil
		}
		tab, err := w.d.tabs.Create(ctx, id, session.Blank, false)
		if err == nil {
			w.take(id, tab.ID)
			return tab, nil
		}
		if there, e := w.d.windows.Exists(ctx, id); e != nil || there {
			return TabInfo{}, err
		}
		w.closed(id)
	}
	return w.create(ctx)
}

// create opens the window. Its first tab has a URL of its own, stored before,
// so that a worker that dies in between leaves a window that the next one can
// find (see recover).
func (w *window) create(ctx context.Context) (TabInfo, error) {
	w.mu.Lock()
	w.marks++
	mark := string(session.MarkWindow) + strconv.FormatInt(w.d.clock.Now().UnixNano(), 36) + "-" + strconv.Itoa(w.marks)
	w.mu.Unlock()
	w.opening(mark)
	w.d.writer.Flush(ctx)
	id, tab, err := w.d.windows.CreateHidden(ctx, mark)
	if err != nil {
		w.recover(ctx, mark)
		w.opening("")
		return TabInfo{}, err
	}
	w.take(id, tab.ID)
	w.opening("")
	return tab, nil
}

func (w *window) opening(mark string) {
	var value []byte
	if mark != "" {
		value = []byte(`["` + mark + `"]`)
	}
	w.d.writer.Put(w.openings(), keyOpening, func() []byte { return value }, nil)
}

// recover removes the tab of an opening whose outcome is unknown, and its
// window unless somebody has put another tab there.
func (w *window) recover(ctx context.Context, mark string) {
	list, err := w.d.tabs.List(ctx)
	for _, t := range list {
		if err == nil && t.URL == mark {
			err = w.d.tabs.Close(ctx, t.ID)
			shared := slices.ContainsFunc(list, func(o TabInfo) bool { return o.WindowID == t.WindowID && o.ID != t.ID })
			if err == nil && !shared {
				err = w.d.windows.Remove(ctx, t.WindowID)
			}
		}
	}
	if err != nil {
		w.d.log("the agent's window may be left over: " + protocol.AsError(err).Message)
	}
}

func (w *window) take(id, tab int) {
	w.mu.Lock()
	w.id = id
	w.tabs[tab] = true
	w.mu.Unlock()
	w.save()
}

// adopt makes a tab the agent's that a page of the agent's opened there.
func (w *window) adopt(t TabInfo, by int) {
	w.mu.Lock()
	mine := w.id != 0 && t.WindowID == w.id && w.tabs[by]
	if mine {
		w.tabs[t.ID] = true
	}
	w.mu.Unlock()
	if mine {
		w.save()
	}
}

// is reports whether this is the agent's window.
func (w *window) is(id int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.id != 0 && w.id == id
}

// drop takes note that a tab is gone, and removes the window with the last. It
// reports whether the tab was the agent's.
func (w *window) drop(tab int) bool {
	w.mu.Lock()
	mine := w.tabs[tab]
	delete(w.tabs, tab)
	if w.spare == tab {
		w.spare = 0
	}
	empty := mine && len(w.tabs) == 0
	w.mu.Unlock()
	if mine {
		w.save()
	}
	if empty {
		w.d.jobs.run(w.collapse)
	}
	return mine
}

// collapse removes the window when it has no tab of the agent's. A window into
// which the person has moved a tab becomes theirs.
func (w *window) collapse() {
	ctx := context.Background()
	w.lock <- struct{}{}
	defer func() { <-w.lock }()
	w.mu.Lock()
	id, empty := w.id, len(w.tabs) == 0
	w.mu.Unlock()
	if id == 0 || !empty {
		return
	}
	list, err := w.d.tabs.List(ctx)
	theirs := slices.ContainsFunc(list, func(t TabInfo) bool { return t.WindowID == id && t.URL != "" && t.URL != session.Blank })
	if err == nil && !theirs {
		err = w.d.windows.Remove(ctx, id)
	}
	if err != nil { // it stays known: the next tab goes there
		w.d.log("the agent's empty window could not be removed: " + protocol.AsError(err).Message)
		return
	}
	w.closed(id)
}

// closed forgets the window.
func (w *window) closed(id int) {
	w.mu.Lock()
	mine := w.id == id && id != 0
	if mine {
		w.id = 0
	}
	w.mu.Unlock()
	if mine {
		w.save()
	}
}

func (w *window) save() {
	w.d.writer.Put(session.Run, keyWindow, func() []byte {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.id == 0 {
			return nil
		}
		return strconv.AppendInt(nil, int64(w.id), 10)
	}, nil)
	w.d.writer.Put(session.Run, keyTabs, func() []byte { return session.AppendInts(nil, w.list()) }, nil)
	if w.outlives {
		w.d.writer.Put(session.Local, keyLeft, func() []byte {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.id == 0 {
				return nil
			}
			return session.AppendInts(nil, append([]int{w.id}, sorted(w.tabs)...))
		}, nil)
	}
}

// left returns what an extension that was reloaded left behind. The numbers may
// be of another run of the browser, where they mean somebody else's window:
// they count only when that window shows what only ours does.
func (w *window) left(ctx context.Context) (id int, tabs []int) {
	if !w.outlives {
		return 0, nil
	}
	data, err := w.d.store.Get(ctx, session.Local, keyLeft)
	if err != nil || len(data) == 0 {
		return 0, nil
	}
	if list, err := session.ReadInts(data); err == nil && len(list) > 0 {
		made, err := w.d.windows.Made(ctx, list[0])
		if err != nil {
			return 0, nil // the next start asks again
		}
		if made {
			return list[0], list[1:]
		}
	}
	w.save() // with no window known: forgotten
	return 0, nil
}

// load takes over the window of an earlier worker, as far as it is still
// there: live says in which window each tab is, nil that nobody knows.
func (w *window) load(ctx context.Context, live map[int]TabInfo) {
	get := func(area session.Area, key string) []byte {
		data, err := w.d.store.Get(ctx, area, key)
		if err != nil {
			w.d.log(key + ": " + protocol.AsError(err).Message)
		}
		return data
	}
	id, ok := scan.Small(string(get(session.Run, keyWindow)))
	if !ok || id < 0 {
		id = 0
	}
	tabs, err := session.ReadInts(get(session.Run, keyTabs))
	if err != nil {
		w.d.log(keyTabs + ": " + protocol.AsError(err).Message)
	}
	if marks, _ := session.ReadStrings(get(w.openings(), keyOpening)); len(marks) == 1 {
		w.recover(ctx, marks[0])
		w.opening("")
	}
	changed := false
	if id == 0 && live != nil {
		id, tabs = w.left(ctx)
		changed = id != 0
	}
	w.mu.Lock()
	w.id = id
	for _, tab := range tabs {
		if t, ok := live[tab]; live == nil || ok && t.WindowID == id {
			w.tabs[tab] = true
		} else {
			changed = true
		}
	}
	for _, t := range live { // one whose opening was cut off
		if id != 0 && t.WindowID == id && (t.URL == session.Blank || t.URL == "") && !w.tabs[t.ID] {
			w.tabs[t.ID], changed = true, true
		}
	}
	empty := id != 0 && len(w.tabs) == 0
	w.mu.Unlock()
	if changed { // a write makes what was read ahead of the rest void
		w.save()
	}
	if empty {
		w.d.jobs.run(w.collapse)
	}
}
