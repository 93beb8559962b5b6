package debugger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_FrameAlong: what follows on an element goes to the frame that holds it, and not
// to that of another element of the same action.
func TestRun_FrameAlong(t *testing.T) {
	main, inside := protocol.Target{UID: "e1"}, protocol.Target{UID: "e2"}
	fill := func(of ...protocol.Target) protocol.Action {
		a := protocol.FillForm{}
		for _, at := range of {
			a.Fields = append(a.Fields, protocol.Fill{Target: at, Value: "x"})
		}
		return a
	}
	for _, row := range []struct {
		name   string
		action protocol.Action
		op     string // of the engine
		at     string // the session that it was asked in, and no other
	}{
		{"a field of the page", fill(main), "leave", ""},
		{"a field in a frame", fill(inside), "leave", "S"},
		{"the last one counts", fill(main, inside), "leave", "S"},
		{"the last one is the page's", fill(inside, main), "leave", ""},
		{"what was typed is asked about in its frame", protocol.Type{Target: inside, Text: "x"}, "settled", "S"},
		{"what was pressed, too", protocol.Click{Target: inside}, "came", "S"},
		{"a list that is chosen from is read back there", protocol.SelectOption{Target: inside, Options: []string{"x"}}, "held", "S"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"type":"iframe","targetId":"G","url":"https://b.example/","parentFrameId":"F"}}`))
			var at []string
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if strings.Contains(c.Params, `__bua(\"`+row.op+`\"`) && !slices.Contains(at, c.Session) {
					at = append(at, c.Session)
				}
				if c.Method == "Runtime.evaluate" && c.Session == "" && strings.Contains(c.Params, "e2") {
					return []byte(`{"result":{"type":"string","value":"{\"error\":{\"code\":\"element_stale\",\"message\":\"gone\"}}"}}`), nil
				}
				return nil, nil
			})
			go advanceUntilDone(t.Context(), s.clock)
			_, _, _ = s.d.Run(t.Context(), 1, 10, row.action, allow{})
			s.Equal(at, []string{row.at})
		})
	}
}
