package debugger_test

import (
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// elsewhere is a guard of a person who answers elsewhere than in the page.
type elsewhere struct {
	allow
	says protocol.Outcome
}

func (g elsewhere) Wait(told func(protocol.Outcome)) {
	if g.says != "" {
		told(g.says)
	}
}

// TestHelp: the person answers in the page or elsewhere, and the marker goes then.
func TestHelp(t *testing.T) {
	const done, waits = `{"outcome":"done"}`, `{"outcome":""}`
	for _, row := range []struct {
		name   string
		marker []string // what the engine answers
		says   protocol.Outcome
		want   protocol.Outcome
		said   string
	}{
		{"in the page", []string{waits, done}, "", protocol.OutcomeDone, "help help help"},
		{"elsewhere", []string{waits}, protocol.OutcomeDeclined, protocol.OutcomeDeclined, ""},
		{"not at all", []string{waits}, "", protocol.OutcomeTimedOut, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.run(t.Context(), protocol.Hover{Target: protocol.Target{Selector: "a"}}))
			talk := s.follows(script{"help": row.marker})
			g := elsewhere{says: row.says}
			res, err := talk.act(t.Context(), protocol.Help{Message: "log in", TimeoutMS: 10_000}, g)
			s.NoErr(err)
			s.Equal(res.(protocol.HelpResult).Outcome, row.want)
			if row.said != "" {
				s.Equal(talk.said(), row.said)
			}
		})
	}
}
