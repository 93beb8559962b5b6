package runs

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// shop is a page in a browser that outlives the driver: every thing in it can be
// taken, which shows, and cannot be undone.
type shop struct {
	mu    sync.Mutex
	taken map[string]int
	order []string
	all   int
	opens int
	front []int // tabs that windows of the person's show
	// closed is how often its tab was closed; gone, that it is now. Opened again it has
	// the next number. locked: the screen is.
	closed       int
	gone, locked bool
	words        string // that stand on the page as well
	// url is where its tab is, walled that a login is in the way; help answers a request
	// for help, and asked tells of each.
	url    string
	walled bool
	help   chan protocol.Outcome
	asked  chan struct{}
	// withdrawn is how often what the person was asked was taken back.
	withdrawn int
}

// What becomes of a request for help beside the person's answers.
const (
	helpLost   protocol.Outcome = "lost"   // nobody knows
	helpClosed protocol.Outcome = "closed" // its tab was
)

// goTo takes its tab elsewhere.
func (s *shop) goTo(url string, walled bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.url, s.walled = url, walled
}

// helps waits for the person.
func (s *shop) helps(ctx context.Context) (protocol.Result, error) {
	s.asked <- struct{}{}
	select {
	case o := <-s.help:
		switch o {
		case helpLost:
			return nil, protocol.NewError(protocol.CodeInternal, "the worker was ended").Unknown()
		case helpClosed:
			s.close()
			return nil, protocol.NewError(protocol.CodeTabNotFound, "there is no such tab")
		}
		return protocol.HelpResult{OK: true, Outcome: o}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// count is how many presses there were.
func (s *shop) count() int { s.mu.Lock(); defer s.mu.Unlock(); return len(s.order) }

// close closes its tab.
func (s *shop) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = true
}

// lock locks the screen, or unlocks it.
func (s *shop) lock(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.locked = is
}

func newShop(all int) *shop {
	return &shop{taken: map[string]int{}, all: all, url: "https://shop.test/"}
}

// view is what extract answers.
func (s *shop) view() protocol.ExtractResult {
	r := protocol.ExtractResult{URL: s.url, Title: "Shop"}
	if s.walled {
		r.Obstacle = &protocol.Obstacle{Type: protocol.ObstacleAuthWall, Confidence: protocol.ConfidenceHigh}
	}
	for i := range s.all {
		uid := fmt.Sprintf("e%d", i+1)
		if s.taken[uid] == 0 {
			r.Elements = append(r.Elements, protocol.Element{UID: uid, Role: "button", Name: fmt.Sprintf("Take %d", i+1), Visible: true})
		}
	}
	r.Text = fmt.Sprintf("%d of %d are taken.", len(s.taken), s.all)
	r.Markdown = r.Text + s.words
	return r
}

func (s *shop) do(a protocol.Action) (protocol.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch id := a.Tab(); {
	case s.locked:
		return nil, protocol.NewError(protocol.CodeSessionNotFound, "the screen is locked")
	case id != 0 && !slices.Contains(s.front, id) && (s.gone || id != 7+s.closed):
		return nil, protocol.NewError(protocol.CodeTabNotFound, "there is no such tab")
	}
	switch a := a.(type) {
	case protocol.OpenTab:
		s.opens++
		if s.gone {
			s.gone = false
			s.closed++
		}
		return protocol.OpenTabResult{TabID: 7 + s.closed, WindowID: 1, Domain: "shop.test"}, nil
	case protocol.CloseTab:
		s.gone = true
		return protocol.OK{OK: true}, nil
	case protocol.GetTabs:
		list := protocol.TabsResult{}
		if !s.gone {
			list = append(list, protocol.Tab{TabID: 7 + s.closed, URL: s.url, Title: "Shop", Domain: "shop.test"})
		}
		for _, id := range s.front {
			list = append(list, protocol.Tab{TabID: id, URL: "https://shop.test/", Title: "Shop", Domain: "shop.test", Active: true})
		}
		return list, nil
	case protocol.Extract:
		return s.view(), nil
	case protocol.Frames:
		s.withdrawn++
		return protocol.FramesResult{}, nil
	case protocol.Click:
		s.taken[a.UID]++
		s.order = append(s.order, a.UID)
		return protocol.OK{OK: true, Effects: &protocol.Effects{DOM: true}}, nil
	}
	return nil, protocol.NewError(protocol.CodeInvalidAction, "not in this shop").NotDone()
}

// life is one process's way to what outlives it.
type life struct {
	*journal
	shop *shop
	dead atomic.Bool
	// asks: a press is held back where it may not send.
	asks bool
	// fails is what the next action of its kind is answered with; its act is done all the
	// same where the outcome is unknown. jump is how far the clock was set, in milliseconds.
	fails atomic.Pointer[failing]
	jump  atomic.Int64
	// away is closed when the browser comes back; nil while it is there.
	away atomic.Pointer[chan struct{}]
}

// Do implements [runs.Browser]. What was begun is done, also when the process dies.
func (l *life) Do(ctx context.Context, _ runs.Owner, a protocol.Action, may runs.May) (protocol.Result, error) {
	if l.away.Load() != nil {
		return nil, &runs.Away{Err: protocol.NewError(protocol.CodeInternal, "the browser is not connected").NotDone()}
	}
	if may.Reads && a.Kind() == protocol.KindClick { // none of the shop's buttons unfolds anything
		return nil, protocol.NewError(protocol.CodeInvalidAction, "nothing was pressed: this request may only read, and of presses it may make those that unfold something, such as details or a button that is shut; do without.").NotDone()
	}
	if l.asks && a.Kind() == protocol.KindClick && !slices.Contains(may.Sinks, risk.Send) {
		return nil, &runs.NotAllowed{Facts: risk.Facts{Does: "send", What: "Take", Site: "https://shop.test"}}
	}
	if l.dead.Load() {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if a.Kind() == protocol.KindHelp {
		return l.shop.helps(ctx)
	}
	if f := l.fails.Load(); f != nil && f.kind == a.Kind() && (f.always || l.fails.CompareAndSwap(f, nil)) {
		if f.err.Outcome == protocol.ErrorUnknown {
			_, _ = l.shop.do(a)
		}
		return nil, f.err
	}
	return l.shop.do(a)
}

// failing is what actions of a kind are answered with.
type failing struct {
	kind   protocol.Kind
	err    *protocol.Error
	always bool
}

// leave takes the browser away, comeBack brings it back.
func (l *life) leave() {
	back := make(chan struct{})
	l.away.Store(&back)
}

func (l *life) comeBack() {
	if back := l.away.Swap(nil); back != nil {
		close(*back)
	}
}

// Await implements [runs.Browser].
func (l *life) Await(ctx context.Context, _ runs.Owner) error {
	back := l.away.Load()
	if back == nil {
		return nil
	}
	select {
	case <-*back:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// fast is how much faster than the machine's the clock of these specs goes.
const fast = 100

// Now and AfterFunc implement [runs.Clock].
func (l *life) Now() time.Time {
	return begun().Add(time.Since(begun())*fast + time.Duration(l.jump.Load())*time.Millisecond)
}

func (l *life) AfterFunc(d time.Duration, f func()) func() bool {
	return time.AfterFunc(d/fast, f).Stop
}

var begun = sync.OnceValue(time.Now)

var takes = regexp.MustCompile(`(e\d+) button "Take`)

// taker is the mind of these specs: it reads, takes the first thing that is left, and
// is done when nothing is. Told that an act's outcome is not known, it does the same
// again, as models do.
func taker(r chat.Request) fakemodel.Say {
	last := r.Messages[len(r.Messages)-1]
	switch {
	case last.Role == chat.RoleTool && strings.Contains(last.Text, "outcome is not known"):
		return pressedLast(r)
	case last.Role != chat.RoleTool || !strings.Contains(last.Text, "are taken."):
		return act("extract", `{}`)
	case !takes.MatchString(last.Text):
		all := regexp.MustCompile(`\d+ of \d+ are taken\.`).FindString(last.Text)
		return act("done", `{"outcome":"done","summary":"Everything is taken.","evidence":[{"kind":"text","value":"`+all+`"}]}`)
	}
	return act("click", `{"uid":"`+takes.FindStringSubmatch(last.Text)[1]+`"}`)
}

// pressedLast presses once more what it has pressed last.
func pressedLast(r chat.Request) fakemodel.Say {
	for _, m := range slices.Backward(r.Messages) {
		for _, c := range m.Calls {
			if c.Name == "click" {
				return act(c.Name, c.Arguments)
			}
		}
	}
	return act("extract", `{}`)
}

// act is an answer that makes one call.
func act(name, args string) fakemodel.Say {
	return fakemodel.Say{Text: "I go on.", Calls: []chat.Call{{Name: name, Arguments: args}}}
}
