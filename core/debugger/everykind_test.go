package debugger_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// What each kind of action does decides whether the person's input counts, whether the
// page's requests are judged, and whether the page may be one that crashed.
func TestRun_everyKind(t *testing.T) {
	for _, x := range coretest.Undecided(map[string]string{
		"reads":       "screenshot extract wait_for get_tabs frames console find",
		"asks leaves": "navigate back forward reload close_tab",
		"asks":        "click type hover press_key scroll evaluate open_tab dialog select_option check fill_form claim_tab release_tab drag upload_file page_tool",
		"":            "help downloads",
	}, debugger.Does) {
		t.Error(x + ": see reads, mayRequest and tabstate.Leaves")
	}
}

// inNoTab are the kinds that the dispatcher does by itself.
var inNoTab = []protocol.Kind{protocol.KindGetTabs, protocol.KindOpenTab, protocol.KindClaimTab, protocol.KindReleaseTab, protocol.KindDownloads}

// An action of each kind is done here, or in core/dispatch.
func TestRun_doesEveryKind(t *testing.T) {
	for k, a := range coretest.Actions() {
		t.Run(k, func(t *testing.T) {
			if k == "help" { // a person who does not come
				a = protocol.Help{TimeoutMS: 1000}
			}
			s := newStage(t)
			go advanceUntilDone(t.Context(), s.clock)
			err := s.run(t.Context(), a)
			unknown := err != nil && strings.Contains(err.Error(), "is not an action in a tab")
			if unknown != slices.Contains(inNoTab, a.Kind()) {
				t.Errorf("%v; see run.do, or list it in inNoTab", err)
			}
		})
	}
}
