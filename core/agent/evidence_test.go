package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// Evidence is taken as models write it: a text, several, or objects among them.
func TestDone_EvidenceAsTexts(t *testing.T) {
	for _, row := range []struct {
		evidence string
		end      agent.Status
	}{
		{`["It was paid"]`, agent.Done},
		{`"It was paid"`, agent.Done},
		{`["https://a.test/bill","It was paid"]`, agent.Done},
		{`["https://a.test/bill",{"kind":"text","value":"It was paid"}]`, agent.Done},
		{`["gone: A bill"]`, agent.Done},
		{`["gone: It was paid"]`, ""},
		{`["It was not paid"]`, ""},
		{`["https://a.test/other"]`, ""},
		{`[5]`, ""},
		{`[]`, ""},
	} {
		t.Run(row.evidence, func(t *testing.T) {
			is := is.New(t)
			r := begin(t, agent.ModeAct)
			r.calls("extract", "{}")
			r.answers(page("A bill"))
			r.calls("click", click)
			r.answers(protocol.OK{OK: true})
			r.at += 10_000
			r.calls("done", `{"outcome":"done","summary":"paid","evidence":`+row.evidence+`}`)
			if _, reads := reading(r); reads {
				r.answers(page("It was paid"))
			}
			is.Equal(r.s.End, row.end)
		})
	}
}

// reading is the reading under way, if there is one.
func reading(r *harness) (agent.Act, bool) {
	for _, f := range r.effects {
		if a, ok := f.(agent.Act); ok && a.Action.Kind() == protocol.KindExtract {
			return a, true
		}
	}
	return agent.Act{}, false
}
