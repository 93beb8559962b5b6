package runs

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// library is a browser in which every address is a page. It is an [runs.Browser].
type library struct {
	mu   sync.Mutex
	tabs map[int]string
	next int
	most int // tabs that were open at once
	// at is called before the nth action of the research's.
	n  int
	at func(n int)
}

// Do implements [runs.Browser].
func (l *library) Do(_ context.Context, _ runs.Owner, a protocol.Action, _ runs.May) (protocol.Result, error) {
	l.mu.Lock()
	if a.Tab() != 8 && l.next > 7 { // the run's own tab is 8
		l.n++
		if n := l.n; l.at != nil {
			l.mu.Unlock()
			l.at(n)
			l.mu.Lock()
		}
	}
	defer l.mu.Unlock()
	if _, there := l.tabs[a.Tab()]; a.Tab() != 0 && !there {
		return nil, protocol.NewError(protocol.CodeTabNotFound, "there is no such tab")
	}
	switch a := a.(type) {
	case protocol.OpenTab:
		l.next++
		l.tabs[l.next] = a.URL
		l.most = max(l.most, len(l.tabs))
		return protocol.OpenTabResult{TabID: l.next}, nil
	case protocol.Navigate:
		if strings.Contains(a.URL, "blocked") {
			return nil, protocol.NewError(protocol.CodeDomainBlocked, "the site is blocked")
		}
		l.tabs[a.TabID] = a.URL
	case protocol.CloseTab:
		delete(l.tabs, a.TabID)
	case protocol.Extract:
		url := l.tabs[a.TabID]
		return protocol.ExtractResult{URL: url, Title: "Book", Markdown: "The price is " + url[len(url)-1:] + " crowns."}, nil
	case protocol.GetTabs:
		list := protocol.TabsResult{}
		for id, url := range l.tabs {
			list = append(list, protocol.Tab{TabID: id, URL: url})
		}
		return list, nil
	}
	return protocol.OK{OK: true}, nil
}

// Await implements [runs.Browser].
func (l *library) Await(ctx context.Context, _ runs.Owner) error { return ctx.Err() }

// alone waits until the run's own tab alone is open.
func (l *library) alone(t testing.TB) {
	t.Helper()
	e2e.Await(t, "the run's own tab alone is open", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.tabs) == 1
	})
}

// researcher asks for the same six addresses until it is told of them, and tells all.
func researcher(r chat.Request) fakemodel.Say {
	last := lastResult(r)
	if !strings.Contains(last, "1. https://") {
		return act("research", `{"urls":["https://a.test/1","https://a.test/2","https://blocked.test/3","https://a.test/4","https://a.test/5","https://a.test/6"],"query":"price"}`)
	}
	return act("done", `{"outcome":"done","summary":"`+fmt.Sprint(strings.Count(last, "The price is"))+` prices","evidence":["price is 6"]}`)
}

// TestResearch_Broken: a run that reads six addresses and is stopped, or whose process is
// killed, at any of the browser's actions leaves no tab open; killed, it reads them again
// and comes to its end.
func TestResearch_Broken(t *testing.T) {
	broken := func(t *testing.T, at int, stops bool) (came bool) {
		is := is.New(t)
		models, _ := served(t, researcher)
		l, lib := alive(0), &library{tabs: map[int]string{}, next: 7}
		there, done := make(chan struct{}), make(chan struct{})
		lib.at = func(n int) {
			if n == at {
				close(there)
				wait(t, done)
			}
		}
		in := func(o *runs.Options) { o.Browser = lib }
		rs := process(t, l, models, in)
		v := started(t, rs, runs.Wanted{Task: "Which book at a.test is the cheapest?", URL: "https://a.test/"})
		over := make(chan runs.View, 1)
		if at == 0 {
			close(done)
			v = end(t, rs, v.ID)
			is.Equal(v.Status, core.Done)
			is.Equal(v.Summary, "5 prices")
			is.True(lib.most <= 5) // its own, and four
			lib.alone(t)
			return true
		}
		go func() {
			defer close(over)
			over <- end(t, rs, v.ID)
		}()
		select {
		case <-there:
		case <-over:
			close(done)
			return false
		}
		if stops {
			is.NoErr(rs.Stop("ann", v.ID))
			close(done)
			is.Equal((<-over).Status, core.Ended)
			lib.alone(t)
			return true
		}
		time.AfterFunc(time.Millisecond, func() { close(done) }) // Close waits for what is under way, of which the run hears no more
		rs.Close()
		rs = restored(t, process(t, l, models, in))
		v = end(t, rs, v.ID)
		is.Equal(v.Summary, "5 prices")
		lib.alone(t)
		return true
	}
	t.Run("not broken", func(t *testing.T) { broken(t, 0, false) })
	for _, stops := range []bool{true, false} {
		for at := 1; ; at++ {
			came := false
			if !t.Run(fmt.Sprintf("stop %v at %d", stops, at), func(t *testing.T) { came = broken(t, at, stops) }) || !came {
				break
			}
		}
	}
}

// research: several pages are read side by side in tabs that are
// closed again, each cut to what is asked; what is blocked or not there is told beside.
func research(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, "<!doctype html><title>Start</title><p>Begin here.")
	})
	mux.HandleFunc("GET /book/{n}", func(w http.ResponseWriter, r *http.Request) {
		e2e.HTML(w, "<!doctype html><title>Book "+r.PathValue("n")+"</title><h1>A book</h1>"+strings.Repeat("<p>Much is told of it, at length and in vain.</p>", 200)+"<p>Its price is "+r.PathValue("n")+" crowns.</p><ul><li><a href=/>Home</a></ul>")
	})
	mux.Handle("GET /moved", http.RedirectHandler("/book/7", http.StatusFound))
	url := site(t, mux)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	nobody := "http://" + free.Addr().String() + "/"
	_ = free.Close()
	b.Block(t, "blocked.test")
	n := 0
	e2e.Scripted(t, b.Home(), func(chat.Request) fakemodel.Say {
		if n++; n == 1 {
			return act("research", `{"urls":["`+url+`/book/1","`+url+`/book/2","`+nobody+`","http://blocked.test/x","`+url+`/book/5","`+url+`/moved"],"query":"price"}`)
		}
		return act("done", `{"outcome":"done","summary":"I have read them.","evidence":["Its price is 7 crowns"]}`)
	})
	v := start(t, b, runs.Wanted{Task: "Which book is the cheapest?", URL: url + "/"})
	text := ""
	list := watch(t, b, v.ID, nil)
	for _, u := range list {
		if u.Type == runs.Results && text == "" {
			text = u.Text
		}
	}
	t.Log(text)
	is.Equal(list[len(list)-1].Status, core.Done)
	for _, words := range []string{`"Book 1"`, "Its price is 1 crowns.", "Its price is 2 crowns.", "Its price is 5 crowns.", "/book/7", "Its price is 7 crowns.", "4. http://blocked.test/x\ndomain_blocked: "} {
		is.True(strings.Contains(text, words)) // words
	}
	is.Equal(strings.Count(text, "in vain"), 0)
	is.True(len(text) < 4300)
	tabs, _ := b.Get(t, `{"type":"get_tabs"}`)["tabs"].([]any)
	open := fmt.Sprint(tabs)
	is.True(!strings.Contains(open, "/book/") && !strings.Contains(open, "blocked.test") && strings.Count(open, url) == 1) // the run's own tab
}
