package page_test

import (
	"os"
	"sort"
	"testing"
)

// TestProfile prints where extract spends its time: BUA_PROFILE=buttons-10000 BUA_PLAIN=1.
func TestProfile(t *testing.T) {
	kind := os.Getenv("BUA_PROFILE")
	if kind == "" {
		t.Skip("a tool, not a test: set BUA_PROFILE to the kind of a generated page")
	}
	p := open(t, "/generated?kind="+kind)
	p.extract(nil)
	p.send("Profiler.enable", nil, nil)
	p.send("Profiler.setSamplingInterval", map[string]any{"interval": 100}, nil)
	p.send("Profiler.start", nil, nil)
	for range 5 {
		p.extract(nil)
	}
	var out struct {
		Profile struct {
			Nodes []struct {
				ID        int
				CallFrame struct {
					FunctionName string
					LineNumber   int
				}
			}
			Samples    []int
			TimeDeltas []int
		}
	}
	p.send("Profiler.stop", nil, &out)
	names := map[int]string{}
	for _, n := range out.Profile.Nodes {
		names[n.ID] = n.CallFrame.FunctionName
	}
	self := map[string]int{}
	for i, s := range out.Profile.Samples {
		self[names[s]] += out.Profile.TimeDeltas[i]
	}
	var list []string
	for k := range self {
		list = append(list, k)
	}
	sort.Slice(list, func(i, j int) bool { return self[list[i]] > self[list[j]] })
	for _, k := range list[:min(25, len(list))] {
		t.Logf("%8.2f ms  %s", float64(self[k])/5000, k)
	}
}
