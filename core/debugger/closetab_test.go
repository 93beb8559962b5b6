package debugger_test

import (
	"context"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestCloseTab: a tab ends as the person's own click ends it. One in which a frame has
// opened a dialog is brought to a blank page first.
func TestCloseTab(t *testing.T) {
	asks := []string{`Page.javascriptDialogOpening {"type":"beforeunload","message":"","frameId":"F"}`, `Page.javascriptDialogClosed {}`}
	inner := []string{
		`Page.frameAttached {"frameId":"G","parentFrameId":"F"}`,
		`Page.javascriptDialogOpening {"type":"alert","message":"m","frameId":"G"}`, `Page.javascriptDialogClosed {}`,
	}
	for _, row := range []struct {
		name   string
		before []string
		during string // the command during which something happens
		events []string
		code   protocol.Code
		said   string
	}{
		{"it closes", nil, "Page.close", nil, protocol.CodeTabNotFound, "close"},
		{"a frame has asked something", inner, "Page.navigate", arrives("about:blank"), protocol.CodeTimeout, "navigate close"},
		{"and the page does not go", inner, "", nil, protocol.CodeTimeout, "navigate"},
		{"the policy keeps the page", nil, "Page.close", asks, protocol.CodeInvalidAction, "close"},
		{"it never closes", nil, "", nil, protocol.CodeTimeout, "close"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.hears(row.before...)
			if row.code == protocol.CodeInvalidAction {
				_, _, err := s.d.Run(t.Context(), 1, 10, protocol.Dialog{Policy: protocol.PolicyDismiss}, allow{})
				s.NoErr(err)
			}
			talk := s.follows(nil)
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != row.during {
					return nil, nil
				}
				if s.hears(row.events...); row.code == protocol.CodeTabNotFound {
					s.d.Forget(1)
					return hang(ctx)
				}
				return nil, nil
			})
			_, err := talk.act(t.Context(), protocol.CloseTab{}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(talk.said("setInterceptFileChooserDialog", "enable", "disable", "startScreencast", "handleJavaScriptDialog"), row.said)
		})
	}
}
