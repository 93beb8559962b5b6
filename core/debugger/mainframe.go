package debugger

// mainFrame is where an action has brought the main frame so far, as events tell.
// Guarded by Debugger.mu.
type mainFrame struct {
	commits  int    // documents that it committed to
	within   bool   // a same-document navigation
	stayed   bool   // the tab's policy kept the page that was to be left
	began    bool   // a navigation is on its way
	tried    bool   // one has begun, whatever became of it
	external string // what another program was to open
}

// navigationBegins takes note that a navigation of the main frame is on its way. d.mu
// is held; a nil run is none.
func (r *run) navigationBegins() {
	if r != nil {
		r.began, r.tried = true, true
	}
}

// navigating reports whether the main frame has begun to go to another
// document since the action began, has got one, or has tried: what came to
// nothing may be a download whose news is still to come. A load that was under way
// before is none of the action's doing.
func (r *run) navigating() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.commits > 0 || r.began || r.tried && len(r.downloads) == 0
}

// notNavigated reports that no navigation took place so far.
func (r *run) notNavigated() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.commits == 0 && !r.within
}

// leaving reports whether a navigation is under way.
func (r *run) leaving() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.began
}
