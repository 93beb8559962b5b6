package runs

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
)

// episode is a small page, a task on it, and what the page tells its server when the
// task is done.
type episode struct {
	name, page, want string
	steps            []step
	claims           []claim
}

// board is what every page of these begins with.
const board = `<!doctype html><html lang="en"><title>Task</title><script>
var $=(id)=>document.getElementById(id), say=(id,t)=>{$(id).textContent=t};
var report=(x)=>fetch("report",{method:"POST",body:String(x),keepalive:true});
</script><h1>Task</h1>`

// boards serves the pages and keeps what each has told last.
type boards struct {
	URL  string
	mu   sync.Mutex
	told map[string]string
}

func newBoards(t testing.TB, list []episode) *boards {
	s := &boards{told: map[string]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{n}/{$}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("n"))
		e2e.HTML(w, board+list[n].page)
	})
	tell := func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.told[r.PathValue("n")] = string(data)
		s.mu.Unlock()
		e2e.HTML(w, "<!doctype html><title>Task</title><p>Received.</p>")
	}
	mux.HandleFunc("POST /{n}/report", tell)
	mux.HandleFunc("POST /{n}/post", tell)
	s.URL = site(t, mux)
	return s
}

func (s *boards) last(n string) string { s.mu.Lock(); defer s.mu.Unlock(); return s.told[n] }

// episodes are all of them.
func episodes() []episode {
	return slices.Concat(formEpisodes(), pickerEpisodes(), treeEpisodes(), mailEpisodes(), gridEpisodes(), shopEpisodes())
}

// episodesDone has a model that reads nothing but its tools' texts do small tasks. The
// page judges, and the run's end must say the same.
func episodesDone(t *testing.T, b *e2e.Product) {
	all := episodes()
	m := newMeter(t)
	server := e2e.Scripted(t, b.Home(), m.around(scripts(func(task string) script {
		n, _ := strconv.Atoi(task)
		return script{steps: all[n].steps, claims: [][]claim{all[n].claims}}
	})))
	site := newBoards(t, all)
	var wait sync.WaitGroup
	var mu sync.Mutex
	room, asked, steps, found := make(chan bool, together), []int{}, []int{}, map[string]string{}
	for i, e := range all {
		if !tried(i, 6) {
			continue
		}
		key := strconv.Itoa(i)
		room <- true
		wait.Go(func() {
			defer func() { <-room }()
			list, questions := through(t, b, runs.Wanted{Task: "[" + key + "] " + e.name + ".", URL: site.URL + "/" + key + "/"})
			end := list[len(list)-1]
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, questions)
			for _, u := range slices.Backward(list) {
				if u.Used != nil {
					steps = append(steps, u.Used.Steps)
					break
				}
			}
			found[key] = ""
			if end.Status != core.Done || site.last(key) != e.want {
				found[key] = fmt.Sprintf("%s, and the page told %q, not %q: %s%s", end.Status, site.last(key), e.want, end.Summary, transcript(list))
			}
		})
	}
	wait.Wait()
	for i, e := range all {
		told(t, e.name, tried(i, 6), found, strconv.Itoa(i))
	}
	slices.Sort(asked)
	slices.Sort(steps)
	t.Logf("%d tasks, %d to %d steps; questions: median %d, most %d", len(asked), steps[0], steps[len(steps)-1], asked[len(asked)/2], asked[len(asked)-1])
	if half := asked[len(asked)/2]; half > 1 {
		t.Errorf("half of the tasks ask %d times and more", half)
	}
	percent := unchanged(t, server)
	t.Logf("%.1f %% of a request is as in the one before; a step adds %d tokens (median); the estimate is %.2f to %.2f of the count", percent, m.median(), m.least, m.more)
	if percent < 90 {
		t.Errorf("only %.1f %% of the requests can come from a cache", percent)
	}
	if list := server.Refused(); len(list) > 0 {
		t.Error(list)
	}
}

// transcript is what a model asked for and was told.
func transcript(list []runs.Update) (text string) {
	for _, u := range list {
		switch u.Type {
		case runs.Calls, runs.Results:
			text += "\n" + u.Name + " " + u.Arguments + u.Text
		case runs.Asks:
			text += "\n? " + u.Question.Text
		}
	}
	return text
}
