package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
)

// Does is what an action of a kind is held to do to its page.
func Does(k protocol.Kind) string {
	r := &run{action: &action{Action: tabstate.Action{Kind: k}}}
	var all []string
	for _, x := range []struct {
		so   bool
		word string
	}{{r.reads(), "reads"}, {r.mayRequest(), "asks"}, {tabstate.Leaves(k), "leaves"}} {
		if x.so {
			all = append(all, x.word)
		}
	}
	return strings.Join(all, " ")
}
