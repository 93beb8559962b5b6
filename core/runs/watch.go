package runs

import "context"

// lag is how many updates a watcher may be behind.
const lag = 512

// watcher is told what happens in a run.
type watcher struct {
	next   chan Update
	closed bool // owner: the run's mutex
}

// close ends it. The run's mutex is held.
func (w *watcher) close() {
	if !w.closed {
		w.closed = true
		close(w.next)
	}
}

// tell tells the watchers; one that is too far behind is let go, and begins anew
// behind what it has. The mutex is held.
func (r *run) tell(u Update) {
	for w := range r.watchers {
		if w.closed {
			continue
		}
		select {
		case w.next <- u:
		default:
			w.close()
			delete(r.watchers, w)
		}
	}
}

// tellNow tells what is not in the journal.
func (r *run) tellNow(u Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	u.At = r.runs.clock.Now().UnixMilli()
	r.tell(u)
}

func (r *run) tellTrouble(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.trouble == text {
		return
	}
	r.trouble = text
	r.tell(Update{Type: Troubled, At: r.runs.clock.Now().UnixMilli(), Text: text})
}

// Watch calls each with what has happened in a run of the user's behind an entry of
// its journal, and then with what happens, until ctx ends, the run has ended, or it
// cannot keep up: then the caller asks again. Error: invalid_action when there is no
// such run.
func (rs *Runs) Watch(ctx context.Context, user, id string, behind int, each func(Update) error) error {
	r, err := rs.get(user, id)
	if err != nil {
		return err
	}
	w := &watcher{next: make(chan Update, lag)}
	r.mu.Lock()
	view, have := r.view(), r.entries
	if r.gone {
		w.close()
	} else {
		r.watchers[w] = true
	}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.watchers, w)
	}()
	if err := each(Update{Type: Began, At: view.Created, Run: &view}); err != nil {
		return err
	}
	ended := Ended(view.Status)
	err = rs.replay(id, have, func(u Update) error {
		if u.Entry > behind {
			return each(u)
		}
		return nil
	})
	if err != nil || ended {
		return err
	}
	if view.Question != nil && have <= behind { // who has seen it all is told what is asked now
		if err := each(Update{Type: Asks, Question: view.Question}); err != nil {
			return err
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-rs.ctx.Done():
			return nil
		case u, ok := <-w.next:
			if !ok {
				return nil
			}
			if err := each(u); err != nil {
				return err
			}
			if u.Type == Status && Ended(u.Status) {
				return nil
			}
		}
	}
}

// replay calls each with what the first entries of a journal tell.
func (rs *Runs) replay(id string, entries int, each func(Update) error) error {
	var f Fold
	_, err := rs.journal.Entries(id, func(_ uint64, data []byte) error {
		if f.n >= entries && f.head != nil {
			return nil
		}
		list, err := f.Take(data)
		if err != nil {
			return err
		}
		for _, u := range list {
			if u.Type == Began { // the caller has told it
				continue
			}
			if err := each(u); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}
