package panel

import (
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
)

// TestNeedsOf: what is told where others may look on is a run, a kind of act and a site,
// and only what the person does not know of already.
func TestNeedsOf(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	const url = "https://mail.test:8443/inbox?secret=1#x"
	ended := func(job string, ago time.Duration) runs.View {
		return runs.View{ID: "r", Status: core.Failed, Job: job, URL: url, Updated: now.Add(-ago).UnixMilli(), Task: "secret", Summary: "secret"}
	}
	for _, row := range []struct {
		name string
		view runs.View
		want []Need
	}{
		{"an approval", runs.View{ID: "r", Status: core.WaitingPerson, URL: url, Question: &runs.Question{ID: 4, Sink: "send", Site: "https://shop.test", Text: "secret", What: "secret", Leaves: "secret"}},
			[]Need{{Run: "r", Status: core.WaitingPerson, Question: 4, Sink: "send", Site: "shop.test"}}},
		{"a question", runs.View{ID: "r", Status: core.WaitingPerson, URL: url, Question: &runs.Question{ID: 4, Text: "secret"}},
			[]Need{{Run: "r", Status: core.WaitingPerson, Question: 4, Site: "mail.test:8443"}}},
		{"one that the person has paused", runs.View{ID: "r", Status: core.WaitingPerson}, []Need{}},
		{"one that goes on", runs.View{ID: "r", Status: core.Running}, []Need{}},
		{"the end of a planned task's", ended("j", time.Minute), []Need{{Run: "r", Status: core.Failed, Site: "mail.test:8443"}}},
		{"an old end", ended("j", 25*time.Hour), []Need{}},
		{"the end of one that the person began", ended("", time.Minute), []Need{}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is.New(t).Equal(needsOf([]runs.View{row.view}, now), row.want)
		})
	}
}
