package debugger

import (
	"time"

	"github.com/zapvol/bua/core/supervisor"
)

// past is a document that a frame has held. On a busy machine the news of a
// download comes behind the news that the document which began it is gone.
type past struct {
	frame string
	from  []string // the addresses that decided about it
	at    time.Time
}

const (
	// lateNews is how long the news of a download may be behind the end of its document.
	lateNews = 10 * time.Second
	// maxPast is how many documents of a tab are remembered.
	maxPast = 200
)

// ends takes note that the documents in a frame and inside it end; "" is all of
// the tab's. d.mu is held.
func (d *Debugger) ends(t *tab, outer string) {
	now := d.clock.Now()
	for _, f := range t.frames.All() {
		if outer != "" && !t.frames.Within(f.ID, outer) {
			continue
		}
		own, around, _ := t.frames.Owners(f.ID)
		if from := append(own, around...); len(from) > 0 {
			t.past = append(t.past, past{f.ID, from, now})
		}
	}
	if n := len(t.past) - maxPast; n > 0 {
		t.past = append([]past(nil), t.past[n:]...)
	}
}

// late lists the addresses of documents that ended since then in a frame, or
// anywhere in the tab when nobody knows the frame any more: one of them may have
// made what has no address of its own. d.mu is held.
func (t *tab) late(frame, url string, since time.Time) (from []string) {
	if supervisor.SelfURL(url) != "" {
		return nil
	}
	_, known := t.frames.Get(frame)
	for _, p := range t.past {
		if (p.frame == frame || !known) && p.at.After(since) {
			from = append(from, p.from...)
		}
	}
	return from
}
