//go:build !tinygo

package agent_test

import (
	"flag"

	"github.com/zapvol/bua/core/coretest"
)

// How many transcripts are played, and the seed of the first.
var (
	count = flag.Int("transcripts", coretest.Trials(100), "how many random transcripts are played")
	first = flag.Int("first", 0, "the seed of the first of them")
)

func seeds() (from, to uint64) { return uint64(*first), uint64(*first + *count) }
