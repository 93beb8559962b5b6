package runs

// Changed is closed the next time that a run begins to wait for the person, waits no
// more, ends or is forgotten. Ask for it before the runs are looked at.
func (rs *Runs) Changed() <-chan struct{} {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.changed == nil {
		rs.changed = make(chan struct{})
	}
	return rs.changed
}

// change tells whoever waits for a change.
func (rs *Runs) change() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.changed != nil {
		close(rs.changed)
		rs.changed = nil
	}
}
