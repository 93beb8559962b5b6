package size_test

import (
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/coretest"
)

// TestTrials: a run makes all trials, the default suite a tenth of them and at least
// one; core's own function, which cannot import this one, says the same.
func TestTrials(t *testing.T) {
	for env, want := range map[string]map[int]int{
		"":           {0: 0, 1: 1, 8: 8, 300: 300},
		size.Default: {0: 0, 1: 1, 8: 1, 11: 2, 300: 30},
	} {
		t.Setenv(size.Env, env)
		for n, share := range want {
			if got := size.Trials(n); got != share {
				t.Errorf("%s=%q: %d of %d trials, want %d", size.Env, env, got, n, share)
			}
			if got := coretest.Trials(n); got != share {
				t.Errorf("%s=%q: core makes %d of %d trials, want %d", size.Env, env, got, n, share)
			}
		}
	}
}
