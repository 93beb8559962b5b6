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

// TestEveryKind: what an act is on a site that nobody sent the run to is decided for
// each kind.
func TestEveryKind(t *testing.T) {
	is := func(k protocol.Kind) string {
		a := coretest.Actions()[string(k)]
		if with, ok := texts[k]; ok {
			a = with
		}
		return string((&State{}).before(a, "https://a.test").Sink)
	}
	for _, x := range coretest.Undecided(map[string]string{
		"foreign":   "type fill_form press_key dialog select_option check drag page_tool",
		"script":    "evaluate",
		"upload":    "upload_file",
		"take_over": "claim_tab",
		"": "screenshot extract wait_for get_tabs frames console find downloads help close_tab release_tab back forward reload " +
			"navigate open_tab click hover scroll", // the address decides, or what the page says is pressed
	}, is) {
		t.Error(x + ": see before (text.go)")
	}
}
