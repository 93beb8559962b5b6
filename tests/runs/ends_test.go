package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/build/size"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// alike are thirty of the tasks: of each kind the first five whose page does nothing by the
// clock, since what is read of that is a matter of the moment.
func alike(all []episode) (list []int) {
	for kind := 0; kind < len(all); kind += 10 {
		for i, n := kind, 0; i < kind+10 && n < 5; i++ {
			if !strings.Contains(all[i].page, "setTimeout") {
				list = append(list, i)
				n++
			}
		}
	}
	return list
}

// free is what may differ, and only it.
var free = []struct {
	what *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`untrusted [0-9a-f]{6}`), "untrusted MARK"},            // no page may know it, so it is random
	{regexp.MustCompile(`Now: [A-Z][a-z]+day [-0-9]+ [:0-9]+ `), "Now: TIME "}, // the minute
	{regexp.MustCompile(`Now: TIME Etc/UTC`), "Now: TIME UTC"},                 // one place, which a browser calls by its short name
	{regexp.MustCompile(`Tab \d+:`), "Tab NUMBER:"},                            // the browser's own number
	{regexp.MustCompile(`bua-[a-z2-7]{12}`), "bua-RUN"},                        // of the run's id
	{regexp.MustCompile(`call_\d{20}`), "call_ID"},                             // the model's server numbers them as they come, of all tasks
}

// uid names an element. A document's are of a thousand of its own, in the order in which the
// documents of the whole browser were first read, those of other tasks among them.
var uid = regexp.MustCompile(`(\\n|\b)e(\d+)\b`)

// same is a text without what may differ.
func same(text string) string {
	for _, f := range free {
		text = f.what.ReplaceAllString(text, f.as)
	}
	return text
}

// numbered names the elements of a text by their documents in the order in which it does.
func numbered(text string) string {
	documents := map[int]int{}
	return uid.ReplaceAllStringFunc(text, func(found string) string {
		m := uid.FindStringSubmatch(found)
		n, _ := strconv.Atoi(m[2])
		if _, known := documents[n/1000]; !known {
			documents[n/1000] = len(documents) + 1
		}
		return fmt.Sprintf("%se%d-%d", m[1], documents[n/1000], n%1000)
	})
}

// far is one end: a model of its own, and a panel.
type far struct {
	*e2e.Panel
	model *fakemodel.Server
	site  *boards
}

// TestEnds: thirty tasks through a backend and in the extension alone, both with the
// extension as the browser's end, begun by the same frames of a panel's port. What the model
// was sent, what it asked for, what it read of that, what the person was asked, how it ended
// and what the page told is the same to the letter.
func TestEnds(t *testing.T) {
	all := episodes()
	list := alike(all)
	if len(list) != 30 {
		t.Fatalf("there are %d tasks: %v", len(list), list)
	}
	minds := scripts(func(task string) script {
		n, _ := strconv.Atoi(task)
		return script{steps: all[n].steps, claims: [][]claim{all[n].claims}}
	})
	end := func() far {
		s := fakemodel.New(fakemodel.Traits{Model: "scripted", Browsers: true}, minds)
		t.Cleanup(s.Close)
		return far{model: s, site: newBoards(t, all)}
	}
	backend, alone := end(), end()
	b := e2e.New(t, e2e.Options{})
	err := b.Home().Models().Add(model.Added{Provider: "mine", Model: "scripted", Window: 128_000}, &coremodel.Provider{Name: "mine", Like: "openai", Base: backend.model.URL + "/v1", NoKey: true})
	if err != nil {
		t.Fatal(err)
	}
	backend.Panel, alone.Panel = e2e.OpenPanel(t, b.CDP), e2e.OpenPanel(t, e2e.NewAlone(t).CDP)
	alone.Choose(t, "mine", "scripted", alone.model.URL+"/v1")
	for _, end := range []far{backend, alone} {
		var about panel.Abilities
		if err := end.Ask(t.Context(), "about", panel.About{}, &about); err != nil || (about.Where == panel.InBackend) != (end.model == backend.model) {
			t.Fatalf("the runs live in the %s: %v", about.Where, err)
		}
	}

	one := func(n int) bool { return size.All() || n%5 == n/5%5 } // of each kind another one
	var wait sync.WaitGroup
	room, logs := make(chan bool, together), make([][2]string, len(list))
	for n, i := range list {
		for at, end := range []far{backend, alone} {
			if one(n) {
				room <- true
				wait.Go(func() {
					defer func() { <-room }()
					logs[n][at] = end.log(t, i, all[i])
				})
			}
		}
	}
	wait.Wait()
	for n, i := range list {
		t.Run(all[i].name, func(t *testing.T) {
			if !one(n) {
				size.LeaveToAll(t, size.Trial)
			}
			one, other := strings.Split(logs[n][0], "\n"), strings.Split(logs[n][1], "\n")
			for at := range max(len(one), len(other)) {
				if at >= len(one) || at >= len(other) || one[at] != other[at] {
					t.Fatalf("they differ in line %d\nthrough the backend:\n%s\nalone:\n%s", at+1, logs[n][0], logs[n][1])
				}
			}
		})
	}
}

// log has the task done, says yes to what it asks, and tells all that happened.
func (f far) log(t *testing.T, n int, e episode) string {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	key := strconv.Itoa(n)
	run := f.Start(t, "["+key+"] "+e.name+".", f.site.URL+"/"+key+"/")
	var text strings.Builder
	err := f.Watch(ctx, run.ID, func(u runs.Update) bool {
		u.Entry, u.At = 0, 0
		switch u.Type {
		case runs.Thinking, runs.Began, runs.Spent: // pieces of what it says, and numbers of the machine's
			return false
		case runs.Asks:
			decided := panel.Decide{Run: run.ID, Question: u.Question.ID, Yes: true, Once: true}
			if err := f.Ask(ctx, "decide", decided, nil); err != nil {
				t.Error(err)
			}
		}
		line, _ := json.Marshal(u) // texts and numbers
		text.Write(append(line, '\n'))
		return false
	})
	if err != nil {
		t.Errorf("%s: %v", e.name, err)
	}
	rules, said := f.sent(t, key)
	log := numbered(same(text.String()+"the model was sent at last "+said)) + fmt.Sprintf("\nthe page told %q\n", f.site.last(key)) + same(rules)
	return strings.ReplaceAll(log, f.site.URL, "SITE") // each has its own
}

// sent is what the model was sent last in a task: its rules, which name an element too, that of
// no document, and the conversation.
func (f far) sent(t *testing.T, key string) (rules, said string) {
	all, list := map[string]json.RawMessage{}, []json.RawMessage{nil}
	for _, body := range f.model.Bodies() {
		if strings.Contains(body, "Task: ["+key+"]") {
			all = map[string]json.RawMessage{}
			if json.Unmarshal([]byte(body), &all) != nil || json.Unmarshal(all["messages"], &list) != nil {
				t.Errorf("the model was sent %s", body)
			}
		}
	}
	delete(all, "messages")
	rest, _ := json.Marshal(all) // of what was just read
	for _, m := range list[1:] {
		said += "\n" + string(m)
	}
	return string(list[0]) + "\n" + string(rest), said
}
