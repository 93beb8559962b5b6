package suite

import (
	"bufio"
	"cmp"
	"os"
	"slices"
	"strings"
)

// CountEnv names the file to which a test process writes a line for each browser
// ("browser") and tab ("tab ID") that it opens.
const CountEnv = "BUA_SUITE_COUNT"

// Part is a part of the suite, and how many minutes of a processor it may take.
type Part struct {
	Name    string
	Minutes float64
}

// Cost is what a piece of a part of the suite took: a package, a check.
type Cost struct {
	Part string `json:"part"`
	Name string `json:"name"`
	// Seconds are those of its runners, added up; Processor those of the processors,
	// browsers included.
	Seconds   float64 `json:"seconds"`
	Processor float64 `json:"processorSeconds"`
	Browsers  int     `json:"browsers"`
	Tabs      int     `json:"tabs"`
}

// Costs are those of all pieces.
type Costs []Cost

// Add counts a further cost of a piece.
func (c *Costs) Add(one Cost) {
	at := slices.IndexFunc(*c, func(o Cost) bool { return o.Part == one.Part && o.Name == one.Name })
	if at < 0 {
		*c = append(*c, one)
		return
	}
	o := &(*c)[at]
	o.Seconds += one.Seconds
	o.Processor += one.Processor
	o.Browsers += one.Browsers
	o.Tabs += one.Tabs
}

// Of is the sum of the pieces of a part, of all parts with "".
func (c Costs) Of(part string) (sum Cost) {
	for _, one := range c {
		if part != "" && one.Part != part {
			continue
		}
		sum.Seconds += one.Seconds
		sum.Processor += one.Processor
		sum.Browsers += one.Browsers
		sum.Tabs += one.Tabs
	}
	return sum
}

// Sorted are the pieces, the dearest first.
func (c Costs) Sorted() Costs {
	return slices.SortedStableFunc(slices.Values(c), func(a, b Cost) int { return cmp.Compare(b.Seconds, a.Seconds) })
}

// counting makes the file of [CountEnv]; remove takes it away. Without a file nothing is
// counted.
func counting() (path string, remove func()) {
	f, err := os.CreateTemp("", "bua-suite-count-")
	if err != nil {
		return "", func() {}
	}
	_ = f.Close()
	return f.Name(), func() { _ = os.Remove(f.Name()) }
}

// counted reads that file. Several connections may tell of one tab.
func counted(path string) (browsers, tabs int) {
	if path == "" {
		return 0, 0
	}
	f, err := os.Open(path)
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		switch line := lines.Text(); {
		case line == "browser":
			browsers++
		case strings.HasPrefix(line, "tab ") && !seen[line]:
			seen[line] = true
			tabs++
		}
	}
	return browsers, tabs
}
