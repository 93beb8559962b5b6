package runs

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
)

// outcome is a page on which one and the same act works, or fails.
type outcome struct {
	name  string
	steps []step
	// words are what shows when it has worked; value is what a box holds then, gone what
	// no longer shows.
	words, value, gone string
	page               string
	// good, bad and status are what the server answers to a form.
	good, bad string
	status    int
}

// script claims what a careless model would: the words that it expects, the same words
// as something that it has read, and what it has typed itself.
func (o outcome) script() script {
	s := script{steps: o.steps, claims: [][]claim{shows(o.words), {{Kind: "quote", Value: o.words}}}}
	switch first := o.steps[0]; {
	case first.call == "fill_form":
		s.claims = append(s.claims, holds(first.name, first.args["value"].(string)))
	case o.value != "":
		s.claims = append(s.claims, holds(first.name, o.value))
	case o.gone != "":
		s.claims = append(s.claims, []claim{{Kind: "no_text", Value: o.gone}})
	default:
		s.claims = append(s.claims, []claim{{Kind: "element", Value: first.name}})
	}
	return s
}

// scene is what every page of these begins with: whether it fails, and how it saves.
const scene = `<!doctype html><html lang="en"><title>Task</title><script>
const fails=location.pathname.includes("/fails/"), $=(id)=>document.getElementById(id), say=(id,t)=>{$(id).textContent=t};
const later=(ms)=>new Promise((f)=>setTimeout(f,ms));
const save=async(no)=>{const r=await fetch("save?no="+(no??500),{method:"POST"});return r.ok&&(await r.json()).ok};
</script><h1>Task</h1>`

// stage serves the pages, and counts what was saved at which.
type stage struct {
	*httptest.Server
	mu    sync.Mutex
	saved map[string]int
}

func newStage(t testing.TB, list []outcome) *stage {
	s := &stage{saved: map[string]int{}}
	at := func(r *http.Request) (outcome, string) {
		n, _ := strconv.Atoi(r.PathValue("n"))
		return list[n], r.PathValue("n") + "/" + r.PathValue("mode")
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{n}/{mode}/{$}", func(w http.ResponseWriter, r *http.Request) {
		o, _ := at(r)
		e2e.HTML(w, scene+o.page)
	})
	mux.HandleFunc("POST /{n}/{mode}/form", func(w http.ResponseWriter, r *http.Request) {
		o, key := at(r)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.PathValue("mode") == "works" {
			s.save(key)
			_, _ = fmt.Fprintf(w, "<!doctype html><title>Task</title><p>%s</p>", o.good)
			return
		}
		w.WriteHeader(max(o.status, 200))
		_, _ = io.WriteString(w, "<!doctype html><title>Task</title>"+o.bad)
	})
	mux.HandleFunc("POST /{n}/{mode}/save", func(w http.ResponseWriter, r *http.Request) {
		_, key := at(r)
		no, _ := strconv.Atoi(r.FormValue("no"))
		switch {
		case r.PathValue("mode") == "works":
			s.save(key)
			_, _ = io.WriteString(w, `{"ok":true}`)
		case no < 0:
			panic(http.ErrAbortHandler)
		case no == 0:
			<-r.Context().Done()
		default:
			w.WriteHeader(no)
			_, _ = io.WriteString(w, `{"ok":false}`)
		}
	})
	s.Server = httptest.NewServer(mux)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s
}

func (s *stage) save(key string) { s.mu.Lock(); defer s.mu.Unlock(); s.saved[key]++ }

func (s *stage) count(key string) int { s.mu.Lock(); defer s.mu.Unlock(); return s.saved[key] }

// tried reports whether this run tries a case of a list whose kinds are ten long each: the
// default suite has one of each kind.
func tried(i, one int) bool { return size.All() || i%10 == one }

// told has one spec for each case of a list that runs at once, with what was found.
func told(t *testing.T, name string, tried bool, found map[string]string, key string) {
	t.Run(name, func(t *testing.T) {
		if !tried {
			size.LeaveToAll(t, size.Trial)
		}
		if text, over := found[key]; !over || text != "" {
			t.Errorf("over: %t; %s", over, text)
		}
	})
}

// together is how many runs are let go on at a time.
const together = 8

// through runs a task to its end and says yes to whatever it asks.
func through(t testing.TB, b *e2e.Product, w runs.Wanted) (list []runs.Update, asked int) {
	v := start(t, b, w)
	last := 0
	list = watch(t, b, v.ID, func(u runs.Update) bool {
		if u.Question != nil && u.Question.ID > last {
			last = u.Question.ID
			asked++
			decide(t, b, v.ID, last, true)
		}
		return false
	})
	return list, asked
}

// outcomes has a careless model claim that it is done, on pages on which an act
// works and on the same pages where it fails. Nothing that the server has not got is
// reported as done, and what it has got is.
func outcomes(t *testing.T, b *e2e.Product) {
	all := append(append(formOutcomes(), silentOutcomes()...), hastyOutcomes()...)
	server := e2e.Scripted(t, b.Home(), scripts(func(task string) script {
		n, _, _ := strings.Cut(task, "/")
		i, _ := strconv.Atoi(n)
		return all[i].script()
	}))
	site := newStage(t, all)
	var wait sync.WaitGroup
	var mu sync.Mutex
	room, count, found := make(chan bool, together), map[string]int{}, map[string]string{}
	for i := range all {
		if !tried(i, 7) {
			continue
		}
		for _, mode := range []string{"works", "fails"} {
			key := fmt.Sprint(i) + "/" + mode
			room <- true
			wait.Go(func() {
				defer func() { <-room }()
				began := time.Now()
				list, _ := through(t, b, runs.Wanted{Task: "[" + key + "] Do what the page is for.", URL: site.URL + "/" + key + "/", Steps: 30,
					Grants: []runs.Grant{{Site: site.URL, Sinks: []risk.Sink{risk.Send, risk.Delete}}}})
				end := list[len(list)-1]
				mu.Lock()
				defer mu.Unlock()
				count[mode+" "+string(end.Status)]++
				found[key] = ""
				if (end.Status == core.Done) != (mode == "works") || (site.count(key) == 1) != (mode == "works") {
					found[key] = fmt.Sprintf("%s, %d times saved, after %v: %s%s", end.Status, site.count(key), time.Since(began), end.Summary, transcript(list))
				}
			})
		}
	}
	wait.Wait()
	for i, o := range all {
		for _, mode := range []string{"works", "fails"} {
			told(t, o.name+" ("+mode+")", tried(i, 7), found, fmt.Sprint(i)+"/"+mode)
		}
	}
	t.Log(count)
	if list := server.Refused(); len(list) > 0 {
		t.Error(list)
	}
}
