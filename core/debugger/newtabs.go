package debugger

// What a page opens in another tab asks for its first document before anybody
// can attach to it. A host that can hold such requests back all the same asks
// here whose they are.

// windowOpens asks whether the page may open a tab at an address. Where
// that is refused the action is, too; its tab still comes, and is closed.
func (d *Debugger) windowOpens(t *tab, r *run, url string) {
	err := d.mayFollow(r, true, url)
	if err == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if t.run == r {
		r.denied, t.caused.reported = err, url
		t.wake()
	}
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
	if t := d.tabs[opener]; t != nil && t.Requests.On {
		r, again = t.run, url == t.caused.reported
		led, after = t.Action.Leads(), true // or its script has waited a moment
	}
	d.mu.Unlock()
	if !after {
		return false
	}
	err := d.mayFollow(r, led, url)
	if err != nil && led {
		d.mu.Lock()
		r.denied, r.t.caused.reported = err, url
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
