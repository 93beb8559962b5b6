package risk

import (
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// texts are actions of kinds of which the text decides.
var texts = map[protocol.Kind]protocol.Action{
	protocol.KindType:     protocol.Type{Text: "a"},
	protocol.KindFillForm: protocol.FillForm{Fields: []protocol.Fill{{Value: "a"}}},
	protocol.KindPressKey: protocol.PressKey{Key: "a"},
	protocol.KindDialog:   protocol.Dialog{Text: "a"},
}

// TestEveryKind: what an act of each kind is on a site that nobody sent the run to is as
// decided.
func TestEveryKind(t *testing.T) {
	is := func(k protocol.Kind) string {
		a := coretest.Actions()[string(k)]
		if with, ok := texts[k]; ok {
			a = with
		}
		return string((&State{}).before(a, "https://a.test").Sink)
	}
	for _, x := range coretest.Undecided(is, func(d coretest.Decision) string { return d.Risk }) {
		t.Error(x + "; see before (text.go)")
	}
}
