package debugger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// What an action of each kind does to its page is as decided.
func TestRun_everyKind(t *testing.T) {
	for _, x := range coretest.Undecided(debugger.Does, func(d coretest.Decision) string { return d.Page }) {
		t.Error(x + "; see reads, mayRequest and tabstate.Leaves")
	}
}

// inNoTab are the kinds that the dispatcher does by itself.
var inNoTab = []protocol.Kind{protocol.KindGetTabs, protocol.KindOpenTab, protocol.KindClaimTab, protocol.KindReleaseTab, protocol.KindDownloads}

// An action of each kind is done here, or in core/dispatch.
func TestRun_doesEveryKind(t *testing.T) {
	for k, a := range coretest.Actions() {
		if k == "help" { // it waits for a person
			continue
		}
		t.Run(k, func(t *testing.T) {
			s := newStage(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go advanceUntilDone(ctx, s.clock)
			err := s.run(ctx, a)
			unknown := err != nil && strings.Contains(err.Error(), "is not an action in a tab")
			if unknown != slices.Contains(inNoTab, a.Kind()) {
				t.Errorf("%v; do it in run.do (run.go), or list it in inNoTab", err)
			}
		})
	}
}
