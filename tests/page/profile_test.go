package page_test

import (
	"os"
	"sort"
	"strings"
	"testing"
)

// BenchmarkProfile prints where extract spends its time on a generated page,
// buttons-200 unless BUA_PROFILE names another kind, or a file of tests/page/pages
// with a slash before it. BUA_PLAIN keeps the functions' names:
//
//	BUA_PLAIN=1 BUA_PROFILE=/article-wiki.html go test ./tests/page -run '^$' -bench Profile -benchtime 1x -v
func BenchmarkProfile(b *testing.B) {
	kind := os.Getenv("BUA_PROFILE")
	if kind == "" {
		kind = "buttons-200"
	}
	path := "/generated?kind=" + kind
	if strings.HasPrefix(kind, "/") {
		path = kind
	}
	p := open(b, path)
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
		b.Logf("%8.2f ms  %s", float64(self[k])/5000, k)
	}
}
