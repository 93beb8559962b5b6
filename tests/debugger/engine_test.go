package debugger_test

import (
	"path/filepath"
	"sync"

	"github.com/zapvol/bua/build/bundle"
)

// engine bundles the page engine as the build does.
var engine = sync.OnceValues(func() (string, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return "", err
	}
	return bundle.Engine(root, false)
})
