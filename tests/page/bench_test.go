package page_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkExtract measures one extract against Chrome's getFullAXTree on the
// same page in the same run, and reports the ratio of the medians.
func BenchmarkExtract(b *testing.B) {
	for _, kind := range []string{"buttons", "mixed", "rows"} {
		for _, n := range []int{200, 2000, 10000} {
			b.Run(fmt.Sprintf("%s-%d", kind, n), func(b *testing.B) {
				p := open(b, fmt.Sprintf("/generated?kind=%s-%d", kind, n))
				var ours, theirs []time.Duration
				p.extract(nil)
				p.send("Accessibility.enable", nil, nil)
				for b.Loop() {
					start := time.Now()
					p.extract(nil)
					ours = append(ours, time.Since(start))
					start = time.Now()
					p.send("Accessibility.getFullAXTree", nil, nil)
					theirs = append(theirs, time.Since(start))
				}
				slices.Sort(ours)
				slices.Sort(theirs)
				o, t := ours[len(ours)/2], theirs[len(theirs)/2]
				b.ReportMetric(float64(o.Microseconds())/1000, "ms/extract")
				b.ReportMetric(float64(t.Microseconds())/1000, "ms/axtree")
				b.ReportMetric(float64(o)/float64(t), "ratio")
				// The best of each is what is left of the figures on a busy machine.
				b.ReportMetric(float64(ours[0].Microseconds())/1000, "best-ms/extract")
				b.ReportMetric(float64(ours[0])/float64(theirs[0]), "best-ratio")
			})
		}
	}
}
