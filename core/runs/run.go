package runs

import (
	"context"
	"sync"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

// maxEntry bounds what one event takes in the journal.
const maxEntry = 1_000_000

// run is one run that this process goes on with.
type run struct {
	runs *Runs
	head Head

	mu    sync.Mutex
	state *agent.State
	// at is where the journal ends, entries how many events it has.
	at      uint64
	entries int
	queue   []queued
	// busy: a goroutine handles the queue. gone: nobody goes on with it here.
	busy, gone bool
	// under are the effects under way, by their ids.
	under map[int]context.CancelFunc
	// ring stops the alarm that is due.
	ring     func() bool
	due      agent.Wait
	question *Question
	trouble  string
	// returning: somebody waits for the browser.
	returning bool
	updated   int64
	watchers  map[*watcher]bool

	// opened is used by one ask at a time; sites are for the beginning.
	opened *Opened
	sites  []adapter.Site
}

// queued is an event that waits to be handled; done is closed then, nil for nobody.
type queued struct {
	*agent.Event
	done chan struct{}
}

// post hands events over.
func (r *run) post(list ...agent.Event) {
	for i := range list {
		r.enqueue(queued{Event: &list[i]})
	}
}

// enqueue hands an event over, and reports false for a run that is gone.
func (r *run) enqueue(q queued) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.gone {
		return false
	}
	r.queue = append(r.queue, q)
	if !r.busy {
		r.busy = r.runs.spawn(r.work)
	}
	return true
}

// work handles what is in the queue, one event after the other.
func (r *run) work() {
	for {
		r.mu.Lock()
		if len(r.queue) == 0 || r.gone || r.runs.ctx.Err() != nil {
			r.busy = false
			r.mu.Unlock()
			return
		}
		e, done := r.queue[0].Event, r.queue[0].done
		r.queue = r.queue[1:]
		at := r.at
		revives := r.state.End != "" && (e.Type == agent.Resumed || e.Type == agent.Said)
		r.mu.Unlock()
		e.At, e.Rand = r.runs.clock.Now().UnixMilli(), int64(r.runs.random()>>1)
		data := agent.AppendEvent(nil, e)
		if len(data) > maxEntry {
			e = tooLarge(e)
			data = agent.AppendEvent(nil, e)
		}
		if revives { // before it is so: a crash between the two must not forget the run
			r.note(agent.Running)
		}
		at, err := r.write(at, data)
		if err != nil {
			r.leave(err)
			return
		}
		r.step(at, e)
		if done != nil {
			close(done)
		}
	}
}

// behind reports whether another process goes on with the run.
func behind(err error) bool {
	_, is := protocol.As[Behind](err)
	return is
}

// tooLarge is what is kept of an event that no journal takes.
func tooLarge(e *agent.Event) *agent.Event {
	switch e.Type {
	case agent.Answered:
		return &agent.Event{Type: agent.Faulted, At: e.At, Rand: e.Rand, ID: e.ID, Cost: e.Cost,
			Fault: &chat.Fault{Code: chat.CodeNonsense, Text: "The model's answer is too long to be kept."}}
	case agent.Acted:
		e.Result, e.Code = nil, protocol.CodeInternal
		e.Text = "the answer is too large to be kept; ask for a part of it, with its limits"
	}
	return e
}

// write writes an entry. What cannot be written is tried until it can: nothing goes
// on meanwhile, so nothing is lost and nothing is done that nobody would know of.
func (r *run) write(after uint64, data []byte) (uint64, error) {
	for pause := time.Second; ; pause = min(2*pause, 30*time.Second) {
		at, err := r.runs.append(r.head.ID, after, data)
		if err == nil {
			if pause > time.Second {
				r.tellTrouble("")
			}
			return at, nil
		}
		if behind(err) || r.runs.ctx.Err() != nil {
			return 0, err
		}
		r.runs.log.Error("a run cannot be recorded, so it waits", r.head.ID, err)
		r.tellTrouble("the run cannot be recorded, so it waits: see whether the disk is full, or delete runs that have ended; it goes on by itself")
		if r.runs.sleep(r.runs.ctx, pause); r.runs.ctx.Err() != nil {
			return 0, r.runs.ctx.Err()
		}
	}
}

// leave ends this process's part in a run.
func (r *run) leave(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy, r.gone = false, true
	for _, cancel := range r.under {
		cancel()
	}
	if r.ring != nil {
		r.ring()
	}
	if behind(err) {
		r.runs.log.Error("a run is left", r.head.ID, err)
	}
	for w := range r.watchers {
		w.close()
	}
	r.runs.forget(r)
}

// step takes an event that is in the journal, and carries out what follows.
func (r *run) step(at uint64, e *agent.Event) {
	r.mu.Lock()
	r.at = at
	r.entries++
	r.updated = e.At
	before, asked := r.state, r.question
	after, effects := agent.Step(before, e)
	r.state = after
	if q := r.question; q != nil && q.ID == e.ID && (e.Type == agent.Said || e.Type == agent.Decided) {
		r.question = nil
	}
	told := ""
	for _, f := range effects {
		if s, ok := f.(agent.Report); ok {
			told = string(s.Status)
		}
		r.carry(f)
	}
	r.lease()
	if before.End == "" && after.End != "" {
		r.releases()
	}
	if e.Type == agent.TabBack { // not before: what is handled until then would have a second tab opened
		r.returning = false
	}
	if r.state.Status() == agent.WaitingTab && !r.returning {
		r.returning = r.runs.spawn(func() { r.returns(r.runs.ctx) })
	}
	for _, u := range updates(r.entries, before, e, after, effects) {
		r.tell(u)
	}
	changed := told != "" || r.question != asked
	r.mu.Unlock()
	if told != "" {
		v := r.note("")
		if v.Job != "" && r.runs.told != nil {
			r.runs.told(v)
		}
	}
	if changed {
		r.runs.change()
	}
}

// lease takes the tab where the run works, and gives all back at its end. A tab that
// another run has is refused when something is done there. The mutex is held.
func (r *run) lease() {
	if r.state.End != "" {
		r.runs.leases.free(r.head.ID)
		return
	}
	id, _ := r.state.Tab()
	_ = r.runs.leases.take(r.place(), id)
}

// carry begins an effect. The mutex is held.
func (r *run) carry(f agent.Effect) {
	switch f := f.(type) {
	case agent.Ask:
		r.begin(f.ID, func(ctx context.Context) { r.ask(ctx, f) })
	case agent.Act:
		r.begin(f.ID, func(ctx context.Context) { r.act(ctx, f) })
	case agent.Question:
		r.question = questionOf(f)
	case agent.Plan:
		r.begin(f.ID, func(ctx context.Context) { r.schedule(ctx, f) })
	case agent.Wait:
		r.wait(f)
	case agent.Cancel:
		if cancel := r.under[f.ID]; cancel != nil {
			cancel()
		}
		if r.question != nil && r.question.ID == f.ID {
			r.question = nil
		}
		if r.ring != nil && r.due.ID == f.ID {
			r.ring()
			r.ring = nil
			if r.trouble == asleep {
				r.trouble = ""
			}
		}
	}
}

// begin runs an effect on a goroutine of its own. The mutex is held.
func (r *run) begin(id int, do func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(r.runs.ctx)
	r.under[id] = cancel
	r.runs.spawn(func() {
		defer func() {
			cancel()
			r.mu.Lock()
			delete(r.under, id)
			r.mu.Unlock()
		}()
		do(ctx)
	})
}

// note keeps how the run stands for lists; as is with a status that is about to hold.
func (r *run) note(as agent.Status) View {
	r.mu.Lock()
	v := r.view()
	r.mu.Unlock()
	if as != "" {
		v.Status = as
	}
	if err := r.runs.journal.Note(r.head.ID, record.Append(nil, &v)); err != nil { // the journal has it: the next start mends the note
		r.runs.log.Warn("how a run stands could not be noted", r.head.ID, err)
	}
	return v
}

func (r *run) place() Owner {
	return Owner{User: r.head.User, Device: r.head.Wanted.Device, Run: r.head.ID}
}
