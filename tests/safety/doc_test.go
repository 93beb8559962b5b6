// Package safety_test repeats, many times over, the situations in which a
// browser bridge hurts somebody: the wrong element, a blocked site, the stolen
// focus. Each trial is judged by the page or the window manager, never by the
// product. Long forms of the trials run with BUA_TRIALS=long; the default suite tries
// each kind once, and leaves to -all what only tries again.
package safety_test

import (
	"embed"
	"os"
	"slices"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

// long reports whether the forms that take hours are wanted.
func long() bool { return os.Getenv("BUA_TRIALS") == "long" }

// trials is how often to try: n in the long form, a tenth of it otherwise, and a
// fiftieth in the default suite.
func trials(n int) int {
	switch {
	case long():
		return n
	case size.All():
		return n / 10
	}
	return max(n/50, 1)
}

// hosts are the two of the core.
var hosts = []e2e.Host{e2e.Worker, e2e.Direct}

// trial is what is tried on a host.
type trial func(t *testing.T, b *e2e.Product, site *e2e.Site, some int)

// onBoth runs one trial on each of the two hosts, in the default suite too: each has an
// adapter of its own for what is tried.
func onBoth(t *testing.T, try trial) {
	t.Helper()
	on(t, try, hosts...)
}

// on runs one trial on each of the two hosts, in the default suite on those that
// are named. The hosts are tried side by side. In the short form the second tries a
// quarter: some is by how much less.
func on(t *testing.T, try trial, named ...e2e.Host) {
	t.Helper()
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			if !slices.Contains(named, host) {
				size.LeaveToAll(t, size.OtherHost)
			}
			t.Parallel()
			some := 1
			if host == e2e.Direct && !long() {
				some = 4
			}
			try(t, e2e.New(t, e2e.Options{Host: host}), e2e.NewSite(t, pages, "pages"), some)
		})
	}
}

func newProduct(t *testing.T) (*e2e.Product, *e2e.Site) {
	t.Helper()
	return e2e.New(t, e2e.Options{}), e2e.NewSite(t, pages, "pages")
}
