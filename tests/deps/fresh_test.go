package deps

import (
	"testing"

	"github.com/zapvol/bua/build/gen"
)

// The Go types in core/protocol are the one source of the codec, the schema
// and the TypeScript types; an edit of one without the others must not land.
func TestFresh_GeneratedFiles(t *testing.T) {
	if err := gen.Check(root); err != nil {
		t.Errorf("%v\n  type: go run ./build gen", err)
	}
}
