package runs

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/session"
)

const (
	// kept is how many runs are remembered; the oldest that have ended go.
	kept = 300
	// atOnce is how many may go on at a time.
	atOnce = 100
	// maxTask bounds a task in bytes.
	maxTask = 16 << 10
)

// Options are what Runs is made of. All but Sites, Known, Secrets, Place, Plan, Rests, Told,
// Ledger, Caps, Others and Log are required.
type Options struct {
	// Names spells the hosts that the person writes.
	Names session.IDNA
	// Sites are the person's own notes for sites, read for each run.
	Sites func() ([]adapter.Site, error)
	// Known are the notes for sites that bua comes with.
	Known func() ([]adapter.Site, error)
	// Secrets are the names of what a user has stored, read for each run; nil for none.
	Secrets func(user string) []agent.SecretName
	// Place is where the person is, and what the clock shows there; nil for nobody knows.
	Place func(now time.Time) (name string, z schedule.Zone)
	// Plan adds a job to the schedule for a run; nil where none is kept. Told is told how
	// a run of a job's stands, whenever that changes.
	Plan func(user string, by Head, j schedule.Job) error
	Told func(v View)
	// Rests reports whether nothing of a user's may wake by itself: a run that waits for a
	// time waits on. nil for it may.
	Rests func(user string) bool
	// Ledger keeps what was paid; nil for nobody does. Caps bound it, read before each
	// answer of a model that costs something; nil for no bounds.
	Ledger Ledger
	Caps   func() (Caps, error)
	// Others is what the person's other backends have paid, by date and model, read
	// whenever it counts; nil where there are none.
	Others   func() (map[string]map[string]int64, error)
	Journal  Journal
	Pictures Pictures
	Models   Models
	Browser  Browser
	Clock    Clock
	// Random is what no page can know.
	Random func() uint64
	Log    Log
}

// Runs are all runs of this backend. Make them with [New]. Methods may be called from
// any goroutine; their errors are [protocol.Error] but where they say otherwise.
type Runs struct {
	journal  Journal
	pictures Pictures
	models   Models
	browser  Browser
	clock    Clock
	names    session.IDNA
	sites    func() ([]adapter.Site, error)
	known    func() ([]adapter.Site, error)
	secrets  func(user string) []agent.SecretName
	where    func(now time.Time) (string, schedule.Zone)
	plan     func(user string, by Head, j schedule.Job) error
	told     func(v View)
	rests    func(user string) bool
	random   func() uint64
	log      Log
	leases   leases
	spending spending

	ctx    context.Context
	cancel context.CancelFunc

	// mu may be taken while a run's is held, and not the other way round.
	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup
	// live are those that were started, restored or asked for; owner: Runs.
	live map[string]*run
	// starting are those of whose journals only the head may be there.
	starting map[string]bool
	// changed is closed at the next change, nil while nobody waits for it.
	changed chan struct{}
}

// New returns Runs that do nothing before [Runs.Restore] or [Runs.Start].
func New(o Options) *Runs {
	rs := &Runs{journal: o.Journal, pictures: o.Pictures, models: o.Models, browser: o.Browser, clock: o.Clock, names: o.Names, sites: o.Sites, known: o.Known, secrets: o.Secrets, random: o.Random, log: o.Log, where: o.Place, plan: o.Plan, told: o.Told, rests: o.Rests,
		live: map[string]*run{}, starting: map[string]bool{}, leases: leases{who: map[tab]string{}}}
	if rs.sites == nil {
		rs.sites = func() ([]adapter.Site, error) { return nil, nil }
	}
	if rs.known == nil {
		rs.known = func() ([]adapter.Site, error) { return nil, nil }
	}
	if rs.rests == nil {
		rs.rests = func(string) bool { return false }
	}
	if rs.secrets == nil {
		rs.secrets = func(string) []agent.SecretName { return nil }
	}
	if rs.log == nil {
		rs.log = quietly{}
	}
	rs.spending.ledger, rs.spending.caps, rs.spending.others, rs.spending.log = o.Ledger, o.Caps, o.Others, rs.log
	rs.ctx, rs.cancel = context.WithCancel(context.Background())
	return rs
}

// Close ends what is under way here; the runs go on at the next start. Idempotent.
func (rs *Runs) Close() {
	rs.mu.Lock()
	rs.closed = true
	rs.mu.Unlock()
	rs.cancel()
	rs.mu.Lock()
	list := slices.Collect(maps.Values(rs.live))
	rs.mu.Unlock()
	for _, r := range list { // a run's mutex is taken before that of all
		r.mu.Lock()
		if r.ring != nil {
			r.ring()
		}
		r.mu.Unlock()
	}
	rs.work.Wait()
}

// spawn begins a goroutine, unless the end has come.
func (rs *Runs) spawn(f func()) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		return false
	}
	rs.work.Go(f)
	return true
}

func (rs *Runs) forget(r *run) {
	rs.spawn(func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		if rs.live[r.head.ID] == r {
			delete(rs.live, r.head.ID)
		}
	})
}

// Restore goes on with every run that has not ended. One that cannot be read is told
// in the log, and left as it is.
func (rs *Runs) Restore() error {
	notes, err := rs.journal.Notes()
	if err != nil {
		return err
	}
	for id, data := range notes {
		if v, ok := viewed(data); ok && Ended(v.Status) {
			continue
		}
		r, err := rs.load(id)
		if err != nil {
			rs.log.Error("a run cannot be gone on with", id, err)
			continue
		}
		r.mu.Lock()
		begun, over := r.state.Run.Task != "", r.state.End != ""
		r.lease()
		r.mu.Unlock()
		switch {
		case over:
			r.note("") // it ended, and that was not noted any more
		case begun:
			r.post(agent.Event{Type: agent.Restarted})
			rs.spawn(func() { r.verify(rs.ctx) })
		default:
			if r.sites, err = rs.sites(); err != nil {
				rs.log.Warn("a run goes on without the person's notes for sites", id, err)
			}
			r.post(r.started())
		}
	}
	return nil
}

// made is a run that nothing goes on with yet.
func (rs *Runs) made(h Head) (*run, error) {
	known, err := rs.known()
	if err != nil {
		return nil, err
	}
	return &run{runs: rs, head: h, state: agent.New(known), updated: h.Created, under: map[int]context.CancelFunc{}, watchers: map[*watcher]bool{}}, nil
}

// isID reports whether a text can be a run's ID: that of a job's is the job's and a
// number.
func isID(id string) bool {
	return len(id) >= 8 && len(id) <= 40 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func noRun(id string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "there is no run "+id+": look at the list of runs").NotDone()
}

func unreadable(id string) error {
	return protocol.NewError(protocol.CodeInternal, "the journal of the run "+id+" cannot be read; it may be of a newer bua. An export shows it as it is").NotDone()
}

// head reads the first entry of a journal.
func head(data []byte) (h Head, ok bool) {
	var first headed
	if !record.Read(data, &first) || first.Head.ID == "" {
		return h, false
	}
	return first.Head, true
}

// get returns a run of a user's, which may have ended.
func (rs *Runs) get(user, id string) (*run, error) {
	rs.mu.Lock()
	r := rs.live[id]
	rs.mu.Unlock()
	if r == nil {
		var err error
		if r, err = rs.load(id); err != nil {
			return nil, err
		}
	}
	if r.head.User != user {
		return nil, noRun(id)
	}
	return r, nil
}

// load folds a run's journal.
func (rs *Runs) load(id string) (*run, error) {
	if !isID(id) {
		return nil, noRun(id)
	}
	var r *run
	last, err := rs.journal.Entries(id, func(_ uint64, data []byte) error {
		if r == nil {
			h, ok := head(data)
			if !ok {
				return unreadable(id)
			}
			var err error
			r, err = rs.made(h)
			return err
		}
		e, ok := agent.ReadEvent(data)
		if !ok {
			return unreadable(id)
		}
		r.entries++
		r.updated = e.At
		r.state, _ = agent.Step(r.state, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r == nil {
		return nil, noRun(id)
	}
	r.at = last
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if other := rs.live[id]; other != nil {
		return other, nil
	}
	if rs.starting[id] { // a second one of it would never hear of what happens
		return nil, noRun(id)
	}
	rs.live[id] = r
	return r, nil
}

// List returns the user's runs, the newest first.
func (rs *Runs) List(user string) ([]View, error) {
	notes, err := rs.journal.Notes()
	if err != nil {
		return nil, protocol.NewError(protocol.CodeInternal, "the runs cannot be read; bua's log says why")
	}
	list := []*View{} // pointers, since sorting moves them
	for id, data := range notes {
		v, ok := viewed(data)
		if !ok {
			continue
		}
		rs.mu.Lock()
		r := rs.live[id]
		rs.mu.Unlock()
		if r != nil {
			r.mu.Lock()
			v = r.view()
			r.mu.Unlock()
		}
		if v.User == user {
			list = append(list, &v)
		}
	}
	slices.SortFunc(list, func(a, b *View) int { return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(a.ID, b.ID)) })
	views := make([]View, len(list))
	for i, v := range list {
		views[i] = *v
	}
	return views, nil
}

// prune refuses a run too many, and forgets the oldest that have ended.
func (rs *Runs) prune() error {
	notes, err := rs.journal.Notes()
	if err != nil {
		return protocol.NewError(protocol.CodeInternal, "the runs cannot be read; bua's log says why").NotDone()
	}
	ended, going := oldest(notes)
	if going >= atOnce {
		return protocol.NewError(protocol.CodeInvalidAction, "a hundred runs go on already: stop one").NotDone()
	}
	for len(ended) > 0 && len(ended)+going >= kept {
		if err := rs.remove(ended[0].ID); err != nil {
			rs.log.Warn("an old run could not be forgotten", "", err)
			break
		}
		ended = ended[1:]
	}
	return nil
}

// oldest are the runs that have ended, the oldest first, and how many go on.
func oldest(notes map[string][]byte) (ended []*View, going int) {
	for _, data := range notes {
		v, ok := viewed(data)
		switch {
		case !ok:
		case Ended(v.Status):
			ended = append(ended, &v)
		default:
			going++
		}
	}
	slices.SortFunc(ended, func(a, b *View) int { return cmp.Compare(a.Updated, b.Updated) })
	return ended, going
}

// append writes an entry. Where there is no room the oldest runs that have ended are forgotten,
// one after the other, until there is.
func (rs *Runs) append(id string, after uint64, entry []byte) (uint64, error) {
	for {
		at, err := rs.journal.Append(id, after, entry)
		if _, full := protocol.As[Full](err); !full {
			return at, err
		}
		notes, failed := rs.journal.Notes()
		ended, _ := oldest(notes)
		ended = slices.DeleteFunc(ended, func(v *View) bool { return v.ID == id }) // it goes on just now
		if failed != nil || len(ended) == 0 || rs.remove(ended[0].ID) != nil {
			return at, err
		}
		rs.log.Warn("an old run was forgotten, to make room", ended[0].ID, nil)
	}
}

func (rs *Runs) remove(id string) error {
	rs.mu.Lock()
	delete(rs.live, id)
	rs.mu.Unlock()
	defer rs.change()
	return rs.journal.Remove(id)
}

// asFault is the model's fault in an error, nil when it is another.
func asFault(err error) *chat.Fault {
	f, _ := protocol.As[*chat.Fault](err)
	return f
}

// Coded is a model's fault as an error that crosses a door, and any other error as it is.
func Coded(err error) error {
	if f := asFault(err); f != nil {
		return protocol.NewError(protocol.Code(f.Code), f.Text).NotDone()
	}
	return err
}
