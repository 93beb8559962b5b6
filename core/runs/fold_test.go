package runs

import (
	"bytes"
	_ "embed"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
)

// before is a run's journal as it was written in November 2026. It stays as it is: an update comes
// in the middle of a run, and what stands on the disk then must fold.
//
//go:embed testdata/journal.jsonl
var before []byte

// A journal of an earlier version folds, entry by entry, to the same end.
func TestFold_Before(t *testing.T) {
	is := is.New(t)
	var f Fold
	status, calls := agent.Status(""), 0
	for entry := range bytes.Lines(before) {
		list, err := f.Take(bytes.TrimSpace(entry))
		is.NoErr(err)
		for _, u := range list {
			switch u.Type {
			case Status:
				status = u.Status
			case Calls:
				calls++
			case Results:
				is.Equal(u.Site, "https://shop.test") // where each act was
			}
		}
	}
	is.Equal(status, agent.Done)
	is.Equal(calls, 4)
}
