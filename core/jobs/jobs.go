package jobs

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/runs"
)

const (
	// maxJobs bounds a user's jobs. Of those that are over the oldest go.
	maxJobs = 200
	// look is the longest that a timer runs: the wall clock decides, and that may jump.
	look = 30 * time.Second
)

// Options are what Jobs is made of. All but Changed are required.
type Options struct {
	Table Table
	Runs  Runs
	Clock runs.Clock
	Zones Zones
	// Random is what no page can know.
	Random func() uint64
	Log    runs.Log
	// Changed is called when [Jobs.Due] may have changed. It must not wait.
	Changed func()
}

// Jobs are all jobs of this home of runs. Make them with [New]. Methods may be called from
// any goroutine; their errors are [protocol.Error].
type Jobs struct {
	table   Table
	runs    Runs
	clock   runs.Clock
	zones   Zones
	random  func() uint64
	log     runs.Log
	changed func()

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu     sync.Mutex
	closed bool
	jobs   map[string]*job
	// off are the users whose planned tasks are switched off, nil before that was read.
	off map[string]bool
}

// job is one of them; owner: Jobs.
type job struct {
	row
	at   int64 // when the alarm is for
	ring func() bool
	// waits: somebody waits for the screen or the browser.
	waits bool
}

// New returns Jobs that do nothing before [Jobs.Restore] or [Jobs.Add].
func New(o Options) *Jobs {
	s := &Jobs{table: o.Table, runs: o.Runs, clock: o.Clock, zones: o.Zones, random: o.Random, log: o.Log, changed: o.Changed, jobs: map[string]*job{}}
	if s.changed == nil {
		s.changed = func() {}
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Close ends the timers; the jobs go on at the next start. Idempotent.
func (s *Jobs) Close() {
	s.mu.Lock()
	s.closed = true
	for _, j := range s.jobs {
		if j.ring != nil {
			j.ring()
		}
	}
	s.mu.Unlock()
	s.cancel()
	s.work.Wait()
}

// spawn begins a goroutine, unless the end has come. The mutex is held.
func (s *Jobs) spawn(f func()) {
	if !s.closed {
		s.work.Go(f)
	}
}

// Restore goes on with the jobs. One that cannot be read is told in the log, and left
// as it is.
func (s *Jobs) Restore() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.rows()
	if err != nil {
		return err
	}
	for id, data := range all {
		j := &job{}
		if !record.Read(data, &j.row) || j.Job.ID != id {
			s.log.Error("a planned task cannot be read; it may be of a newer bua", id, nil)
			continue
		}
		s.jobs[id] = j
		if !j.Job.Over() {
			s.post(j, schedule.Event{Type: schedule.Restarted})
		}
	}
	return nil
}

// Add adds a job of the user's, and makes its ID if it has none. One whose ID is there
// already is the same one. Errors: invalid_action, internal_error.
func (s *Jobs) Add(user string, n schedule.Job, order runs.Wanted) (View, error) {
	if n.ID == "" {
		n.ID = runs.ID(s.random())
	}
	now := s.clock.Now().UnixMilli()
	if n.When.Zone == "" && n.When.ByClock() {
		n.When.Zone = s.zones.Here()
	}
	zone, err := s.zone(n.When, now)
	if err != nil {
		return View{}, protocol.NewError(protocol.CodeInvalidAction, "there is no time zone "+n.When.Zone+": name one such as Europe/Berlin").NotDone()
	}
	if err := n.Check(now); err != nil {
		return View{}, protocol.AsError(err).NotDone()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.known(); err != nil {
		return View{}, err
	}
	if old := s.jobs[n.ID]; old != nil && old.User == user {
		return old.view(), nil
	}
	if err := s.prune(user); err != nil {
		return View{}, err
	}
	j := &job{row: row{User: user, Created: now, Order: order, Job: n}}
	next, effects := schedule.Step(n, schedule.Event{Type: schedule.Added, At: now, Off: s.off[user]}, zone)
	if next.State == schedule.Failed {
		return View{}, protocol.NewError(protocol.CodeInvalidAction, "that time is past already: name a later one").NotDone()
	}
	j.Job = next
	if err := s.write(j); err != nil {
		return View{}, err
	}
	s.jobs[n.ID] = j
	s.carry(j, effects)
	return j.view(), nil
}

// prune refuses a job too many, and forgets the oldest that are over. The mutex is held.
func (s *Jobs) prune(user string) error {
	mine := s.of(user)
	for i := len(mine) - 1; i >= 0 && len(mine) >= maxJobs; i-- {
		if mine[i].Job.Over() && s.table.Delete(mine[i].Job.ID) == nil {
			delete(s.jobs, mine[i].Job.ID)
			mine = slices.Delete(mine, i, i+1)
		}
	}
	if len(mine) >= maxJobs {
		return protocol.NewError(protocol.CodeInvalidAction, "there are 200 planned tasks already: remove one").NotDone()
	}
	return nil
}

// of are a user's jobs, the newest first. The mutex is held.
func (s *Jobs) of(user string) (list []*job) {
	for _, j := range s.jobs {
		if j.User != user {
			continue
		}
		at := 0
		for at < len(list) && (list[at].Created > j.Created || list[at].Created == j.Created && list[at].Job.ID < j.Job.ID) {
			at++
		}
		list = slices.Insert(list, at, j)
	}
	return list
}

// List returns the user's jobs, the newest first.
func (s *Jobs) List(user string) []View {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []View{}
	for _, j := range s.of(user) {
		list = append(list, j.view())
	}
	return list
}

// Tell gives a job the person's word: [schedule.Pause], [schedule.Unpause],
// [schedule.Now], [schedule.Cancel]. [schedule.Now] holds while planned tasks are off, too:
// who presses it means this one, now, and off is about what wakes by itself.
func (s *Jobs) Tell(user, id string, what schedule.Type) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.jobs[id]
	if j == nil || j.User != user {
		return noJob(id)
	}
	if what == schedule.Unpause {
		if err := s.resting(j); err != nil {
			return err
		}
	}
	return s.step(j, schedule.Event{Type: what})
}

// Remove cancels a job and forgets it.
func (s *Jobs) Remove(user, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	j := s.jobs[id]
	if j == nil || j.User != user {
		return noJob(id)
	}
	if err := s.step(j, schedule.Event{Type: schedule.Cancel}); err != nil {
		return err
	}
	if err := s.table.Delete(id); err != nil {
		return s.unkept("a planned task could not be forgotten", err)
	}
	delete(s.jobs, id)
	return nil
}

func noJob(id string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "there is no planned task "+id+": look at the list of planned tasks").NotDone()
}

// Told takes note of how a run stands: one of a job's.
func (s *Jobs) Told(user, id, run string, o Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j := s.jobs[id]; j != nil && j.User == user {
		s.post(j, schedule.Event{Type: o.Type, Run: run, OK: o.OK, Why: o.Why})
	}
}
