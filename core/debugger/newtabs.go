package debugger

// What a page opens in another tab asks for its first document before anybody
// can attach to it. A host that can hold such requests back all the same asks
// here whose they are.

// newTabs counts the tabs that an action makes its page open. Guarded by
// Debugger.mu.
type newTabs struct {
	windows int // that the page is about to open
	tabs    int // that it has opened
}

// outstanding reports whether one that is wanted has not come yet.
func (n *newTabs) outstanding() bool { return n.tabs < n.windows }

// leads reports whether a tab that the page opens now is the action's doing, and
// not that of a page on its way in. d.mu is held; a nil run is none.
func (r *run) leads() bool { return r != nil && r.asks && !leaves(r.kind) }

// windowOpened takes note that a page is about to open a tab at an address. Where
// that is refused the action is, too; its tab still comes, and is closed.
func (d *Debugger) windowOpened(tabID int, url string) {
	d.mu.Lock()
	r := d.tab(tabID).run
	leads := r.leads()
	d.mu.Unlock()
	var err error
	if leads {
		err = d.mayFollow(r, true, url)
	}
	d.update(tabID, "", func(t *tab, now *run) {
		if now != nil {
			now.windows++
		}
		if err != nil && now == r {
			r.denied, t.requests.reported = err, url
		}
	})
}

// Opens judges a request for a document in a tab that nobody is attached to and
// that the page in another has opened: opener. after says that it follows one
// that was the agent's. It reports whether this one is; then answer is called
// once, with the error domain_blocked when the request may not leave. It does
// not wait.
func (d *Debugger) Opens(opener int, url string, after bool, answer func(error)) (ours bool) {
	d.mu.Lock()
	var r *run
	led, again := false, false
	if t := d.tabs[opener]; t != nil && t.requests.on {
		r, again = t.run, url == t.requests.reported
		led, after = r.leads(), true // or its script has waited a moment
	}
	d.mu.Unlock()
	if !after {
		return false
	}
	err := d.mayFollow(r, led, url)
	if err != nil && led {
		d.mu.Lock()
		r.denied, r.t.requests.reported = err, url
		d.mu.Unlock()
	}
	answer(err)
	switch {
	case err == nil:
	case led:
		r.cancel(err)
	case !again:
		d.reportRefused(opener, url)
	}
	return true
}
