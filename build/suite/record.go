package suite

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	// remembered is how many runs the history has.
	remembered = 10
	// repeated is in how many of these one test may be flaky before that fails the suite.
	repeated = 3
)

// Record is what is written of a run: dist/suite.json.
type Record struct {
	// Commit is the one with which the run began, Changed that the tree had changes beside
	// it then, or was another at the end.
	Commit  string    `json:"commit"`
	Changed bool      `json:"changed"`
	When    time.Time `json:"when"`
	// Size is how much was run: default or all.
	Size    string         `json:"size"`
	Seconds float64        `json:"seconds"`
	Passed  int            `json:"passed"`
	Failed  int            `json:"failed"`
	Skipped int            `json:"skipped"`
	Left    map[string]int `json:"left"`
	Flaky   []string       `json:"flaky"`
	Costs   Costs          `json:"costs"`
}

// Often are the flaky tests that were so in enough of the last runs, this one included.
func Often(history []Record, flaky []string) (often []string) {
	for _, name := range flaky {
		n := 1
		for _, r := range history {
			if slices.Contains(r.Flaky, name) {
				n++
			}
		}
		if n >= repeated {
			often = append(often, name)
		}
	}
	return often
}

// History reads the runs before this one, as many as count.
func History(dir string) ([]Record, error) {
	data, err := os.ReadFile(filepath.Join(dir, "suite-history.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var list []Record
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	return list[max(0, len(list)-(remembered-1)):], nil
}

// Keep writes a run's record, and the history with it at the end.
func Keep(dir string, history []Record, r Record) error {
	for _, f := range []struct {
		name  string
		value any
	}{{"suite.json", r}, {"suite-history.json", append(history, r)}} {
		data, err := json.MarshalIndent(f.value, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.name), append(data, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Record is what is written of the suite once it is closed.
func (s *Suite) Record(size string, took time.Duration) Record {
	return Record{When: time.Now().UTC().Truncate(time.Second), Size: size, Seconds: took.Round(time.Second).Seconds(),
		Passed: s.Sum.Passed, Failed: s.Sum.Failed, Skipped: s.Sum.Skipped, Left: s.Sum.Left, Flaky: s.Flaky, Costs: s.Costs.Sorted()}
}
