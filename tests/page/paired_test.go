package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// former is the bundle of an earlier engine, named by BUA_FORMER, to compare
// with this one:
//
//	git stash; go run ./build all; cp dist/extension/engine.js /tmp/former.js; git stash pop
func former(t testing.TB) string {
	path := os.Getenv("BUA_FORMER")
	if path == "" {
		t.Skip("BUA_FORMER names no bundle of an earlier engine")
	}
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// rival puts another engine into a world of its own in the same document and
// returns that world.
func (p *tab) rival(src string) int {
	p.Helper()
	var tree struct {
		FrameTree struct {
			Frame struct{ ID string }
		}
	}
	p.send("Page.getFrameTree", nil, &tree)
	var world struct{ ExecutionContextID int }
	p.send("Page.createIsolatedWorld", map[string]any{"frameId": tree.FrameTree.Frame.ID, "worldName": "former"}, &world)
	p.in(world.ExecutionContextID, func() { p.isolated(src, nil) })
	return world.ExecutionContextID
}

// in makes f's calls of the engine in another world.
func (p *tab) in(world int, f func()) {
	own := p.world
	p.world = world
	f()
	p.world = own
}

// reading is one extract with the look for closed shadow roots that the core
// asks for in the same turn.
const reading = `(()=>{__bua("extract",{base:0,cap:200});__bua.hosts()})()`

// spent is the processor time of the page's main thread so far, in
// milliseconds: other work on the machine does not count.
func (p *tab) spent() float64 {
	p.Helper()
	var out struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}
	p.send("Performance.getMetrics", nil, &out)
	for _, m := range out.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value * 1000
		}
	}
	p.Fatal("the browser tells no TaskDuration")
	return 0
}

// BenchmarkPaired measures extract of this engine and of an earlier one in the
// same page, in turn: the machine's moods meet both.
func BenchmarkPaired(b *testing.B) {
	src := former(b)
	kinds := []string{"rows-200", "rows-2000", "rows-10000", "mixed-2000"}
	if k := os.Getenv("BUA_PROFILE"); k != "" {
		kinds = strings.Split(k, ",")
	}
	for _, kind := range kinds {
		b.Run(kind, func(b *testing.B) {
			path := "/generated?kind=" + kind
			if strings.HasPrefix(kind, "/") {
				path = kind
			}
			p := open(b, path)
			other := p.rival(src)
			p.send("Performance.enable", map[string]any{"timeDomain": "threadTicks"}, nil)
			var now, before []float64
			one := func(list *[]float64) {
				cold()
				start := p.spent()
				p.isolated(reading, nil)
				*list = append(*list, p.spent()-start)
			}
			for range 15 {
				p.in(other, func() { one(&before) })
				one(&now)
			}
			for b.Loop() {
			}
			first := fmt.Sprintf("first %.1f / %.1f", now[0], before[0])
			slices.Sort(now)
			slices.Sort(before)
			m, w := now[len(now)/2], before[len(before)/2]
			b.Logf("%s: now %.2f ms, before %.2f ms, %.2f of it; best %.2f / %.2f; %s", filepath.Base(kind), m, w, m/w, now[0], before[0], first)
		})
	}
}

var ballast = make([]byte, 64<<20)

// cold takes the processor's caches, as other work does between two readings.
func cold() {
	for i := 0; i < len(ballast); i += 64 {
		ballast[i]++
	}
}

// TestSame holds this engine's answers against those of an earlier one, byte
// for byte, on every page there is and on random ones. It is for changes that
// must change nothing; BUA_SEEDS is how many random pages there are.
func TestSame(t *testing.T) {
	src := former(t)
	seeds, _ := strconv.Atoi(os.Getenv("BUA_SEEDS"))
	if seeds == 0 {
		seeds = 40
	}
	var paths []string
	for _, folder := range []string{"pages", "../actions/pages", "../spec/pages"} {
		found, err := filepath.Glob(folder + "/*.html")
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	for _, kind := range []string{"rows-200", "rows-2000", "buttons-200", "buttons-2000", "mixed-200", "mixed-2000"} {
		paths = append(paths, "/generated?kind="+kind)
	}
	for i := range seeds {
		paths = append(paths, fmt.Sprintf("/generated?kind=wild-%d", i))
	}
	var p *tab
	for i, path := range paths {
		if i%20 == 0 {
			p = blank(t)
		}
		if file, err := os.ReadFile(path); err == nil {
			p.navigate("/blank.html")
			p.page("document.write("+quote(string(file))+");document.close()", nil)
		} else {
			p.navigate(path)
		}
		p.inject()
		other, moving := p.rival(src), false
		for _, ask := range []string{
			`__bua("extract",{base:0,cap:200})`, `__bua("extract",{base:0,cap:5})`, `__bua("extract",{base:0,cap:200,since:"s1"})`,
			`__bua("extract",{base:0,cap:200,query:"order"})`, `__bua("extract",{base:0,cap:200,maxTokens:300})`, `__bua("extract",{base:0,cap:200,selector:"main"})`,
			`__bua("extract",{base:0,cap:200,selector:"table"})`, `__bua("extract",{base:0,cap:200,selector:"select"})`,
			`String(__bua.hosts().map(h=>h.localName))`,
		} {
			var now, before string
			if moving && strings.Contains(ask, "since") {
				continue
			}
			// A page may still be moving: what differs is asked again.
			for try := 0; try < 3 && (try == 0 || now != before); try++ {
				moving = moving || try > 0
				p.in(other, func() { p.isolated(ask, &before) })
				p.isolated(ask, &now)
			}
			if now != before {
				at := 0
				for at < min(len(now), len(before)) && now[at] == before[at] {
					at++
				}
				t.Errorf("%s: %s differs at byte %d:\nnow    %s\nbefore %s", path, ask, at, around(now, at), around(before, at))
				break
			}
		}
	}
}

func around(s string, at int) string {
	return s[max(0, min(at, len(s))-120):min(len(s), at+120)]
}
