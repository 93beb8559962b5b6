//go:build !tinygo

package debugger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// What listens for presses is looked up side by side, each element once, and the page
// read again where that tells anything.
func TestExtract_Listeners(t *testing.T) {
	s := newStage(t)
	read := 0
	s.answer = func(_ context.Context, c coretest.Command) ([]byte, error) {
		switch {
		case strings.Contains(c.Params, `__bua(\"extract\"`):
			read++
			return []byte(`{"result":{"type":"string","value":"{\"ok\":{\"url\":\"https://a.example/\",\"title\":\"\",\"text\":\"\",\"markdown\":\"\",\"elements\":[],\"omitted\":0,\"snapshot\":\"s1\",\"listeners\":` + []string{"true", "false"}[read-1] + `}}"}}`), nil
		case c.Method == "DOMDebugger.getEventListeners":
			return []byte(`{"listeners":[{"type":"click","backendNodeId":1},{"type":"lick","backendNodeId":2},{"type":"mousedown","backendNodeId":1},{"type":"keydown","backendNodeId":3},{"type":"dblclick","backendNodeId":4}]}`), nil
		case c.Method == "DOM.resolveNode":
			return []byte(`{"object":{"objectId":"o"}}`), nil
		case c.Method == "Runtime.callFunctionOn":
			return []byte(`{"result":{"objectId":"p"}}`), nil
		}
		return nil, nil
	}
	s.NoErr(s.run(t.Context(), protocol.Extract{}))
	s.Equal(read, 2)
	all := s.methods()
	s.Equal(strings.Count(all, "resolveNode"), 2)
	s.Equal(strings.Count(all, "callFunctionOn"), 2)
	s.True(strings.LastIndex(all, "resolveNode") < strings.Index(all, "callFunctionOn")) // no element waits for the one before
}
