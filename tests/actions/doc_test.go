// Package actions_test has what only a browser can show of the actions: in a real
// Chromium, through the whole product, asserted from the agent's end and from the page's
// own counters. A spec begins in together_test.go, its steps and rows in acts_test.go.
package actions_test

import (
	"embed"
	"os"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

// large is the size in bytes of the largest files that are carried: 50 MB in
// the long form, a tenth of it otherwise, and in the default suite what is read in
// three parts.
func large() int {
	if os.Getenv("BUA_TRIALS") == "long" {
		return 50 << 20
	}
	return amount(5, 2) << 20
}

// onEach runs one spec on each of the two hosts of the core, with a product and a
// site of its own. The hosts are tried side by side. The default suite leaves out
// the direct host: it has the same core.
func onEach(t *testing.T, spec func(*testing.T, *e2e.Product, *e2e.Site)) {
	t.Helper()
	onHosts(t, e2e.Options{}, "", spec)
}

// onHosts runs a spec on the extension, and on the direct host where this run covers
// everything or the spec tries an adapter of it: each adapter has one such spec.
func onHosts(t *testing.T, o e2e.Options, adapter string, spec func(*testing.T, *e2e.Product, *e2e.Site)) {
	t.Helper()
	for _, o.Host = range []e2e.Host{e2e.Worker, e2e.Direct} {
		o := o
		t.Run(string(o.Host), func(t *testing.T) {
			if o.Host == e2e.Direct && adapter == "" {
				size.LeaveToAll(t, size.OtherHost)
			}
			t.Parallel()
			spec(t, e2e.New(t, o), e2e.NewSite(t, pages, "pages"))
		})
	}
}

// amount is how often a run tries what may go well by chance: seldom in the
// default suite.
func amount(all, few int) int {
	if size.All() {
		return all
	}
	return few
}
