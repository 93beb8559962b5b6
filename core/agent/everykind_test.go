package agent

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestEveryKind: what a run takes an action of each kind for is as decided.
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
			all = strings.TrimPrefix(all+", in no tab", ", ")
		}
		return all
	}
	for _, x := range coretest.Undecided(is, func(d coretest.Decision) string { return d.Run }) {
		t.Error(x + "; see changes and tabbed (batch.go), weight (weight.go) and away (tablost.go)")
	}
}
