package debugger_test

import (
	"context"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// What a frame wrote is told only where its document is the same before and
// after: the frame of a refused document may go to an allowed one meanwhile, and
// the other way round, and the news of that may come late.
func TestConsole_FrameGoesOn(t *testing.T) {
	const good, bad = "https://good.example/", "https://bad.example/"
	for _, row := range []struct {
		name, at, goes string
		told           int
	}{
		{"it stays", good, "", 1},
		{"refused, it stays", bad, "", 0},
		{"from a refused document to an allowed one", bad, good, 0},
		{"from an allowed document to a refused one", good, bad, 0},
		{"from an allowed document to another", good, good + "next", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Page.frameAttached", []byte(frameG))
			s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"`+row.at+`"}}`))
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method == "Runtime.enable" {
					s.d.Event(1, "", "Runtime.executionContextCreated", []byte(`{"context":{"id":7,"auxData":{"frameId":"G"}}}`))
					s.d.Event(1, "", "Runtime.consoleAPICalled", []byte(`{"type":"log","args":[{"value":"words"}],"executionContextId":7,"timestamp":1.5}`))
					if row.goes != "" {
						s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"`+row.goes+`"}}`))
					}
				}
				return nil, nil
			})
			go advanceUntilDone(t.Context(), s.clock)
			got, _, err := s.d.Run(t.Context(), 1, 10, protocol.Console{}, refuses{part: "bad"})
			s.NoErr(err)
			s.Equal(len(got.(protocol.ConsoleResult).Entries), row.told)
		})
	}
}
