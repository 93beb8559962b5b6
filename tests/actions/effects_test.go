package actions_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specFollowed: an answer without effects says that nothing followed, and what was pressed is
// told with its new state.
func specFollowed(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/states.html")
	const key = "press_key: "
	s.rows(t,
		row{name: "a click on what does nothing", do: "click #inert", none: true},
		row{name: "a click that marks something", do: "click #marks", fx: fx{"held": nil, "dom": true}},
		row{name: "a click that goes to a part of the page", page: "/states.html", do: "click #turns", fx: fx{"navigated": true, "dom": nil}},
		row{name: "a label", do: "click #agree", fx: fx{"state": `checkbox "Agree" checked`}},
		row{name: "a label again", do: "click #agree", fx: fx{"state": `checkbox "Agree" not checked`}},
		row{name: "a button that stays pressed", do: "click #mute", fx: fx{"state": `button "Mute" pressed`}},
		row{name: "and goes up", do: "click #mute", fx: fx{"state": `button "Mute" not pressed`}},
		row{name: "a button that does nothing", do: "click #plain", fx: fx{"state": nil}},
	)
	for _, c := range []struct {
		on, key string
		state   []any
	}{
		{"tick", " ", []any{`checkbox "Agree" checked`, `checkbox "Agree" not checked`}},
		{"hunt", "Escape", []any{`searchbox "Find" = ""`, nil}},
		{"word", "x", []any{`textbox "Word" = (filled, 1 character)`, `textbox "Word" = (filled, 2 characters)`}},
		{"size", "ArrowDown", []any{`combobox "Size" = "L"`, nil}},
	} {
		s.js(t, c.on+".focus()")
		for _, state := range c.state {
			s.rows(t, row{name: "a key in " + c.on, do: key + c.key, fx: fx{"state": state}})
		}
	}
}

// specMotion: pages that fade, open and move what an action is for. It is read when it stands.
func specMotion(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := &stage{b, site, 0}
	for _, c := range []struct {
		name, do, text string
		shows          bool
	}{
		{"what fades out has gone", "click #close", "Are you sure", false}, {"what opens shows", "click #open", "Details", true},
		{"what comes stands", "click #add", "Saved, all", true}, {"what hovering shows has come", "hover #row", "Card *x*", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.show(t, "/moves.html").do(t, c.do)
			is.New(t).Equal(strings.Contains(b.Extract(t, s.tab, nil).Markdown, c.text), c.shows)
		})
	}
	s.rows(t, row{name: "what never stands or takes long is not waited for", page: "/moves.html", do: "click #calm", js: "slow.getAnimations().length", is: 1.0})
}

// waits answers a path when it is released, or never.
func waits(t *testing.T, site *e2e.Site, path, kind, body string) (release chan<- struct{}) {
	free, over := make(chan struct{}, 9), make(chan struct{})
	t.Cleanup(func() { close(over) })
	site.Mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-free:
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write([]byte(body))
		case <-over:
		case <-r.Context().Done():
		}
	})
	return free
}

// specRequests: pages that ask a server and show what it answers, as most applications do. An
// act is done when that is there.
func specRequests(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const work = 400 * time.Millisecond
	slow := func(path, kind, body string) {
		site.Mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(work):
			case <-r.Context().Done():
			}
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write([]byte(body))
		})
	}
	slow("/saved", "text/plain", "Saved")
	slow("/part.js", "text/javascript", "document.getElementById('out').textContent = 'Drawn'")
	waits(t, site, "/hangs", "", "")
	for path, status := range map[string]int{"/orders/3": 201, "/orders": 403} {
		site.Mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
	}
	site.Mux.HandleFunc("/cut", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	site.Mux.HandleFunc("/tasks.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(`fetch('/hangs')`))
	})
	const page = "/asking.html"
	s := &stage{b, site, 0}
	for _, c := range []struct{ name, do, shows string }{
		{"fetch", "click #save", "Saved"}, {"XMLHttpRequest", "click #xhr", "Saved"}, {"a script", "click #part", "Drawn"}, {"what typing asks for", "type #find: abc", "Saved"},
		{"one request after another", "click #chain", "Saved"}, {"what is drawn a moment later", "click #later", "Saved"},
	} {
		s.rows(t, row{name: c.name, page: page, do: c.do, fx: fx{"dom": true}, js: "out.textContent", is: c.shows})
	}
	s.rows(t,
		row{name: "a navigation that an answer begins", page: page, do: "click #went", fx: fx{"navigated": true}, js: "location.pathname", is: "/blank.html"},
		row{name: "what was sent is told, with the answer", page: page, do: "click #put", fx: fx{"sent": []any{"PUT /orders/3: 201"}}},
		row{name: "one after another", do: "click #refused", fx: fx{"sent": []any{"POST /orders: 403", "GET /no-such: 404"}}},
		row{name: "one that was cut", do: "click #cut", fx: fx{"sent": []any{"POST /cut: failed"}}},
		row{name: "but no reading", do: "click #get", fx: fx{"sent": nil}},
		row{name: "a worker is not waited for", do: "evaluate: self.kept = new Worker('/tasks.js?1'), 0", fx: fx{"unsettled": nil}},
		row{name: "nor one that is shared", do: "evaluate: self.kept = new SharedWorker('/tasks.js?2'), 0", fx: fx{"unsettled": nil}},
		row{name: "what never comes is told", do: "click #hangs", fx: fx{"unsettled": "the page was still waiting for 1 request after 2000 ms"}},
		row{name: "and waited for once", do: "click #hangs", fx: fx{"unsettled": nil}},
		row{name: "what a new page asks for", page: page + "?first", do: "extract", says: "Saved"},
	)
}
