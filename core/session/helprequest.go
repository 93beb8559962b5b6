package session

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// HelpRequest is one request for the person's help in a tab, or their answer to it
// while nobody waits for that.
type HelpRequest struct {
	TabID   int
	Domain  string
	Agent   string // the program that asks, as it calls itself
	Message string // the agent's words: text, never markup
	// At names the help request, Until is when the agent stops waiting; in milliseconds.
	At, Until int64
	// Outcome is what they answered, "" while it is open.
	Outcome protocol.Outcome

	told func(protocol.Outcome) // who waits for it; owned by HelpRequests.mu
}

// answerKept is how long an answer that nobody waits for is kept, in
// milliseconds: for the agent that asks again.
const answerKept = 10 * 60 * 1000

// HelpRequests keeps at most one request for help for each tab, in storage: the
// person sees it and can answer also while the worker sleeps or after it died.
//
// A help request is open from [HelpRequests.Open] until its answer is taken ([HelpRequests.Close]),
// the agent goes on without it ([HelpRequests.Drop]) or its session ends. Who waited for it may be
// gone before, with its worker, because the caller gave up or because the time is
// over: then it stays open, and the answer is kept for the next request of the same
// words in that tab. One with other words takes its place. Safe for concurrent use.
type HelpRequests struct {
	writer *Writer
	clock  Clock

	mu   lock.Mutex
	tabs map[int]*HelpRequest // owned by mu, with what it points to; Run area
}

// NewHelpRequests returns none; [HelpRequests.Load] reads those of an earlier worker.
func NewHelpRequests(writer *Writer, clock Clock) *HelpRequests {
	return &HelpRequests{writer: writer, clock: clock, tabs: map[int]*HelpRequest{}}
}

// Load takes over what storage holds of the tabs that keep accepts.
func (p *HelpRequests) Load(ctx context.Context, keep func(tab int) bool) {
	data, err := p.writer.store.Get(ctx, Run, KeyHelp)
	if err != nil || len(data) == 0 {
		return
	}
	now, tabs := p.clock.Now().UnixMilli(), map[int]*HelpRequest{}
	_ = readObjects(data, func(f fields) {
		r := readHelpRow(f)
		q := &HelpRequest{TabID: r.TabID, Domain: r.Domain, Agent: r.Agent, Message: r.Message, At: r.At, Until: r.Until, Outcome: protocol.Outcome(r.Outcome)}
		if len(q.Message) <= protocol.MaxMessage && keep(q.TabID) && (q.Outcome == "" || q.Until > now) {
			tabs[q.TabID] = q
		}
	})
	p.mu.Lock()
	p.tabs = tabs
	p.mu.Unlock()
	p.save()
}

// Open asks the person for help until some time in milliseconds, in place of
// whatever else is asked in that tab. It returns their answer when they have
// given it already, to a request in the same words that nobody waited for. One that they
// have not answered goes on: what they press meanwhile is an answer to it.
func (p *HelpRequests) Open(q *HelpRequest) (out protocol.Outcome) {
	q.At = p.clock.Now().UnixMilli()
	p.mu.Lock()
	if old := p.tabs[q.TabID]; old != nil && old.Message == q.Message {
		switch {
		case old.Outcome == "":
			q.At = old.At
		case old.Until > q.At:
			out = old.Outcome
		}
	}
	p.tabs[q.TabID] = q
	if out != "" {
		delete(p.tabs, q.TabID)
	}
	p.mu.Unlock()
	p.save()
	return out
}

// Wait has told called with the answer to the tab's help request, at once when it is
// there. told must not block; nil is nobody.
func (p *HelpRequests) Wait(tab int, told func(protocol.Outcome)) {
	var out protocol.Outcome
	p.mu.Lock()
	if q := p.tabs[tab]; q != nil {
		q.told, out = told, q.Outcome
	}
	p.mu.Unlock()
	if out != "" && told != nil {
		told(out)
	}
}

// Answer takes the person's answer to the help request of that time in a tab, at any
// time for 0, and returns the help request when it was still open.
func (p *HelpRequests) Answer(tab int, at int64, out protocol.Outcome) *HelpRequest {
	now := p.clock.Now().UnixMilli()
	p.mu.Lock()
	q := p.tabs[tab]
	if q == nil || at != 0 && q.At != at || q.Outcome != "" {
		p.mu.Unlock()
		return nil
	}
	q.Outcome, q.Until = out, now+answerKept
	told := q.told
	p.mu.Unlock()
	if told != nil {
		told(out)
	}
	p.save()
	return q
}

// Asked reports whether somebody waits for the person's help.
func (p *HelpRequests) Asked() bool {
	now := p.clock.Now().UnixMilli()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.tabs {
		if q.Outcome == "" && q.Until > now {
			return true
		}
	}
	return false
}

// Close ends the tab's help request.
func (p *HelpRequests) Close(tab int) {
	p.mu.Lock()
	q := p.tabs[tab]
	delete(p.tabs, tab)
	p.mu.Unlock()
	if q != nil {
		p.save()
	}
}

// Drop ends the tab's help request unless it is answered: the agent goes on in the tab.
func (p *HelpRequests) Drop(tab int) {
	p.mu.Lock()
	q := p.tabs[tab]
	open := q != nil && q.Outcome == ""
	if open {
		delete(p.tabs, tab)
	}
	p.mu.Unlock()
	if open {
		p.save()
	}
}

func (p *HelpRequests) save() {
	p.writer.Put(Run, KeyHelp, func() []byte {
		p.mu.Lock()
		defer p.mu.Unlock()
		var rows [][]byte
		for _, q := range p.tabs {
			rows = append(rows, helpRow{q.TabID, q.Domain, q.Agent, q.Message, q.At, q.Until, string(q.Outcome)}.encode())
		}
		return rowsOf(rows)
	}, nil)
}
