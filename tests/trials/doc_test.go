// Package trials_test repeats, many times over, the situations in which a
// browser bridge hurts somebody: the wrong element, a blocked site, the stolen
// focus. Each trial is judged by the page or the window manager, never by the
// product. Long forms of the trials run with BUA_TRIALS=long.
package trials_test

import (
	"embed"
	"os"
	"testing"

	"github.com/zapvol/bua/tests/bed"
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
func onEach(t *testing.T, trial func(t *testing.T, b *bed.Bed, site *bed.Site, some int)) {
	t.Helper()
	for _, host := range []bed.Host{bed.Worker, bed.Direct} {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			some := 1
			if host == bed.Direct && os.Getenv("BUA_TRIALS") != "long" {
				some = 4
			}
			trial(t, bed.New(t, bed.Options{Host: host}), bed.NewSite(t, pages, "pages"), some)
		})
	}
}

func lie(t *testing.T) (*bed.Bed, *bed.Site) {
	t.Helper()
	return bed.New(t, bed.Options{}), bed.NewSite(t, pages, "pages")
}
