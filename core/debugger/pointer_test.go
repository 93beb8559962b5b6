package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// What no press can meet is told by one code: an element that moved at any aim
// keeps moving, also where a busy page draws it at one place twice.
func TestPointer_NoPressMeetsIt(t *testing.T) {
	for _, row := range []struct {
		name string
		aims string // of each aim: m, it moves; s, it stands still
		code protocol.Code
	}{
		{"it stands still", "sss", protocol.CodeElementStale},
		{"it moves", "mmmmmm", protocol.CodeTimeout},
		{"it seems to stand at the last aims", "mmssss", protocol.CodeTimeout},
		{"it moves at the last aim", "ssmsss", protocol.CodeTimeout},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			aims := 0
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case strings.Contains(c.Params, `__bua(\"point\"`):
					if aims++; row.aims[aims-1] == 'm' {
						return []byte(strings.Replace(engineOK, `\"y\":2`, `\"y\":2,\"moves\":true`, 1)), nil
					}
				case strings.Contains(c.Params, `__bua(\"settled\"`):
					return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"missed\":true}}"}}`), nil
				}
				return nil, nil
			})
			go advanceUntilDone(t.Context(), s.clock)
			err := s.run(t.Context(), protocol.Click{Target: protocol.Target{Selector: "a"}})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(aims, len(row.aims))
		})
	}
}
