package direct

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// begin returns a host that looks for its browser at address. Its pauses take
// no time and are noted.
func begin(t *testing.T, address string, o Options) (*Host, *pauses) {
	t.Helper()
	o.Engine = func() string { return "" }
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	p := &pauses{}
	h.pause = p.pause
	h.Point(parsed(t, address))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		h.Close(ctx)
	})
	return h, p
}

func parsed(t *testing.T, address string) Endpoint {
	t.Helper()
	e, err := ParseEndpoint(address)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

type pauses struct {
	mu   sync.Mutex
	list []time.Duration
	hook func(n int)
}

func (p *pauses) pause(ctx context.Context, d time.Duration) {
	p.mu.Lock()
	p.list = append(p.list, d)
	n, hook := len(p.list), p.hook
	p.mu.Unlock()
	if hook != nil {
		hook(n)
	}
	select { // so that a test that waits gets the processor
	case <-time.After(time.Millisecond):
	case <-ctx.Done():
	}
}

func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); time.Now().Before(until); time.Sleep(time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatal("it did not happen: ", what)
}

func connected(t *testing.T, h *Host) {
	t.Helper()
	eventually(t, "a connection", func() bool { return h.State().Connected })
}

func list(t *testing.T, h *Host) protocol.TabsResult {
	t.Helper()
	r, err := h.Do(t.Context(), protocol.GetTabs{})
	if err != nil {
		t.Fatal(err)
	}
	return r.(protocol.TabsResult)
}

func TestHost_ListsTheProfilesTabs(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/", "https://b.example/", "chrome://settings/")
	f.change(func() { f.add("https://private.example/", "X") })
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	got := list(t, h)
	is.Equal(len(got), 2) // neither the browser's own page nor the private one
	is.Equal(got[0].URL, "https://a.example/")
	is.Equal(got[1].TabID, got[0].TabID+1)
	is.Equal(h.State().Browser, "Chrome/1")
}

func TestHost_KeepsTheNumbersOfTabsOverALostConnection(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/", "https://b.example/")
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	before := list(t, h)
	f.change(func() { f.tabs = f.tabs[1:] }) // closed while nobody looked
	f.cut()
	eventually(t, "a second connection", func() bool { return f.count("Browser.getVersion") == 2 && h.State().Connected })
	after := list(t, h)
	is.Equal(len(after), 1)
	is.Equal(after[0], before[1])
}

func TestHost_StartsFreshAtAnotherAddress(t *testing.T) {
	is := is.New(t)
	file := filepath.Join(t.TempDir(), "direct.json")
	f := newBrowserFake(t, "https://a.example/")
	h, _ := begin(t, f.URL, Options{File: file})
	connected(t, h)
	before := list(t, h)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	f.change(func() { f.mute["Page.enable"] = true })
	_, err := h.Do(ctx, protocol.Extract{OnTab: protocol.OnTab{TabID: before[0].TabID}})
	is.True(err != nil)
	is.Equal(len(h.Sessions()), 1)
	f.change(func() {
		f.path = "/devtools/browser/two" // the browser was started again
		f.tabs[0]["targetId"] = "fresh"
	})
	f.cut()
	eventually(t, "a second connection", func() bool { return f.count("Browser.getVersion") == 2 && h.State().Connected })
	is.Equal(len(h.Sessions()), 0)
	is.True(list(t, h)[0].TabID > before[0].TabID)
	_, err = h.Do(t.Context(), protocol.Extract{OnTab: protocol.OnTab{TabID: before[0].TabID}})
	is.Equal(protocol.CodeOf(err), protocol.CodeTabNotFound)
	data, err := os.ReadFile(file)
	is.NoErr(err)
	is.True(strings.Contains(string(data), `"tab_closed"`)) // the audit log has the end
}

func TestHost_TriesAgainMoreAndMoreRarely(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t)
	f.refuse = 503
	h, err := New(Options{Engine: func() string { return "" }})
	is.NoErr(err)
	defer h.Close(t.Context())
	p := &pauses{hook: func(n int) {
		if n == 8 {
			f.change(func() { f.refuse = 0 })
		}
	}}
	h.pause = p.pause
	_, err = h.Do(t.Context(), protocol.GetTabs{})
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	h.Point(parsed(t, f.URL))
	connected(t, h)
	second := time.Second
	p.mu.Lock()
	defer p.mu.Unlock()
	is.Equal(p.list, []time.Duration{second / 2, second, 2 * second, 4 * second, 8 * second, 10 * second, 10 * second, 10 * second})
}

// What is under way when the connection ends is answered at once.
func TestHost_AnswersWhatALostConnectionCutOff(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/")
	f.mute["Page.enable"] = true
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	tab := list(t, h)[0].TabID
	failed := make(chan error, 1)
	go func() {
		_, err := h.Do(t.Context(), protocol.Extract{OnTab: protocol.OnTab{TabID: tab}})
		failed <- err
	}()
	eventually(t, "the attach", func() bool { return f.count("Page.enable") == 1 })
	start := time.Now()
	f.change(func() { f.refuse = 503 })
	f.cut()
	err := <-failed
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.True(strings.Contains(err.Error(), "detached") || strings.Contains(err.Error(), "connect"))
	is.True(time.Since(start) < 4*time.Second)
}

// A session that Chrome ends takes its commands along, answered or not.
func TestHost_AnswersWhatAClosedTabCutOff(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/")
	f.mute["Page.enable"] = true
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	tab := list(t, h)[0].TabID
	failed := make(chan error, 1)
	go func() {
		_, err := h.Do(t.Context(), protocol.Extract{OnTab: protocol.OnTab{TabID: tab}})
		failed <- err
	}()
	eventually(t, "the attach", func() bool { return f.count("Page.enable") == 1 })
	var id any
	f.change(func() { id = f.tabs[0]["targetId"]; f.tabs = nil })
	f.say("Target.detachedFromTarget", map[string]any{"sessionId": "S2", "targetId": id})
	f.say("Target.targetDestroyed", map[string]any{"targetId": id})
	is.Equal(protocol.CodeOf(<-failed), protocol.CodeSessionNotFound) // whichever of the two is heard first
}

func TestHost_CloseClosesTheAgentsTabs(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/")
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	_, err := h.Do(t.Context(), protocol.OpenTab{URL: "about:blank"})
	is.NoErr(err)
	is.Equal(f.count("Target.createTarget"), 1)
	h.Close(t.Context())
	is.True(f.count("Target.closeTarget") > 0)
	f.change(func() { is.Equal(len(f.tabs), 1) }) // the person's stays
	_, err = h.Do(t.Context(), protocol.GetTabs{})
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
}

// TestDetach_WhileAnotherDoes: nobody is told that a tab is detached while it is not yet.
func TestDetach_WhileAnotherDoes(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/")
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	tab := list(t, h)[0].TabID
	cdp := port{h.life.chrome}
	is.NoErr(cdp.Attach(t.Context(), tab))
	f.change(func() { f.mute["Target.detachFromTarget"] = true })
	first, giveUp := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- cdp.Detach(first, tab) }()
	eventually(t, "the first detach", func() bool { return f.count("Target.detachFromTarget") == 1 })
	ended, end := context.WithCancel(t.Context())
	end()
	is.Equal(cdp.Detach(ended, tab), context.Canceled) // it would have had to wait
	giveUp()
	is.NoErr(<-done)
	is.NoErr(cdp.Detach(t.Context(), tab))
}

func TestHost_SurvivesATitleWithHalfACharacter(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/")
	h, _ := begin(t, f.URL, Options{})
	connected(t, h)
	info, err := decode[struct {
		Title string `json:"title"`
	}]([]byte(`{"title":"a\ud83d"}`))
	is.NoErr(err)
	is.Equal(info.Title, "a\ufffd")
	is.Equal(len(list(t, h)), 1)
}

// open is an action that opens a tab.
var open = protocol.OpenTab{URL: "about:blank"}

// A bua that was killed cannot end its sessions; the next one with the same log
// says that they are over.
func TestHost_EndsTheSessionsOfAKilledOne(t *testing.T) {
	is := is.New(t)
	file := filepath.Join(t.TempDir(), "direct.json")
	f := newBrowserFake(t)
	h, _ := begin(t, f.URL, Options{File: file})
	connected(t, h)
	_, err := h.Do(t.Context(), open)
	is.NoErr(err)
	log, err := os.ReadFile(file)
	is.NoErr(err)
	is.True(strings.Contains(string(log), `"start"`))
	is.True(!strings.Contains(string(log), `"end"`))

	copied := filepath.Join(t.TempDir(), "direct.json")
	is.NoErr(os.WriteFile(copied, log, 0o600)) // as the killed one left it
	next, _ := begin(t, f.URL, Options{File: copied})
	connected(t, next)
	list(t, next)
	is.Equal(len(next.Sessions()), 0)
	eventually(t, "the end in the log", func() bool {
		log, err := os.ReadFile(copied)
		return err == nil && strings.Contains(string(log), "extension_reload")
	})
}

// As soon as another browser is pointed at, no action goes to the old one.
func TestHost_PointedElsewhere(t *testing.T) {
	is := is.New(t)
	one, two := newBrowserFake(t, "https://one.example/"), newBrowserFake(t, "https://two.example/")
	h, _ := begin(t, one.URL, Options{})
	connected(t, h)
	is.Equal(list(t, h)[0].Domain, "one.example")
	h.Point(parsed(t, two.URL))
	is.Equal(list(t, h)[0].Domain, "two.example") // it waits for the connection
	eventually(t, "the end of the old connection", func() bool {
		one.mu.Lock()
		defer one.mu.Unlock()
		return len(one.live) == 0
	})
}
