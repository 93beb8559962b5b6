package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
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

// specs are of one browser of each host. What the direct host does in a run, those have it do
// that are its own.
var specs = []struct {
	name string
	host e2e.Host // "" for each
	do   func(*testing.T, *e2e.Product)
}{
	{"a task", "", task},
	{"in the tab in front", e2e.Worker, current},
	{"a press that pays", "", sink},
	{"a question unfolds", "", unfolds},
	{"research", "", research},
	{"the person acts", "", personActs},
	{"in place", e2e.Worker, inPlace},
	{"in place, strict", e2e.Worker, inPlaceStrict}, // the last: the browser stays so
	{"tabs", e2e.Direct, tabs},
	{"a small window", e2e.Direct, smallWindow},
	{"outcomes", e2e.Direct, outcomes},
	{"episodes", e2e.Direct, episodesDone},
}

// TestRun: a run goes through the model's server, the door and a real browser.
func TestRun(t *testing.T) {
	for _, host := range []e2e.Host{e2e.Worker, e2e.Direct} {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel() // it is mostly waited for
			b := e2e.New(t, e2e.Options{Host: host})
			for _, s := range specs {
				if s.host != "" && s.host != host {
					continue
				}
				t.Run(s.name, func(t *testing.T) {
					if s.host == "" && host == e2e.Direct {
						size.LeaveToAll(t, size.OtherHost)
					}
					s.do(t, b)
				})
			}
		})
	}
}

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
		e2e.HTML(w, string(page))
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
	return site(t, mux) + "/", clicks
}

// site serves pages until the test ends.
func site(t testing.TB, h http.Handler) (url string) {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// operator is the client of whoever may start runs.
func operator(b *e2e.Product) *httpapi.Client {
	return person(b.Main)
}

// start begins a run through the door.
func start(t testing.TB, b *e2e.Product, w runs.Wanted) runs.View {
	t.Helper()
	body, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return starts(t, operator(b), string(body))
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

// task: a task goes from words to a press that the page sees, and back to proof that it shows.
func task(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	url, clicks := tea(t)
	server := e2e.Scripted(t, b.Home(), fakemodel.Presser("Add Darjeeling", "In the basket: Darjeeling."))
	v := start(t, b, runs.Wanted{Task: "Put Darjeeling into the basket.", URL: url})
	list := watch(t, b, v.ID, nil)
	end := list[len(list)-1]
	is.Equal(end.Status, core.Done)
	is.True(strings.Contains(end.Summary, "In the basket: Darjeeling."))
	is.Equal(soon(t, clicks), "Add Darjeeling")
	is.Equal(len(clicks), 0) // once
	is.Equal(server.Refused(), nil)
	names := ""
	for _, u := range list {
		is.True(u.Type != runs.Asks) // what has no consequence
		if u.Type == runs.Calls {
			names += u.Name + " "
		}
	}
	is.Equal(names, "extract click done ") // the press tells what the page announced
}

// current: a run works in the tab that the person looks at. Only a browser with windows tells
// which that is.
func current(t *testing.T, b *e2e.Product) {
	is := is.New(t)
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
	is.Equal(soon(t, clicks), "Add Darjeeling")
}
