package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/httpapi"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
)

// counterpart is a shop on the web: what was taken is the server's.
type counterpart struct {
	all   int
	mu    sync.Mutex
	taken map[string]int
	// asked are its requests, in order, with how much was taken before each.
	asked []string
}

func (c *counterpart) count() int { c.mu.Lock(); defer c.mu.Unlock(); return len(c.taken) }

// once says that everything was taken, and nothing twice.
func (c *counterpart) once(t testing.TB) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, times := range c.taken {
		if times != 1 {
			t.Errorf("%s was taken %d times: %q", n, times, c.asked)
		}
	}
	if len(c.taken) != c.all {
		t.Errorf("taken: %v", c.taken)
	}
}

func (c *counterpart) page(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, fmt.Sprintf("%s %s at %d %s", r.Method, r.URL, len(c.taken), r.Header.Get("Cache-Control")))
	if r.Method == http.MethodPost {
		c.taken[r.URL.Query().Get("n")]++
		w.WriteHeader(http.StatusNoContent)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = fmt.Fprintf(w, "<!doctype html><title>Shop</title><p id=p>%d of %d are taken.</p>", len(c.taken), c.all)
	for i := range c.all {
		if n := fmt.Sprint(i + 1); c.taken[n] == 0 {
			_, _ = fmt.Fprintf(w, `<button type="button" onclick="fetch('/?n=%s',{method:'POST'}).then(()=>location.reload())">Take %s</button>`, n, n)
		}
	}
}

// TestKill: the backend of a run in a real browser is killed again and again, in the
// middle of whatever it does, and started again. The run comes to its end, and
// everything was taken once.
func TestKill(t *testing.T) {
	t.Parallel() // it is mostly waited for
	is := is.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	shop := &counterpart{all: 6, taken: map[string]int{}}
	url := site(t, http.HandlerFunc(shop.page))
	home := app.Home(t.TempDir())
	e2e.Scripted(t, home, taker)
	browser, err := chromium.Launch(ctx, chromium.Options{Headless: true, Debug: true})
	is.NoErr(err)
	t.Cleanup(browser.Close)
	binary := e2e.Binary(t)

	var serving *exec.Cmd
	serve := func() *httpapi.Client {
		serving = exec.Command(binary, "serve", "--cdp", browser.DevTools, "--listen", "127.0.0.1:0", "--config-dir", string(home))
		is.NoErr(serving.Start())
		for {
			if c, err := app.ConnectOperator(ctx, home); err == nil {
				if s, err := c.Status(ctx); err == nil && len(s.Devices) == 1 && s.Devices[0].Connected {
					return c
				}
			}
			if time.Sleep(20 * time.Millisecond); ctx.Err() != nil {
				t.Fatal("the backend does not come up")
			}
		}
	}
	kill := func() {
		_ = serving.Process.Kill()
		_ = serving.Wait()
	}
	t.Cleanup(kill)
	c := serve()
	v := starts(t, c, `{"task":"Take everything.","url":"`+url+`/","steps":100}`)
	var last runs.Update
	kills := 0
	for entry := 4; ; entry += 9 { // a restart alone is some entries: its tab has another number
		watching, enough := context.WithCancel(ctx)
		_ = c.WatchRun(watching, v.ID, 0, func(update json.RawMessage) error {
			last = runs.Update{}
			if err := json.Unmarshal(update, &last); err != nil {
				return err
			}
			if last.Entry >= entry && !runs.Ended(last.Status) {
				enough()
			}
			return nil
		})
		enough()
		if runs.Ended(last.Status) || ctx.Err() != nil {
			break
		}
		kill()
		kills++
		c = serve()
	}
	if last.Status != core.Done {
		_ = c.WatchRun(ctx, v.ID, 0, func(update json.RawMessage) error { t.Logf("%s", update); return nil })
	}
	is.Equal(last.Status, core.Done)
	is.True(kills >= 3)
	shop.once(t)
	is.True(strings.Contains(last.Summary, "taken"))
	t.Logf("%d kills", kills)
}
