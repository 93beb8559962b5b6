// Package actions_test has one spec file for each action: in a real Chromium,
// through the whole product, asserted from the agent's end and from the page's
// own counters.
package actions_test

import (
	"embed"
	"testing"

	"github.com/zapvol/bua/tests/bed"
)

//go:embed pages
var pages embed.FS

// lie makes a bed and a site for one spec file.
func lie(t *testing.T) (*bed.Bed, *bed.Site) {
	t.Helper()
	return bed.New(t, bed.Options{}), bed.NewSite(t, pages, "pages")
}
