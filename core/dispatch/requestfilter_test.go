package dispatch_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
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
	if what += " " + fmt.Sprint(pass.Tabs); len(pass.Sites) > 0 {
		what += " no workers of " + strings.Join(pass.Sites, ",")
	}
	f.calls = append(f.calls, what)
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

const noWorkers = " no workers of good.example"

// pass is what the browser is told where so many tabs are let through.
func pass(tabs ...int) string { return "then pass " + fmt.Sprint(tabs) + noWorkers }

// passBut is what it is told where all but those are.
func passBut(tabs ...int) string { return "then pass all but " + fmt.Sprint(tabs) + noWorkers }

// opens is a debugger that notes what it is asked to judge.
type opens struct {
	*coretest.Debugger
	asked []string
}

func (o *opens) Opens(opener int, url string, after bool, answer func(error)) bool {
	o.asked = append(o.asked, fmt.Sprint(opener, " ", url, " ", after))
	return o.Debugger.Opens(opener, url, after, answer)
}

// settledTabs has the worker's start wait for what it has begun.
type settledTabs struct {
	*coretest.Browser
	harness *fenceHarness
	once    sync.Once
}

func (s *settledTabs) List(ctx context.Context) ([]dispatch.TabInfo, error) {
	s.once.Do(func() { s.harness.Settle(ctx) })
	return s.Browser.List(ctx)
}

type fenceHarness struct {
	*testing.T
	*dispatch.Dispatcher
	fences  *fences
	opens   *opens
	browser *coretest.Browser
	store   *coretest.Store
	clock   *coretest.Clock
	agent   int // a tab that the agent acts in
	first   int // the person's
}

func newFenceHarness(t *testing.T, blocklist string) *fenceHarness {
	t.Helper()
	r := &fenceHarness{T: t, fences: &fences{}, browser: coretest.NewBrowser(), store: coretest.NewStore(), clock: coretest.NewClock()}
	r.store.Put(session.Local, session.KeyBlocklist, blocklist)
	r.start()
	r.tells("lower") // what an earlier worker may have left
	list, _ := r.browser.List(t.Context())
	r.first = list[0].ID
	res, err := r.Act(t.Context(), protocol.OpenTab{URL: "https://good.example/"})
	if err != nil {
		t.Fatal(err)
	}
	r.agent = res.(protocol.OpenTabResult).TabID
	if blocklist != "[]" {
		r.tells("raise bad.example pass all but " + fmt.Sprint([]int{r.agent}) + noWorkers)
	}
	return r
}

// start begins the worker, or another life of it.
func (r *fenceHarness) start() {
	r.Helper()
	b, clock := r.browser, r.clock
	r.Dispatcher, r.opens = dispatch.New(dispatch.Config{
		Tabs: &settledTabs{Browser: b, harness: r}, Windows: b, Presence: coretest.NewPresence(), Store: r.store, Clock: clock, CDP: coretest.NewCDP(), RequestFilters: r.fences,
	}, func(cdp debugger.CDP) *opens {
		by := coretest.NewDebugger(cdp, b)
		by.Clock = clock
		return &opens{Debugger: by}
	})
	b.Observe(r.Dispatcher)
	if err := r.Start(r.Context()); err != nil {
		r.Fatal(err)
	}
}

// tells checks what the browser was told since the last call.
func (r *fenceHarness) tells(want ...string) {
	r.Helper()
	r.Settle(r.Context())
	got := strings.Join(r.fences.calls, "; ")
	r.fences.calls = nil
	if want := strings.Join(want, "; "); got != want {
		r.Errorf("the browser was told\n%s\nwant\n%s", got, want)
	}
}

func (r *fenceHarness) up() error {
	r.Helper()
	up := r.opens.Listener.Acts(r.agent, true)
	if up == nil {
		return nil
	}
	return up(r.Context())
}

// born has a tab come that a page opened, as far as the browser tells.
func (r *fenceHarness) born(opener int, url string) (tab int) {
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

// TestRequestFilter: whom the rules let through while the agent has a session, and
// while it acts.
func TestRequestFilter(t *testing.T) {
	r := newFenceHarness(t, `["bad.example"]`)
	if err := r.up(); err != nil {
		t.Fatal(err)
	}
	r.tells(pass(r.first))
	if r.opens.Listener.Acts(r.agent, true) != nil {
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
	r.tells(pass(r.first, background))
	r.opens.Awaited = r.agent
	second := r.born(r.first, "") // but the agent's page has said so
	r.TabNavigated(second, "https://good.example/")
	r.tells()
	r.opens.Awaited = 0

	fresh := r.born(r.agent, "chrome://newtab/") // the person's key
	r.tells(pass(r.first, background, fresh))

	slow := r.born(r.agent, "")
	r.opens.Listener.Acts(r.agent, false)
	r.tells(passBut(r.agent, second, slow))
	r.TabNavigated(slow, "https://good.example/")
	r.tells() // the agent's page may lead it on at any time
	theirs := r.born(r.agent, "")
	r.TabNavigated(theirs, "https://bad.example/") // the person opened it
	r.tells()

	if err := r.up(); err != nil {
		t.Fatal(err)
	}
	r.tells(pass(r.first, background, fresh))
	r.opens.Listener.Acts(r.agent, false)
	r.tells(passBut(r.agent, second, slow))
	r.Stop(r.agent)
	r.tells("lower")
}

// TestRequestFilter_Coming: not every answer to what a page opened becomes a page.
func TestRequestFilter_Coming(t *testing.T) {
	r := newFenceHarness(t, `["bad.example"]`)
	if err := r.up(); err != nil {
		t.Fatal(err)
	}
	slow := r.born(r.agent, "")
	r.opens.Listener.Acts(r.agent, false)
	r.tells(passBut(r.agent, slow))
	r.Stop(r.agent)
	r.Settle(t.Context()) // the agent's tab is closed meanwhile
	if got, want := r.fences.calls[len(r.fences.calls)-1], "then pass all but "+fmt.Sprint([]int{slow}); got != want {
		t.Errorf("the browser was told %s at last, want %s", got, want)
	}
	r.fences.calls = nil
	r.clock.Advance(time.Minute)
	r.tells("lower")
}

// TestRequestFilter_Help: the person goes where they like in a tab that they have.
func TestRequestFilter_Help(t *testing.T) {
	r := newFenceHarness(t, `["bad.example"]`)
	done := make(chan error, 1)
	go func() {
		_, err := r.Act(t.Context(), please(r.agent, "sign in"))
		done <- err
	}()
	for !r.Asking() {
		runtime.Gosched()
	}
	r.tells("then pass all but []")
	r.Help(r.agent, 0, protocol.OutcomeDone)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	r.tells(passBut(r.agent))
}

// TestRequestFilter_Restart: a worker that starts again lets nothing through meanwhile.
func TestRequestFilter_Restart(t *testing.T) {
	r := newFenceHarness(t, `["bad.example"]`)
	r.start()
	r.tells(strings.Replace(passBut(r.agent), "then", "raise bad.example", 1))
}

// TestRequestFilter_Sites: workers are kept from it where the agent's pages are.
func TestRequestFilter_Sites(t *testing.T) {
	r := newFenceHarness(t, `["bad.example"]`)
	r.TabNavigated(r.agent, "https://other.example/")
	r.tells(strings.ReplaceAll(passBut(r.agent), "good.example", "other.example"))
}

func TestRequestFilter_Nothing(t *testing.T) {
	r := newFenceHarness(t, `[]`)
	if r.opens.Listener.Acts(r.agent, true) != nil {
		t.Error("an action waits for nothing")
	}
	r.tells()
}

// TestRequestFilter_Fails: what the browser does not take is refused as a whole, and
// where it does not take that either nothing is done.
func TestRequestFilter_Fails(t *testing.T) {
	r := newFenceHarness(t, `["bad.example"]`)
	r.fences.fail = 1
	r.StorageChanged("local", session.KeyBlocklist)
	r.tells(strings.Replace(passBut(r.agent), "then", "raise bad.example", 1), strings.Replace(passBut(r.agent), "then", "raise *", 1))
	r.fences.fail = 2
	r.StorageChanged("local", session.KeyBlocklist)
	r.Settle(t.Context())
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
	r := newFenceHarness(t, `["bad.example"]`)
	raised := strings.Replace(passBut(r.agent), "then", "raise bad.example", 1)
	r.SetControlEndpoints("https://control.example")
	r.tells(raised)
	r.StorageChanged("local", session.KeyBlocklist)
	r.tells(raised)
}
