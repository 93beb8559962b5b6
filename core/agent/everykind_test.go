package agent

import (
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestEveryKind: what a run holds of an action is decided for each kind.
func TestEveryKind(t *testing.T) {
	is := func(k protocol.Kind) (all string) {
		m := &machine{}
		if changes(k) {
			all = "changes " + [...]string{light: "nothing", turns: "a view", leads: "an address", fills: "a field", weighs: "anything"}[m.weight(coretest.Actions()[string(k)])]
		}
		if m.away(k) {
			all = "goes away"
		}
		if !tabbed(k) {
			all += ", in no tab"
		}
		return all
	}
	for _, x := range coretest.Undecided(map[string]string{
		"":                     "screenshot extract wait_for frames console find scroll hover close_tab release_tab",
		", in no tab":          "get_tabs downloads",
		"goes away":            "navigate back forward reload claim_tab",
		"goes away, in no tab": "open_tab",
		"changes a field":      "type fill_form select_option check press_key",
		"changes anything":     "click evaluate dialog help drag upload_file page_tool",
	}, is) {
		t.Error(x + ": see changes and tabbed (batch.go), weight (weight.go) and away (tablost.go)")
	}
}
