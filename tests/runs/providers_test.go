package runs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestProviders has one mind do the same tasks of 11 to 41 steps behind each form in
// which providers are spoken to. What is done, and in which order, is the same, and
// most of each request is as the one before, so that it can come from a cache.
func TestProviders(t *testing.T) {
	tasks := 30
	if !size.All() {
		tasks = 3
	}
	var first []string
	for _, wire := range []coremodel.Wire{coremodel.Completions, coremodel.Responses, coremodel.Messages, coremodel.Gemini, coremodel.Ollama} {
		t.Run(string(wire), func(t *testing.T) {
			s := fakemodel.New(fakemodel.Traits{}, taker)
			t.Cleanup(s.Close)
			m := opened(client(t, s, wire))
			var logs []string
			steps := []int{}
			for i := range tasks {
				rs := process(t, alive(5+i%16), m)
				w := takeAll
				w.Task = fmt.Sprintf("[%d] %s", i, w.Task)
				v := end(t, rs, started(t, rs, w).ID)
				if v.Status != core.Done {
					t.Errorf("task %d: %s %s %s", i, v.Status, v.Code, v.Summary)
				}
				steps = append(steps, v.Used.Steps)
				logs = append(logs, did(t, rs, v.ID))
			}
			if list := s.Refused(); len(list) > 0 {
				t.Error(list)
			}
			if first == nil {
				first = logs
				t.Logf("%d tasks, %d to %d steps; %.1f %% of a request is as in the one before", tasks, steps[0], steps[min(len(steps), 16)-1], unchanged(t, s))
			}
			for i := range logs {
				if logs[i] != first[i] {
					t.Errorf("task %d was done otherwise:\n%s\nand here\n%s", i, first[i], logs[i])
				}
			}
		})
	}
}

// did is what a run has asked the browser for, in order.
func did(t testing.TB, rs *runs.Runs, id string) string {
	var b strings.Builder
	err := rs.Export("ann", id, func(entry []byte) error {
		if e, ok := core.ReadEvent(entry); ok && e.Answer != nil {
			for _, c := range e.Answer.Message.Calls {
				b.WriteString(c.Name + " " + c.Arguments + "\n")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
