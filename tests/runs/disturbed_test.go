package runs

import (
	"fmt"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestDisturbed: a run over two tabs whose process is killed, whose tab is closed, whose
// screen is locked or whose browser is restarted at any of its steps comes to the same
// end, and nothing is done twice.
func TestDisturbed(t *testing.T) {
	steps := 0
	disturbed := func(t *testing.T, at int, how func(m *mall), kills bool) {
		is := is.New(t)
		m, l := newMall(), alive(0)
		n, kill, killed := 0, make(chan struct{}), make(chan struct{})
		models, _ := served(t, func(r chat.Request) fakemodel.Say {
			if n++; n == at {
				if how != nil {
					how(m)
				}
				if kills {
					close(kill)
					wait(t, killed)
				}
			}
			return roomer(r)
		})
		in := func(o *runs.Options) { o.Browser = m }
		rs := process(t, l, models, in)
		v := started(t, rs, runs.Wanted{Task: "Take everything.", URL: front, Steps: 100})
		if kills {
			soon(t, kill)
			rs.Close()
			close(killed)
			rs = restored(t, process(t, l, models, in))
		}
		v = end(t, rs, v.ID)
		is.Equal(v.Status, core.Done)
		is.Equal(v.Summary, "Both rooms are empty.")
		is.Equal(len(m.taken), 2*each)
		for uid, times := range m.taken {
			if times != 1 {
				t.Errorf("%s was taken %d times", uid, times)
			}
		}
		steps = max(steps, n)
	}
	disturbed(t, 0, nil, false)
	whole := steps
	if whole < 12 {
		t.Fatalf("%d steps, 12 are wanted", whole)
	}
	for _, row := range []struct {
		name  string
		how   func(*mall)
		kills bool
	}{{"killed", nil, true}, {"its tab closed", (*mall).closes, false}, {"the screen locked", (*mall).locks, false}, {"the browser restarted", (*mall).restarts, false},
		{"killed, its tab closed meanwhile", (*mall).closes, true}, {"killed, the browser restarted", (*mall).restarts, true}} {
		for at := 1; at <= whole; at++ {
			t.Run(fmt.Sprintf("%s at step %d", row.name, at), func(t *testing.T) {
				if at != 2 && at != each+3 && at != whole { // an act in the one tab, the first in the other, the end
					size.LeaveToAll(t, size.Trial)
				}
				disturbed(t, at, row.how, row.kills)
			})
		}
	}
}
