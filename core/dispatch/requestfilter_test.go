package dispatch_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// fences notes what a browser is told of rules, and refuses some of it.
type fences struct {
	calls []string
	fail  int // so many Raise fail
}

func (f *fences) note(what string, pass dispatch.Exemptions) {
	if what += " pass"; pass.Others {
		what += " all but"
	}
	f.calls = append(f.calls, what+" "+fmt.Sprint(pass.Tabs))
}

func (f *fences) Install(_ context.Context, rules session.RequestFilter, pass dispatch.Exemptions) error {
	what := "raise " + strings.Join(rules.Domains, ",")
	if rules.All {
		what = "raise *"
	} else if before, _, ok := strings.Cut(what, ",169."); ok {
		what = before
	}
	f.note(what, pass)
	if f.fail--; f.fail >= 0 {
		return errors.New("too much")
	}
	return nil
}

func (f *fences) Exempt(_ context.Context, pass dispatch.Exemptions) error {
	f.note("then", pass)
	return nil
}

func (f *fences) Remove(context.Context) error {
	f.calls = append(f.calls, "lower")
	return nil
}

// opens is a debugger that notes what it is asked to judge.
type opens struct {
	*coretest.Debugger
	asked []string
}

func (o *opens) Opens(opener int, url string, after bool, answer func(error)) bool {
	o.asked = append(o.asked, fmt.Sprint(opener, " ", url, " ", after))
	return o.Debugger.Opens(opener, url, after, answer)
}

type fenceRig struct {
	*testing.T
	*dispatch.Dispatcher
	fences  *fences
	opens   *opens
	browser *coretest.Browser
	clock   *coretest.Clock
	agent   int // a tab that the agent acts in
	first   int // the person's
}

func newFenceRig(t *testing.T, blocklist string) *fenceRig {
	t.Helper()
	b, store, clock := coretest.NewBrowser(), coretest.NewStore(), coretest.NewClock()
	store.Put(session.Local, session.KeyBlocklist, blocklist)
	r := &fenceRig{T: t, fences: &fences{}, browser: b, clock: clock}
	r.Dispatcher, r.opens = dispatch.New(dispatch.Config{
		Tabs: b, Windows: b, Presence: coretest.NewPresence(), Store: store, Clock: clock, CDP: coretest.NewCDP(), RequestFilters: r.fences,
	}, func(cdp debugger.CDP) *opens { return &opens{Debugger: coretest.NewDebugger(cdp, b)} })
	b.Observe(r.Dispatcher)
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, _ := b.List(t.Context())
	r.first = list[0].ID
	res, err := r.Act(t.Context(), protocol.OpenTab{URL: "https://good.example/"})
	if err != nil {
		t.Fatal(err)
	}
	r.agent = res.(protocol.OpenTabResult).TabID
	r.tells("lower") // what an earlier worker may have left
	return r
}

// tells checks what the browser was told since the last call.
func (r *fenceRig) tells(want ...string) {
	r.Helper()
	r.Settle(r.Context())
	got := strings.Join(r.fences.calls, "; ")
	r.fences.calls = nil
	if want := strings.Join(want, "; "); got != want {
		r.Errorf("the browser was told\n%s\nwant\n%s", got, want)
	}
}

func (r *fenceRig) up() error {
	r.Helper()
	up := r.opens.Listener.RequestsHeld(r.agent, true)
	if up == nil {
		return nil
	}
	return up(r.Context())
}

// born has a tab come that a page opened, as far as the browser tells.
func (r *fenceRig) born(opener int, url string) (tab int) {
	r.Helper()
	t, err := r.browser.Create(r.Context(), 0, "about:blank", false)
	if err != nil {
		r.Fatal(err)
	}
	r.Settle(r.Context())
	r.fences.calls = nil
	r.TabRemoved(t.ID) // the browser of the test tells less than Chrome: tell it again
	r.TabCreated(dispatch.TabInfo{ID: t.ID, WindowID: t.WindowID, URL: url, Opener: opener})
	return t.ID
}

// TestRequestFilter: whom the rules let through while the agent acts, and until when.
func TestRequestFilter(t *testing.T) {
	r := newFenceRig(t, `["bad.example"]`)
	if err := r.up(); err != nil {
		t.Fatal(err)
	}
	known := fmt.Sprint([]int{r.first, r.agent})
	r.tells("raise bad.example pass " + known)
	if r.opens.Listener.RequestsHeld(r.agent, true) != nil {
		t.Error("an action waits for what stands already")
	}

	child := r.born(r.agent, "")
	r.tells()
	r.TabNavigated(child, "about:blank")
	r.TabNavigated(child, "https://bad.example/x")
	r.Settle(t.Context())
	if _, err := r.browser.Get(t.Context(), child); err == nil {
		t.Error("a tab without a page stays")
	}
	if got, want := strings.Join(r.opens.asked, "; "), fmt.Sprint(r.agent, " https://bad.example/x true"); got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	r.tells()

	background := r.born(r.first, "") // Chrome names the tab that is shown
	r.TabNavigated(background, "https://good.example/")
	r.tells(fmt.Sprint("then pass ", []int{r.first, r.agent, background}))
	r.opens.Awaited = r.agent
	r.TabNavigated(r.born(r.first, ""), "https://good.example/") // but the agent's page has said so
	r.tells()
	r.opens.Awaited = 0

	fresh := r.born(r.agent, "chrome://newtab/") // the person's key
	r.tells(fmt.Sprint("then pass ", []int{r.first, r.agent, background, fresh}))

	slow := r.born(r.agent, "")
	r.opens.Listener.RequestsHeld(r.agent, false)
	r.tells(fmt.Sprint("then pass all but ", []int{slow}))
	r.TabNavigated(slow, "https://good.example/")
	r.tells("lower")

	if err := r.up(); err != nil { // what its page opened before is not let through
		t.Fatal(err)
	}
	r.Settle(t.Context())
	if got := strings.Join(r.fences.calls, ""); strings.Contains(got, fmt.Sprint(slow)) || !strings.Contains(got, fmt.Sprint(background)) {
		t.Error(got)
	}
	r.born(r.agent, "")
	r.opens.Listener.RequestsHeld(r.agent, false)
	r.Settle(t.Context())
	r.fences.calls = nil
	r.clock.Advance(time.Minute) // not every answer becomes a page
	r.tells("lower")
}

func TestRequestFilter_Nothing(t *testing.T) {
	r := newFenceRig(t, `[]`)
	if r.opens.Listener.RequestsHeld(r.agent, true) != nil {
		t.Error("an action waits for nothing")
	}
	r.tells()
}

// TestRequestFilter_Fails: what the browser does not take is refused as a whole, and
// where it does not take that either nothing is done.
func TestRequestFilter_Fails(t *testing.T) {
	r := newFenceRig(t, `["bad.example"]`)
	known := fmt.Sprint([]int{r.first, r.agent})
	r.fences.fail = 1
	if err := r.up(); err != nil {
		t.Fatal(err)
	}
	r.tells("raise bad.example pass "+known, "raise * pass "+known)
	r.opens.Listener.RequestsHeld(r.agent, false)
	r.tells("lower")
	r.fences.fail = 2
	if err := r.up(); err == nil {
		t.Error("an action goes on without a fence")
	}
	if err := r.up(); err != nil { // better now
		t.Fatal(err)
	}
}

// TestRequestFilter_Policy: the rules follow the lists before the next command leaves.
func TestRequestFilter_Policy(t *testing.T) {
	r := newFenceRig(t, `["bad.example"]`)
	if err := r.up(); err != nil {
		t.Fatal(err)
	}
	r.Settle(t.Context())
	r.fences.calls = nil
	r.SetControlEndpoints("https://lever.example")
	r.tells("raise bad.example pass " + fmt.Sprint([]int{r.first, r.agent}))
	r.StorageChanged("local", session.KeyBlocklist)
	r.tells("raise bad.example pass " + fmt.Sprint([]int{r.first, r.agent}))
}
