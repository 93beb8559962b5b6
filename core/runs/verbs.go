package runs

import (
	"cmp"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// Get tells how a run of the user's stands.
func (rs *Runs) Get(user, id string) (View, error) {
	r, err := rs.get(user, id)
	if err != nil {
		return View{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.view(), nil
}

// Head tells how a run of the user's began.
func (rs *Runs) Head(user, id string) (Head, error) {
	r, err := rs.get(user, id)
	if err != nil {
		return Head{}, err
	}
	return r.head, nil
}

// Say gives a run the person's word: the answer to the question of that number, or,
// with 0, something that it heeds.
func (rs *Runs) Say(user, id string, question int, text string) error {
	if text == "" {
		return protocol.NewError(protocol.CodeInvalidAction, "text: is missing").NotDone()
	}
	if len(text) > maxTask {
		return protocol.NewError(protocol.CodeInvalidAction, "text: must be at most 16384 bytes").NotDone()
	}
	return rs.answer(user, id, question, false, agent.Event{Type: agent.Said, ID: question, Text: text, Sites: risk.Sites(rs.names, text)})
}

// Decide answers whether a run may do what it asks about: once, or until it ends.
func (rs *Runs) Decide(user, id string, question int, yes, once bool) error {
	return rs.answer(user, id, question, true, agent.Event{Type: agent.Decided, ID: question, Yes: yes, Once: once})
}

func (rs *Runs) answer(user, id string, question int, decides bool, e agent.Event) error {
	r, err := rs.get(user, id)
	if err != nil {
		return err
	}
	if question != 0 || decides {
		r.mu.Lock()
		q := r.question
		r.mu.Unlock()
		if q == nil || q.ID != question || (q.Sink != "") != decides {
			return protocol.NewError(protocol.CodeInvalidAction, "the run does not ask that any more: look at what it asks now").NotDone()
		}
	}
	return rs.hand(r, e)
}

// hand gives a run the person's word, and returns when it is in the journal.
func (rs *Runs) hand(r *run, e agent.Event) error {
	done, late := make(chan struct{}), make(chan struct{})
	if !r.enqueue(queued{&e, done}) {
		return protocol.NewError(protocol.CodeInternal, "the run was forgotten meanwhile").NotDone()
	}
	defer rs.clock.AfterFunc(patience, func() { close(late) })()
	select {
	case <-done:
		return nil
	case <-rs.ctx.Done():
		return protocol.NewError(protocol.CodeInternal, "bua ends; tell it again when it is back").Unknown()
	case <-late:
		return protocol.NewError(protocol.CodeInternal, "the run cannot be recorded at the moment, so that it waits: look at what it says").Unknown()
	}
}

// patience is how long the person's word may take until it is in the journal.
const patience = time.Minute

// Pause keeps a run from going on; what is under way is let end.
func (rs *Runs) Pause(user, id, why string) error {
	return rs.send(user, id, agent.Event{Type: agent.Paused, Text: why})
}

// Bounds are what a run may use up, counted from its beginning. What is 0 stays as it
// is.
type Bounds struct {
	Steps   int   `json:"steps,omitempty"`
	Tokens  int   `json:"tokens,omitempty"`
	Money   int64 `json:"money,omitempty"`
	Seconds int   `json:"seconds,omitempty"`
}

// Resume goes on with a run that is paused or has ended, within other bounds if they
// are given.
func (rs *Runs) Resume(user, id string, b Bounds) error {
	r, err := rs.get(user, id)
	if err != nil {
		return err
	}
	if b.Steps < 0 || b.Tokens < 0 || b.Money < 0 || b.Seconds < 0 {
		return protocol.NewError(protocol.CodeInvalidAction, "steps, tokens, money and seconds: must not be negative").NotDone()
	}
	e := agent.Event{Type: agent.Resumed}
	if b != (Bounds{}) {
		r.mu.Lock()
		l := r.state.Run.Limits
		r.mu.Unlock()
		l.Steps, l.Tokens = cmp.Or(b.Steps, l.Steps), cmp.Or(b.Tokens, l.Tokens)
		l.Money, l.MS = cmp.Or(b.Money, l.Money), cmp.Or(int64(b.Seconds)*1000, l.MS)
		e.Limits = &l
	}
	return rs.hand(r, e)
}

// Stop ends a run, and what it has under way.
func (rs *Runs) Stop(user, id string) error {
	return rs.send(user, id, agent.Event{Type: agent.Stopped})
}

func (rs *Runs) send(user, id string, e agent.Event) error {
	r, err := rs.get(user, id)
	if err != nil {
		return err
	}
	return rs.hand(r, e)
}

// goesOn says that a run has not ended.
func goesOn(id string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "the run "+id+" goes on: stop it first").NotDone()
}

// Remove forgets a run that has ended.
func (rs *Runs) Remove(user, id string) error {
	r, err := rs.get(user, id)
	if err != nil {
		return err
	}
	r.mu.Lock()
	over := r.state.End != ""
	r.gone = r.gone || over
	r.mu.Unlock()
	if !over {
		return goesOn(id)
	}
	if err := rs.remove(id); err != nil {
		rs.log.Error("a run could not be forgotten", id, err)
		return protocol.NewError(protocol.CodeInternal, "the run could not be forgotten; bua's log says why")
	}
	return nil
}

// Export calls each with the entries of a run's journal, as they are.
func (rs *Runs) Export(user, id string, each func([]byte) error) error {
	if _, err := rs.get(user, id); err != nil {
		return err
	}
	_, err := rs.journal.Entries(id, func(_ uint64, data []byte) error { return each(data) })
	return err
}

// Interrupted takes note that the person has stopped the agent in a tab, 0 for
// everywhere: the runs there wait until they let them go on.
func (rs *Runs) Interrupted(user, device string, id int) {
	rs.mu.Lock()
	var list []*run
	for _, r := range rs.live {
		if r.head.User == user && (r.head.Wanted.Device == "" || r.head.Wanted.Device == device) {
			list = append(list, r)
		}
	}
	rs.mu.Unlock()
	holder := rs.leases.holder(user, device, id)
	for _, r := range list {
		r.mu.Lock()
		going := r.state.Run.Task != "" && r.state.End == ""
		r.mu.Unlock()
		if going && (id == 0 || r.head.ID == holder) {
			r.post(agent.Event{Type: agent.Paused, Code: CodeStopped, Text: "The person stopped the agent."})
		}
	}
}

// Why a run was paused, for programs.
const (
	CodeStopped   protocol.Code = "person_stopped"
	CodeTakenOver protocol.Code = "person_acted"
)

// TakenOver takes note that the person has pressed or typed in a tab: a run at work
// there waits until they let it go on. One that only reads they do not disturb, nor one
// that waits anyway, for their answer or its time.
func (rs *Runs) TakenOver(user, device string, id int) {
	holder := rs.leases.holder(user, device, id)
	rs.mu.Lock()
	r := rs.live[holder]
	rs.mu.Unlock()
	if holder == "" || r == nil {
		return
	}
	r.mu.Lock()
	busy := r.state.Status() == agent.Running && r.head.Wanted.Mode != agent.ModeAsk
	r.mu.Unlock()
	if busy {
		r.post(agent.Event{Type: agent.Paused, Code: CodeTakenOver, Text: "You typed or clicked in its tab."})
	}
}
