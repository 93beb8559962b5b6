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
func (r *run) leads() bool { return r != nil && r.holds && !leaves(r.kind) }

// windowOpened takes note that a page is about to open a tab at an address. Where
// that is refused the action is, too; its tab still comes, and is closed.
func (d *Debugger) windowOpened(tabID int, url string) {
	d.mu.Lock()
	r := d.tab(tabID).run
	holds := r.leads()
	d.mu.Unlock()
	var err error
	if holds {
		err = d.mayFollow(r, led, url, false)
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
	whose, again := theirs, false
	if t := d.tabs[opener]; t != nil && t.requests.on {
		if r, whose = t.run, led; !r.leads() {
			whose = trailed // its script may have waited a moment
		}
		again = url == t.requests.reported
	} else if after {
		whose = trailed
	}
	d.mu.Unlock()
	if whose == theirs {
		return false
	}
	judged := func(err error) {
		if err != nil && whose == led {
			d.mu.Lock()
			r.denied, r.t.requests.reported = err, url
			d.mu.Unlock()
		}
		answer(err)
		if err != nil && whose == trailed && !again {
			d.reportRefused(opener, url)
		}
		if err != nil && whose == led {
			r.cancel(err) // only now: what follows may let all requests go
		}
	}
	err := d.mayFollow(r, whose, url, false)
	if err == nil {
		if ask := d.listener.Resolve(url); ask != nil {
			go func() { judged(ask()) }()
			return true
		}
	}
	judged(err)
	return true
}
