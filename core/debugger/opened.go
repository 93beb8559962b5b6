package debugger

// What a page opens in another tab asks for its first document before anybody
// can attach to it. A host that can hold such requests back all the same asks
// here whose they are.

// Fence says who is told that a tab begins and stops to hold requests back: what
// its page opens is to be held back too. Called once, before anything else. told
// may not wait, nor call the Debugger.
func (d *Debugger) Fence(told func(tab int, on bool)) { d.fence = told }

// Opens judges a request for a document in a tab that nobody is attached to and
// that the page in another has opened: opener. after says that it follows one
// that was the agent's. It reports whether this one is; then answer is called
// once, with the error domain_blocked when the request may not leave. It does
// not wait.
func (d *Debugger) Opens(opener int, url string, after bool, answer func(error)) (ours bool) {
	d.mu.Lock()
	var r *run
	whose := theirs
	if t := d.tabs[opener]; t != nil && t.hold.on {
		if r, whose = t.run, led; r == nil || !r.holds {
			whose = trailed // its script may have waited a moment
		}
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
			r.denied = err
			d.mu.Unlock()
		}
		answer(err)
		if err != nil && whose == trailed {
			d.silent(opener, url)
		}
		if err != nil && whose == led {
			r.cancel(err) // only now: what follows may let all requests go
		}
	}
	err := d.follows(r, whose, url, false)
	if err == nil && d.network != nil {
		if ask := d.network.Resolve(url); ask != nil {
			go func() { judged(ask()) }()
			return true
		}
	}
	judged(err)
	return true
}
