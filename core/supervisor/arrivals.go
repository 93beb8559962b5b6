package supervisor

import "slices"

// A picture shows what stood in a frame while it was drawn. The frame may hold
// another document by the time anybody looks. So what comes is noted meanwhile.

// arrivals is what has come into frames since Watch.
type arrivals struct {
	own, around []string // the addresses of those whose documents came, and of those around them
	nobody      bool     // a document came, and whose it is cannot be told
	// open are the frames that have got a process of their own, whose documents
	// have not been told yet.
	open map[string]bool
}

// Watch has it noted, until Unwatch, whose documents come into frames.
func (f *Frames) Watch() { f.seen = &arrivals{open: map[string]bool{}} }

// Unwatch ends Watch.
func (f *Frames) Unwatch() { f.seen = nil }

// Awaits reports whether a frame has got another process since Watch, and its
// document has not been told yet.
func (f *Frames) Awaits() bool { return f.seen != nil && len(f.seen.open) > 0 }

// Seen lists the addresses of those whose documents have come since Watch, and of
// those around them. told is false when that cannot be said of one.
func (f *Frames) Seen() (own, around []string, told bool) {
	if f.seen == nil {
		return nil, nil, true
	}
	return f.seen.own, f.seen.around, !f.seen.nobody && len(f.seen.open) == 0
}

// note takes note of the document that a frame has now.
func (f *Frames) note(id string) {
	if f.seen == nil || id == f.root { // the guard is asked about the page itself at once
		return
	}
	delete(f.seen.open, id)
	own, around, told := f.Owners(id)
	f.seen.own, f.seen.around = add(f.seen.own, own), add(f.seen.around, around)
	f.seen.nobody = f.seen.nobody || !told
}

// Expect takes note that a frame has got another process, and that its document is
// yet to be told.
func (f *Frames) Expect(id string) {
	if f.seen != nil {
		f.seen.open[id] = true
	}
}

// missed takes note that a frame's process is gone, or the frame.
func (f *Frames) missed(id string) {
	if f.seen != nil && f.seen.open[id] {
		delete(f.seen.open, id)
		f.seen.nobody = true
	}
}

// add adds what is not yet in a list.
func add(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
