package debugger_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// TestPressKey_WithARefusedFrame: in a tab with a refused frame it is looked up where the
// focus is before each event of a key, which goes to the process of that frame.
func TestPressKey_WithARefusedFrame(t *testing.T) {
	const yes, frame = `{"yes":true}`, `{"node":{"frameId":"`
	holds := []string{yes, `{}`} // in the first document, not in the next
	for _, row := range []struct {
		name, key string
		script    script
		code      protocol.Code
		want      string // the keys that were sent
	}{
		{"in the page itself", "a", script{"hold": {yes}}, "", "keyDown:a keyUp:a"},
		{"in an allowed frame", "a", script{"hold": {yes}, "aim": {yes, `{}`, yes, `{}`}, "DOM.describeNode": {frame + `G"}}`}}, "", "S/keyDown:a S/keyUp:a"},
		{"in a refused frame", "a", script{"aim": holds, "DOM.describeNode": {frame + `R"}}`}}, protocol.CodeDomainBlocked, ""},
		{"in a frame that nobody knows", "a", script{"aim": holds, "DOM.describeNode": {frame + `N"}}`}}, protocol.CodeDomainBlocked, ""},
		{"behind a closed root", "a", script{"hold": {yes}, "aim": {yes, `{}`, yes, `{}`}, "DOM.describeNode": {`{"node":{"shadowRoots":[{"shadowRootType":"closed","backendNodeId":4}]}}`}}, "", "keyDown:a keyUp:a"},
		{"on an element without a root", "a", script{"hold": {yes}, "aim": {yes}, "DOM.describeNode": {`{"node":{}}`}}, "", "keyDown:a keyUp:a"},
		{"a page that keeps moving it", "a", script{"hold": {`{}`}}, protocol.CodeDomainBlocked, ""},
		{"a Tab that stays", "Tab", script{"hold": {yes}, "nowhere": {yes, `{}`}}, "", "rawKeyDown:Tab keyUp:Tab"},
		{"a Tab that goes on and on", "Tab", script{"hold": {yes}, "nowhere": {yes}}, "", "rawKeyDown:Tab"},
		{"a Tab into a refused frame", "Tab", script{"hold": {yes}, "aim": {`{}`, yes, `{}`}, "DOM.describeNode": {frame + `R"}}`}}, "", "rawKeyDown:Tab"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			for session, f := range map[string][2]string{"S": {"G", "https://b.example/"}, "T": {"R", "https://other.example/"}} {
				s.hears(`Target.attachedToTarget {"sessionId":"` + session + `","targetInfo":{"type":"iframe","targetId":"` + f[0] + `","url":"` + f[1] + `","parentFrameId":"F"}}`)
			}
			row.script["Runtime.evaluate"] = []string{`{"result":{"type":"object","objectId":"E"}}`}
			for _, op := range []string{"starting", "watch", "settled", "hold", "nowhere", "aim"} {
				if row.script[op] == nil {
					row.script[op] = []string{`{"url":"https://a.example/"}`}
				}
			}
			talk := s.follows(row.script)
			_, err := talk.act(t.Context(), protocol.PressKey{Key: row.key}, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			var keys []string
			for word := range strings.FieldsSeq(talk.said()) {
				if strings.Contains(word, "ey") && strings.Contains(word, ":") {
					keys = append(keys, word)
				}
			}
			s.Equal(strings.Join(keys, " "), row.want)
		})
	}
}
