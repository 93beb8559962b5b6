package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestPageTool_Cancelled: the page is told to stop a tool that nobody waits for any more,
// and one that was never called is not.
func TestPageTool_Cancelled(t *testing.T) {
	for _, row := range []struct {
		name, at string
		ended    int
	}{
		{"while the tool runs", `__bua(\"useTool\"`, 1},
		{"before it is called", `__bua(\"tool\"`, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			ctx, cancel := context.WithCancel(t.Context())
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case strings.Contains(c.Params, row.at):
					cancel()
					<-ctx.Done()
					return nil, ctx.Err()
				case strings.Contains(c.Params, `__bua(\"tool\"`):
					return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"found\":true}}"}}`), nil
				}
				return nil, nil
			})
			s.True(s.run(ctx, protocol.PageTool{Name: "add"}) != nil)
			ended := 0
			for _, c := range s.cdp.Commands() {
				ended += strings.Count(c.Params, `__bua(\"endTool\"`)
			}
			s.Equal(ended, row.ended)
		})
	}
}
