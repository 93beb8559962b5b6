package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// tea is the page of the demonstration, which tells each click.
func tea(t testing.TB) (url string, clicks chan string) {
	t.Helper()
	page, err := os.ReadFile("../../build/start/page.html")
	if err != nil {
		t.Fatal(err)
	}
	clicks = make(chan string, 16)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page)
	})
	mux.HandleFunc("POST /clicked", func(_ http.ResponseWriter, r *http.Request) {
		var c struct {
			Button  string
			Trusted bool
		}
		if json.NewDecoder(r.Body).Decode(&c) == nil && c.Trusted {
			clicks <- c.Button
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL + "/", clicks
}

// operator is the client of whoever may start runs.
func operator(b *e2e.Product) *httpapi.Client {
	return &httpapi.Client{Base: b.Main.URL(), Token: b.Main.OperatorToken()}
}

// start begins a run through the door.
func start(t testing.TB, b *e2e.Product, w runs.Wanted) runs.View {
	t.Helper()
	body, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	data, err := operator(b).StartRun(t.Context(), body)
	if err != nil {
		t.Fatal(err)
	}
	var v runs.View
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// watch reads what happens in a run until it ends, or until enough says so.
func watch(t testing.TB, b *e2e.Product, id string, enough func(runs.Update) bool) (list []runs.Update) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	err := operator(b).WatchRun(ctx, id, 0, func(data json.RawMessage) error {
		var u runs.Update
		if err := json.Unmarshal(data, &u); err != nil {
			return err
		}
		list = append(list, u)
		if enough != nil && enough(u) {
			cancel()
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return list
}

// onEach tries something on each host. What the direct host does in a run, TestEpisodes
// and TestKill have it do.
func onEach(t *testing.T, f func(t *testing.T, b *e2e.Product)) {
	for _, host := range []e2e.Host{e2e.Worker, e2e.Direct} {
		t.Run(string(host), func(t *testing.T) {
			if host == e2e.Direct {
				size.LeaveToAll(t, size.OtherHost)
			}
			f(t, e2e.New(t, e2e.Options{Host: host}))
		})
	}
}

// TestRun: a task goes from words through the model's server, the door and the
// browser to a press that the page sees, and back to proof that it shows.
func TestRun(t *testing.T) {
	onEach(t, func(t *testing.T, b *e2e.Product) {
		is := is.New(t)
		url, clicks := tea(t)
		server := e2e.Scripted(t, b.Home(), fakemodel.Presser("Add Darjeeling", "In the basket: Darjeeling."))
		v := start(t, b, runs.Wanted{Task: "Put Darjeeling into the basket.", URL: url})
		list := watch(t, b, v.ID, nil)
		end := list[len(list)-1]
		is.Equal(end.Status, core.Done)
		is.True(strings.Contains(end.Summary, "In the basket: Darjeeling."))
		is.Equal(<-clicks, "Add Darjeeling")
		is.Equal(len(clicks), 0) // once
		is.Equal(server.Refused(), nil)
		names := ""
		for _, u := range list {
			if u.Type == runs.Calls {
				names += u.Name + " "
			}
		}
		is.Equal(names, "extract click done ") // the press tells what the page announced
	})
}

// TestRun_Current: a run works in the tab that the person looks at. Only a browser with
// windows tells which that is.
func TestRun_Current(t *testing.T) {
	is := is.New(t)
	b := e2e.New(t, e2e.Options{Host: e2e.Worker})
	url, clicks := tea(t)
	tab := b.OpenAsPerson(t, url)
	shown := 0
	b.InWorker(t, fmt.Sprintf("chrome.tabs.update(%d, {active: true}).then((t) => t.id)", tab), &shown)
	is.Equal(shown, tab)
	e2e.Scripted(t, b.Home(), fakemodel.Presser("Add Darjeeling", "In the basket: Darjeeling."))
	v := start(t, b, runs.Wanted{Task: "Put Darjeeling into the basket.", Current: true})
	is.Equal(v.Tab, tab)
	list := watch(t, b, v.ID, nil)
	is.Equal(list[len(list)-1].Status, core.Done)
	is.Equal(<-clicks, "Add Darjeeling")
}

// TestRun_AskMode: in ask mode nothing is pressed, whatever the model says.
func TestRun_AskMode(t *testing.T) {
	onEach(t, func(t *testing.T, b *e2e.Product) {
		is := is.New(t)
		url, clicks := tea(t)
		e2e.Scripted(t, b.Home(), fakemodel.Presser("Add Darjeeling", "In the basket: Darjeeling."))
		v := start(t, b, runs.Wanted{Task: "Put Darjeeling into the basket.", URL: url, Mode: core.ModeAsk})
		list := watch(t, b, v.ID, nil)
		is.Equal(list[len(list)-1].Status, core.Failed)
		is.Equal(len(clicks), 0)
	})
}

// TestCommand: a person gives the task in a terminal, watches it, and looks at it
// afterwards, with the backend and without. What needs no browser is TestTerminal's too.
func TestCommand(t *testing.T) {
	b := e2e.New(t, e2e.Options{Host: e2e.Direct})
	binary := e2e.Binary(t)
	command := func(in string, args ...string) (out, errs string, code int) {
		t.Helper()
		return e2e.Command(t, binary, b.Home(), in, args...)
	}
	url, clicks := tea(t)
	t.Run("without a model it says in three lines how to get one", func(t *testing.T) {
		size.LeaveToAll(t, size.Table)
		is := is.New(t)
		_, errs, code := command("", "run", "Put Darjeeling into the basket.", "--url", url)
		is.Equal(code, 1)
		is.Equal(strings.Count(errs, "\n"), 3)
		is.True(strings.Contains(errs, "ollama") && strings.Contains(errs, "key"))
	})
	e2e.Scripted(t, b.Home(), fakemodel.Presser("Add Darjeeling", "In the basket: Darjeeling."))
	id := ""
	t.Run("run", func(t *testing.T) {
		is := is.New(t)
		out, errs, code := command("", "run", "Put Darjeeling into the basket.", "--url", url)
		t.Logf("\n%s%s", errs, out)
		is.Equal(code, 0)
		is.True(strings.Contains(out, "In the basket: Darjeeling."))
		is.True(strings.Contains(errs, "click") && strings.Contains(errs, "tokens"))
		is.Equal(<-clicks, "Add Darjeeling")
		id, _, _ = strings.Cut(errs, " ")
	})
	t.Run("list, show, export and replay", func(t *testing.T) {
		is := is.New(t)
		out, _, code := command("", "runs", "list")
		is.Equal(code, 0)
		is.True(strings.Contains(out, id) && strings.Contains(out, "done"))
		_, shown, code := command("", "runs", "show", id)
		is.Equal(code, 0)
		is.True(strings.Contains(shown, "click"))
		journal, _, code := command("", "runs", "export", id)
		is.Equal(code, 0)
		is.True(strings.HasPrefix(journal, `{"head":`))
		_, replayed, code := command(journal, "runs", "replay", "-")
		is.Equal(code, 0)
		is.Equal(replayed, shown) // the journal is the run
	})
	t.Run("what is removed is gone", func(t *testing.T) {
		is := is.New(t)
		_, _, code := command("", "runs", "remove", id)
		is.Equal(code, 0)
		_, errs, code := command("", "runs", "show", id)
		is.Equal(code, 2)
		is.True(strings.Contains(errs, "no run"))
	})
	t.Run("Ctrl-C pauses, and resume goes on", func(t *testing.T) {
		is := is.New(t)
		policy, let := held(t, fakemodel.Presser("Add Assam", "In the basket: Assam."))
		server := e2e.Scripted(t, b.Home(), policy)
		release := sync.OnceFunc(func() { close(let) })
		t.Cleanup(release) // the server ends when its answers have
		c := exec.CommandContext(t.Context(), binary, "--config-dir", string(b.Home()), "run", "Put Assam into the basket.", "--url", url)
		var errs bytes.Buffer
		c.Stderr = &errs
		is.NoErr(c.Start())
		for len(server.Bodies()) == 0 { // the model is being asked
			time.Sleep(time.Millisecond)
		}
		is.NoErr(c.Process.Signal(os.Interrupt))
		_ = c.Wait()
		is.Equal(c.ProcessState.ExitCode(), 4)
		_, id, told := strings.Cut(errs.String(), "bua runs resume ") // nothing else may have been said by then
		is.True(told)
		id, _, _ = strings.Cut(id, "\n")
		release()
		out, _, code := command("", "runs", "resume", id)
		is.Equal(code, 0)
		is.True(strings.Contains(out, "In the basket: Assam."))
		is.Equal(<-clicks, "Add Assam")
		is.Equal(len(clicks), 0)
	})
	t.Run("a wrong command line", func(t *testing.T) {
		size.LeaveToAll(t, size.Table)
		for _, line := range [][]string{{"run"}, {"run", "x", "--mode", "god"}, {"run", "x", "--tab", "mine"}, {"run", "x", "--yes-to", "everything"},
			{"run", "x", "--max-cost", "much"}, {"run", "x", "--tab", "3", "--url", url}, {"runs", "show"}, {"runs", "replay", "/dev/null"}} {
			is := is.New(t)
			_, errs, code := command("", line...)
			is.Equal(code, 2)
			is.True(errs != "")
		}
	})
}
