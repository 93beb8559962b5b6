//go:build !tinygo

package protocol_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// TestDecodeFromAgent: what an agent writes beyond an action's members is
// refused by name, and never carried out without it.
func TestDecodeFromAgent(t *testing.T) {
	for in, want := range map[string]string{
		`{"type":"press_key","key":"Enter","uid":"e3"}`:                                    `action.uid does not belong here, only key and tabId: leave it out, or use an action that has it`,
		`{"type":"click","uid":"e1","Count":2}`:                                            `action.Count does not belong here: did you mean count?`,
		`{"type":"click","uid":"e1","tabID":4}`:                                            `action.tabID does not belong here: did you mean tabId?`,
		`{"type":"extract","uid":"e1"}`:                                                    `action.uid does not belong here, only selector, since, query, after, maxTokens, frames, frameId and tabId: leave it out, or use an action that has it`,
		`{"type":"get_tabs","windowId":1}`:                                                 `action.windowId does not belong here: leave it out`,
		`{"type":"back","steps":2}`:                                                        `action.steps does not belong here, only tabId: leave it out, or use an action that has it`,
		`{"type":"fill_form","fields":[{"uid":"e1","value":"a"},{"uid":"e2","text":"b"}]}`: `action.fields[1].text does not belong here, only uid, selector, value and secret: leave it out, or use an action that has it`,
		`{"type":"drag","uid":"e1","to":{"uid":"e2","x":4}}`:                               `action.to.x does not belong here, only uid and selector: leave it out, or use an action that has it`,
		`{"type":"type","uid":"e1","text":"a","clear":true}`:                               `action.clear does not belong here, only uid, selector, text, keys, secret, frameId and tabId: leave it out, or use an action that has it`,
	} {
		t.Run(in, func(t *testing.T) {
			is := is.New(t)
			_, err := protocol.DecodeFromAgent([]byte(in))
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.Equal(protocol.AsError(err).Message, want)
			_, err = protocol.DecodeAction([]byte(in))
			if in[9:13] != "fill" { // whose value is missing then
				is.NoErr(err) // between the two ends, a later version may know it
			}
		})
	}
	for _, in := range []string{
		`{"type":"click","uid":"e1","selector":null,"frame":null}`,
		`{"type":"fill_form","fields":[{"type":"text","uid":"e1","value":"a"}]}`,
		`{"tabId":3,"type":"press_key","key":"Enter"}`,
	} {
		is := is.New(t)
		a, err := protocol.DecodeFromAgent([]byte(in))
		is.NoErr(err)
		b, err := protocol.DecodeAction([]byte(in))
		is.NoErr(err)
		is.Equal(a, b)
	}
}
