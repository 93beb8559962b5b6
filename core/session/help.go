package session

import (
	"context"
	"sync"

	"github.com/zapvol/bua/core/protocol"
)

// Plea is one request for the person's help in a tab, or their answer to it
// while nobody waits for that.
type Plea struct {
	TabID   int
	Domain  string
	Agent   string // the program that asks, as it calls itself
	Message string // the agent's words: text, never markup
	// At names the plea, Until is when it ends; in milliseconds.
	At, Until int64
	// Outcome is what they answered, "" while it is open.
	Outcome protocol.Outcome
}

// answerKept is how long an answer that nobody waits for is kept, in
// milliseconds: for the agent that asks again.
const answerKept = 10 * 60 * 1000

// Pleas keeps at most one request for help for each tab, in storage: the
// person sees it and can answer also while the worker sleeps or after it died.
//
// A plea is open from [Pleas.Open] until its answer is taken ([Pleas.Close]),
// its session ends or its time is over. Who waited for it may be gone before,
// with its worker or because the caller gave up: then it stays open, and the
// answer is kept for the next request of the same words in that tab. One with
// other words takes its place. Safe for concurrent use.
type Pleas struct {
	writer *Writer
	clock  Clock

	mu   sync.Mutex
	list []Plea                         // owned by mu; Run area
	told map[int]func(protocol.Outcome) // who waits, by tab; owned by mu
}

// NewPleas returns none; [Pleas.Load] reads those of an earlier worker.
func NewPleas(writer *Writer, clock Clock) *Pleas {
	return &Pleas{writer: writer, clock: clock, told: map[int]func(protocol.Outcome){}}
}

// Load takes over what storage holds of the tabs that keep accepts, and
// returns the time until which the last of them is open.
func (p *Pleas) Load(ctx context.Context, keep func(tab int) bool) (until int64) {
	data, err := p.writer.store.Get(ctx, Run, KeyHelp)
	if err != nil {
		return 0
	}
	var list []Plea
	_ = readObjects(data, func(f fields) {
		q := Plea{TabID: f.tab(), Domain: f.text("domain"), Agent: f.text("agent"), Message: f["message"].text,
			At: f.count("at"), Until: f.count("until"), Outcome: protocol.Outcome(f.text("outcome"))}
		if q.TabID != 0 && len(q.Message) <= protocol.MaxMessage && keep(q.TabID) {
			list = append(list, q)
			until = max(until, q.Until)
		}
	})
	p.mu.Lock()
	p.list = list
	p.mu.Unlock()
	if len(data) > 0 {
		p.Sweep()
	}
	return until
}

// Open asks the person for help until some time in milliseconds, in place of
// whatever else is asked in that tab. It returns their answer when they have
// given it already, to a request in the same words that nobody waited for.
func (p *Pleas) Open(q Plea) protocol.Outcome {
	q.At = p.clock.Now().UnixMilli()
	p.mu.Lock()
	old := p.drop(q.TabID)
	if old.Outcome == "" || old.Message != q.Message || old.Until <= q.At {
		old.Outcome = ""
		p.list = append(p.list, q)
	}
	p.mu.Unlock()
	p.save()
	return old.Outcome
}

// Wait has told called with the answer to the tab's plea, at once when it is
// there. told must not block.
func (p *Pleas) Wait(tab int, told func(protocol.Outcome)) {
	p.mu.Lock()
	p.told[tab] = told
	out := p.find(tab).Outcome
	p.mu.Unlock()
	if out != "" {
		told(out)
	}
}

// Answer takes the person's answer to the plea of that time in a tab, and
// reports whether it is still open.
func (p *Pleas) Answer(tab int, at int64, out protocol.Outcome) (q Plea, ok bool) {
	now := p.clock.Now().UnixMilli()
	var told func(protocol.Outcome)
	p.mu.Lock()
	for i := range p.list {
		if o := &p.list[i]; o.TabID == tab && o.At == at && o.Outcome == "" && o.Until > now {
			o.Outcome, o.Until = out, now+answerKept
			q, ok, told = *o, true, p.told[tab]
		}
	}
	p.mu.Unlock()
	if told != nil {
		told(out)
	}
	if ok {
		p.save()
	}
	return q, ok
}

// Press is Answer for whoever waits for the tab's plea itself.
func (p *Pleas) Press(tab int, out protocol.Outcome) (Plea, bool) {
	p.mu.Lock()
	q := p.find(tab)
	delete(p.told, tab)
	p.mu.Unlock()
	if q.Outcome != "" {
		return q, false
	}
	return p.Answer(tab, q.At, out)
}

// Leave takes note that nobody waits for the tab's plea now.
func (p *Pleas) Leave(tab int) {
	p.mu.Lock()
	delete(p.told, tab)
	p.mu.Unlock()
}

// Close ends the tab's plea.
func (p *Pleas) Close(tab int) {
	p.mu.Lock()
	delete(p.told, tab)
	n := len(p.list)
	p.drop(tab)
	n -= len(p.list)
	p.mu.Unlock()
	if n > 0 {
		p.save()
	}
}

// Sweep drops the pleas whose time is over.
func (p *Pleas) Sweep() {
	now := p.clock.Now().UnixMilli()
	var rest []Plea
	p.mu.Lock()
	for _, q := range p.list {
		if q.Until > now {
			rest = append(rest, q)
		}
	}
	p.list = rest
	p.mu.Unlock()
	p.save()
}

// find returns the tab's plea, or none. p.mu is held, as in drop.
func (p *Pleas) find(tab int) Plea {
	for _, q := range p.list {
		if q.TabID == tab {
			return q
		}
	}
	return Plea{}
}

// drop takes the tab's plea out and returns it.
func (p *Pleas) drop(tab int) Plea {
	old := p.find(tab)
	var rest []Plea
	for _, q := range p.list {
		if q.TabID != tab {
			rest = append(rest, q)
		}
	}
	p.list = rest
	return old
}

func (p *Pleas) save() {
	p.writer.Put(Run, KeyHelp, func() []byte {
		p.mu.Lock()
		defer p.mu.Unlock()
		out := []byte{'['}
		for i, q := range p.list {
			if i > 0 {
				out = append(out, ',')
			}
			var o object
			o.count("tabId", int64(q.TabID))
			o.text("domain", q.Domain)
			o.text("agent", q.Agent)
			o.text("message", q.Message)
			o.count("at", q.At)
			o.count("until", q.Until)
			o.text("outcome", string(q.Outcome))
			out = append(out, o.end()...)
		}
		return append(out, ']')
	}, nil)
}
