package safety_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

var (
	seeded  = flag.Int("seed", 0, "the walk to begin at; when 0 a number of the clock's, or 1 in the short form")
	howMany = flag.Int("walks", 0, "how many walks; when 0, one with -seed")
)

// walkSteps is how many actions a walk has.
const walkSteps = 15

// TestWalk walks at random through a hostile site: whatever its pages do and
// whatever the agent does, no answer and no picture may hold anything of a
// blocked host, none of its pages may get input, and no such host may be asked for what
// refusedRequests has. A walk that fails prints its seed and its steps; -seed repeats it.
func TestWalk(t *testing.T) {
	first, walks := *seeded, *howMany
	switch {
	case walks > 0:
	case first > 0:
		walks = 1
	case long():
		walks = 1000
	case size.All(): // the same ones each time
		first, walks = 1, 4
	default:
		first, walks = 1, 1
	}
	if first == 0 {
		first = int(time.Now().Unix()%100_000)*1000 + 1
	}
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			if host == e2e.Direct {
				size.LeaveToAll(t, size.OtherHost)
			}
			t.Parallel()
			site := e2e.NewSite(t, pages, "pages")
			fresh := func() *e2e.Product {
				b := e2e.New(t, e2e.Options{Host: host, Args: []string{"--disable-popup-blocking", says(site)}})
				b.Block(t, blockedHost, nearHost)
				return b
			}
			g := newGate(t, fresh(), site, nil)
			newRandomSite(g)
			w := &walker{gate: g, met: map[int]bool{}}
			t.Logf("%d walks from seed %d", walks, first)
			deaths := 0
			for i := range walks {
				if w.walk(first + i) {
					continue
				}
				if deaths++; deaths > 1+walks/20 {
					t.Fatalf("the browser has died in %d of %d walks", deaths, i+1)
				}
				g.b = fresh()
				g.stays()
			}
			fence(g) // what pages told late
			for i := range walks {
				w.judgeWalk(first + i)
			}
			met := 0
			for i := range walks {
				if g.n = first + i; g.heard("ready", 1, 0) || w.met[g.n] {
					met++
				}
			}
			t.Logf("requests at the blocked hosts: %s", w.tally())
			t.Logf("%d walks, %d of them by a blocked page; %d actions, %d of them answered, %d refused as blocked; %d walks failed; the browser died in %d",
				walks, met, w.actions, w.answered, w.refused, len(w.failed), deaths)
			// What asks for nothing leaves few signs: whether they come by is seen by their teeth.
			if met < walks/8 || w.answered < w.actions/4 {
				t.Error("the walks did not come by the blocked hosts, or nowhere: they prove little")
			}
		})
	}
}

// TestWalk_Teeth walks where nothing is blocked: most walks must find something, or they
// would find nothing where something is. Each kind of request that is counted must come.
func TestWalk_Teeth(t *testing.T) {
	size.LeaveToAll(t, size.Teeth)
	site := e2e.NewSite(t, pages, "pages")
	fresh := func() *e2e.Product {
		return e2e.New(t, e2e.Options{Host: e2e.Direct, Args: []string{"--disable-popup-blocking", says(site)}})
	}
	g := newGate(t, fresh(), site, nil)
	newRandomSite(g)
	w := &walker{gate: g, met: map[int]bool{}, quiet: true}
	const walks = 6
	for seed := 1; seed <= walks; seed++ {
		if !w.walk(seed) {
			g.b = fresh()
			g.stays()
		}
	}
	if len(w.failed) < 4 {
		t.Errorf("only the walks %v of %d found anything", w.failed, walks)
	}
	for seed := walks + 1; seed <= walks+40 && len(w.missing()) > 0; seed++ {
		g.n = seed
		for part := range asking {
			for _, press := range []string{"#b", "#l"} {
				tab := g.b.Open(t, site.On(allowedHost, fmt.Sprintf("/walk/%d/asking/%d", seed, part)))
				g.do(map[string]any{"type": "click", "selector": press, "tabId": tab})
			}
		}
		g.sweepUp()
	}
	t.Logf("requests at the blocked hosts: %s", w.tally())
	for _, r := range w.missing() {
		t.Errorf("no page had a request for a %s by %s at a blocked host", r.kind, r.by)
	}
}

type walker struct {
	quiet bool // what is found is no failure
	*gate
	met                        map[int]bool // walks that were kept from a blocked host
	steps                      []string
	tabs                       []int
	frames                     []string
	uids                       []string
	failed                     []int
	actions, answered, refused int
}

// browserDied is panicked with where the browser does not answer any more. Chromium 156
// dies when a frame opens a dialog in the moment in which the page around it is
// left, and a debugger is told of dialogs: ADR 0096. Nothing keeps walks from that.
type browserDied struct{}

// walk does one walk in a tab of its own, and reports whether the browser has
// lived through it.
func (w *walker) walk(seed int) (lived bool) {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	w.n, w.leaks, w.steps, w.open = seed, nil, nil, true // leaks are collected
	w.frames, w.uids = nil, nil
	w.lost = func(err error) {
		w.Logf("walk -seed %d: the browser has died: %v\n%s", seed, err, strings.Join(w.steps, "\n"))
		panic(browserDied{})
	}
	defer func() {
		w.lost = nil
		if p := recover(); p != nil {
			if _, is := p.(browserDied); !is {
				panic(p)
			}
			w.judgeWalk(seed)
		}
	}()
	w.wander(seed, r)
	w.sweepUp()
	return true
}

// wander is what a walk does.
func (w *walker) wander(seed int, r *rand.Rand) {
	c := (&randomSite{w.gate}).dice(strconv.Itoa(seed), "start")
	opened := w.step(map[string]any{"type": "open_tab", "url": c.at(pageHosts[r.IntN(4)], r.IntN(nodes), byPage)})
	id, ok := opened.Result["tabId"].(float64)
	if !ok {
		return // the page had gone to a blocked host before it was there
	}
	w.tab = int(id)
	w.tabs = []int{w.tab}
	for i := range walkSteps {
		if i%5 == 0 { // what is there changes under the walk
			w.step(map[string]any{"type": "frames", "tabId": w.tab})
		}
		w.step(w.choose(r, c))
	}
	w.judgeWalk(seed)
}

// step does one action and looks at what it answers.
func (w *walker) step(action map[string]any) e2e.Answer {
	got := w.look(action)
	w.targets() // the browser lives
	w.actions++
	switch got.Code {
	case "":
		w.answered++
	case "domain_blocked":
		w.refused++
		w.met[w.n] = true
	}
	w.steps = append(w.steps, fmt.Sprintf("%v %s-> %s (%v)", action["type"], what(action), got.Code, got.Took.Round(time.Millisecond)))
	rows, _ := got.Result["tabs"].([]any)
	for _, row := range rows {
		if id, ok := row.(map[string]any)["tabId"].(float64); ok && int(id) > w.tab && !slices.Contains(w.tabs, int(id)) {
			w.tabs = append(w.tabs, int(id), int(id)+1)
		}
	}
	if list, ok := got.Result["frames"].([]any); ok {
		w.frames = w.frames[:0]
		for _, f := range list {
			if id, ok := f.(map[string]any)["frameId"].(string); ok {
				w.frames = append(w.frames, id)
			}
		}
	}
	if uids := uidsOf(got); len(uids) > 0 {
		w.uids = uids
	}
	return got
}

// choose makes the next action.
func (w *walker) choose(r *rand.Rand, c *chance) map[string]any {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	tab := w.tab
	if r.IntN(4) == 0 {
		tab = w.tabs[r.IntN(len(w.tabs))]
	}
	a := map[string]any{"tabId": tab}
	aim := func(frames bool) {
		if len(w.uids) > 0 && r.IntN(2) == 0 {
			a["uid"] = w.uids[r.IntN(len(w.uids))]
			return
		}
		a["selector"] = one("#f", "#b", "#b", "#b", "#l", "#l", "#l2", "#c", "form button", "form button", "iframe", "object", "button", "input", "div", "form button", "#vaultbutton", "body")
		if frames && len(w.frames) > 0 && r.IntN(3) == 0 {
			a["frameId"] = w.frames[r.IntN(len(w.frames))]
		}
	}
	inFrame := func() {
		if len(w.frames) > 0 && r.IntN(2) == 0 {
			a["frameId"] = w.frames[r.IntN(len(w.frames))]
		}
	}
	kind := one("extract", "extract", "extract", "frames", "frames", "find", "screenshot", "screenshot", "evaluate", "evaluate", "evaluate", "click", "click", "click", "click",
		"hover", "drag", "scroll", "type", "type", "fill_form", "press_key", "press_key", "check", "select_option", "wait_for", "dialog", "dialog", "back", "forward", "reload", "console", "downloads", "get_tabs", "claim_tab", "navigate")
	a["type"] = kind
	switch kind {
	case "extract":
		if a["frames"] = true; r.IntN(2) == 0 {
			inFrame()
		}
	case "find":
		a["query"] = "vault"
		inFrame()
	case "screenshot":
		a["tabId"], a["fullPage"] = w.tab, r.IntN(3) == 0
	case "evaluate":
		inFrame()
		a["expression"] = w.word(gather)
		switch r.IntN(8) {
		case 0:
			a["expression"] = "history.back();await new Promise(r=>setTimeout(r,300));return document.documentElement.outerHTML.slice(0,2000)"
		case 1:
			a["expression"] = fmt.Sprintf("location=%q;await new Promise(r=>setTimeout(r,400));return document.body.innerText", c.anywhere(byAction))
		}
	case "click":
		aim(true)
		switch r.IntN(5) {
		case 0:
			a["count"] = 2
		case 1:
			a["button"] = "right"
		case 2:
			a["modifier"] = one("Control", "Shift", "Alt")
		}
	case "hover":
		aim(false)
	case "scroll":
		a["direction"] = one("up", "down")
		if r.IntN(2) == 0 {
			aim(false)
		}
	case "drag":
		aim(false)
		a["to"] = map[string]any{"selector": one("#f", "#b", "iframe", "div", "#vaultbutton")}
	case "type":
		aim(true)
		a["text"] = "typed"
	case "fill_form":
		a["fields"] = []any{map[string]any{"selector": "#f", "value": "one"}, map[string]any{"selector": "#c", "value": one("true", "false")}, map[string]any{"selector": "#s", "value": "two"}}
		inFrame()
	case "press_key":
		a["key"] = one("a", "Enter", "Tab", "Shift+Tab", "Control+A", "Control+V", "Control+C", "Backspace", " ", "Escape", "ArrowDown", "Alt+ArrowLeft")
		if a["key"] == " " {
			a["key"] = "Space"
		}
	case "check":
		aim(true)
		a["checked"] = r.IntN(2) == 0
	case "select_option":
		a["selector"], a["options"] = "#s", []string{"two"}
	case "wait_for":
		aim(true)
		a["timeoutMs"] = 50 + r.IntN(300)
	case "dialog":
		switch r.IntN(4) {
		case 0:
			a["policy"] = one("auto_accept", "auto_dismiss", "must_respond")
		case 1, 2:
			a["do"] = one("accept", "dismiss")
		}
	case "downloads":
		delete(a, "tabId")
	case "get_tabs":
		delete(a, "tabId")
	case "claim_tab":
		a["tabId"] = w.tab + 1 + r.IntN(3)
		w.tabs = append(w.tabs, a["tabId"].(int))
	case "navigate":
		a["url"] = c.hop(r.IntN(nodes), r.IntN(3), byAction)
		if r.IntN(2) == 0 {
			a["url"] = c.at(pageHosts[r.IntN(4)], r.IntN(nodes), byAction)
		}
	}
	return a
}

// judgeWalk fails a walk for what it has leaked, once.
func (w *walker) judgeWalk(seed int) {
	w.mu.Lock()
	told, came := slices.Clone(w.told[seed]), slices.Clone(w.came[seed])
	w.mu.Unlock()
	leaks := []string{}
	if w.n == seed {
		leaks = w.leaks
	}
	for _, s := range told {
		if kind, ok := strings.CutPrefix(s, "input "); ok && !rests(kind) {
			leaks = append(leaks, "input at a blocked page: "+kind)
		}
	}
	for _, r := range requestsIn(came) {
		if slices.Contains(refusedRequests[r.kind], r.by) {
			leaks = append(leaks, "a blocked host was asked: "+r.String())
		}
	}
	if len(leaks) == 0 || slices.Contains(w.failed, seed) {
		return
	}
	w.failed = append(w.failed, seed)
	if w.quiet {
		return
	}
	steps := ""
	if w.n == seed {
		steps = "\n" + strings.Join(w.steps, "\n")
	}
	w.Errorf("walk -seed %d on %s:\n%s%s", seed, w.b.Host, strings.Join(leaks, "\n"), steps)
}
