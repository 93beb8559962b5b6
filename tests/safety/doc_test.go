// Package safety_test repeats, many times over, the situations in which a
// browser bridge hurts somebody: the wrong element, a blocked site, the stolen
// focus. Each trial is judged by the page or the window manager, never by the
// product. Long forms of the trials run with BUA_TRIALS=long.
package safety_test

import (
	"embed"
	"os"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

// trials is how often to try: n in the long form, a tenth of it otherwise.
func trials(n int) int {
	if os.Getenv("BUA_TRIALS") == "long" {
		return n
	}
	return n / 10
}

// onEach runs one trial on each of the two hosts of the core. They share all
// that decides, so in the short form the second tries a quarter: some is by how
// much less. The hosts are tried side by side.
func onEach(t *testing.T, trial func(t *testing.T, b *e2e.Product, site *e2e.Site, some int)) {
	t.Helper()
	for _, host := range []e2e.Host{e2e.Worker, e2e.Direct} {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			some := 1
			if host == e2e.Direct && os.Getenv("BUA_TRIALS") != "long" {
				some = 4
			}
			trial(t, e2e.New(t, e2e.Options{Host: host}), e2e.NewSite(t, pages, "pages"), some)
		})
	}
}

func newProduct(t *testing.T) (*e2e.Product, *e2e.Site) {
	t.Helper()
	return e2e.New(t, e2e.Options{}), e2e.NewSite(t, pages, "pages")
}
