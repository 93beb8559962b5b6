// Package actions_test has one spec file for each action: in a real Chromium,
// through the whole product, asserted from the agent's end and from the page's
// own counters.
package actions_test

import (
	"embed"
	"os"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

// large is the size in bytes of the largest files that are carried: 50 MB in
// the long form, a tenth of it otherwise.
func large() int {
	if os.Getenv("BUA_TRIALS") == "long" {
		return 50 << 20
	}
	return 5 << 20
}

// onEach runs one spec on each of the two hosts of the core, with a bed and a
// site of its own. The hosts are tried side by side.
func onEach(t *testing.T, spec func(*testing.T, *e2e.Product, *e2e.Site)) {
	t.Helper()
	for _, host := range []e2e.Host{e2e.Worker, e2e.Direct} {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			spec(t, e2e.New(t, e2e.Options{Host: host}), e2e.NewSite(t, pages, "pages"))
		})
	}
}
