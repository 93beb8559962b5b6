package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

type persons struct {
	debugger.NoListener
	told *int
}

func (l persons) PersonActed(int) { *l.told++ }

// What the person presses and types is told, however often they do it at most once a
// second. What comes while an action gives input, and right after, is the action's.
func TestPersonActed(t *testing.T) {
	s := newStage(t)
	told := 0
	s.d.Listen(persons{told: &told})
	input := func() {
		s.d.Event(1, "", "Runtime.bindingCalled", []byte(`{"name":"__buaTold","executionContextId":5,"payload":"{\"person\":true}"}`))
	}
	s.cdp.Watch = func(c coretest.Command) {
		if strings.Contains(c.Params, "mouseReleased") {
			input()
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	go advanceUntilDone(ctx, s.clock)
	s.NoErr(s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}}))
	cancel()
	s.Equal(told, 0)

	s.clock.Advance(2 * time.Second)
	input()
	input()
	s.Equal(told, 1)
	s.clock.Advance(2 * time.Second)
	input() // although no action was between
	s.Equal(told, 2)
	s.clock.Advance(2 * time.Second)
	s.d.Event(1, "", "Runtime.bindingCalled", []byte(`{"name":"other","executionContextId":5,"payload":"{\"person\":true}"}`))
	s.Equal(told, 2)
}
