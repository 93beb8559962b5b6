package debugger

// navigating reports whether the main frame has begun to go to another
// document since the action began, has got one, or has tried: what came to
// nothing may be a download whose news is still to come. A load that was under way
// before is none of the action's doing.
func (r *run) navigating() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.Commits > 0 || r.Began || r.Tried && len(r.downloads) == 0
}

// notNavigated reports that no navigation took place so far.
func (r *run) notNavigated() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.Commits == 0 && !r.Within
}

// leaving reports whether a navigation is under way.
func (r *run) leaving() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.Began
}

// innerLoaded waits for the frame that the action sent elsewhere, and where
// nothing came of that, for a download; false when it is still loading.
func (r *run) innerLoaded() bool {
	sent, came := false, false
	done := r.await(loadLimit, func() bool {
		sent, came = r.Sent, r.Came
		return r.Inner == "" || r.Began
	})
	if sent && done && !came {
		r.await(downloadGrace, func() bool { return len(r.downloads) > 0 || r.Began })
	}
	return done
}
