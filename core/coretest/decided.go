package coretest

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// Undecided compares what a room makes of each kind of action with what its test has
// decided: kinds by what they are, separated by spaces. A new kind stands nowhere yet.
func Undecided(decided map[string]string, of func(protocol.Kind) string) (all []string) {
	for _, k := range protocol.Kinds() {
		is := of(k)
		if !slices.Contains(strings.Fields(decided[is]), string(k)) {
			all = append(all, string(k)+` is not listed as "`+is+`"`)
		}
	}
	return all
}
