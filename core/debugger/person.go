package debugger

import "time"

// inputGrace is how long after an action's end what comes to its page may still be its
// own input, as far as the engine can tell.
const inputGrace = 300 * time.Millisecond

// inputTold is how often it is told on.
const inputTold = time.Second

// personActed takes the engine's word that somebody pressed or typed in the page, and
// tells it on. While an action gives input, that may be what the engine saw; while the
// person is asked to help, they are meant to act. Neither is told.
func (d *Debugger) personActed(tabID int) {
	d.mu.Lock()
	t := d.tab(tabID)
	r := t.run
	theirs := r == nil && d.clock.Now().Sub(t.acted) > inputGrace || r != nil && r.reads()
	news := theirs && d.clock.Now().Sub(t.touched) > inputTold
	if news {
		t.touched = d.clock.Now()
	}
	d.mu.Unlock()
	if news {
		d.listener.PersonActed(tabID)
	}
}
