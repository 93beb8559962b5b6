package runs

import (
	"time"

	"github.com/zapvol/bua/core/agent"
)

// look is the longest that a timer runs: the wall clock may jump ahead, as it does when a
// machine has slept.
const look = 30 * time.Second

// wait rings at the time that an alarm is for. The mutex is held.
func (r *run) wait(f agent.Wait) {
	if r.ring != nil {
		r.ring()
	}
	r.due = f
	r.count(f, time.UnixMilli(f.At).Sub(r.runs.clock.Now()))
}

// count rings when the wall clock says so, or when so much time is over: a clock that was
// set back keeps nothing waiting. The mutex is held.
func (r *run) count(f agent.Wait, left time.Duration) {
	d := max(0, min(left, look))
	r.ring = r.runs.clock.AfterFunc(d, func() {
		left -= d
		if left <= 0 || r.runs.clock.Now().UnixMilli() >= f.At {
			if !r.rests() {
				r.post(agent.Event{Type: agent.Alarm, ID: f.ID})
				return
			}
			left = look
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if !r.gone && r.due == f && r.runs.ctx.Err() == nil {
			r.count(f, left)
		}
	})
}

// asleep is what a run says that would go on, and may not.
const asleep = "its time has come, but planned tasks are off: switch them on, and it goes on"

// rests reports whether a run that waits for a time must wait on, and says so: it would
// wake by itself. Other alarms are of what is under way.
func (r *run) rests() bool {
	r.mu.Lock()
	sleeps, said := r.state.Sleeps(), r.trouble == asleep
	r.mu.Unlock()
	rests := sleeps && r.runs.rests(r.head.User)
	switch {
	case rests:
		r.tellTrouble(asleep)
	case said:
		r.tellTrouble("")
	}
	return rests
}
