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

func lie(t *testing.T) (*bed.Bed, *bed.Site) {
	t.Helper()
	return bed.New(t, bed.Options{}), bed.NewSite(t, pages, "pages")
}
