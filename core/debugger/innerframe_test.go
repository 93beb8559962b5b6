package debugger_test

import (
	"context"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_Inner: a frame that a click sent to another site is there when its
// target has a document: one that was only just made has no address, and
// nothing of it would be read.
func TestRun_Inner(t *testing.T) {
	const (
		asked    = `{"frameId":"G","reason":"anchorClick","url":"https://b.example/","disposition":"currentTab"}`
		made     = `{"sessionId":"S","targetInfo":{"targetId":"G","type":"iframe","url":""}}`
		attached = `{"sessionId":"S","targetInfo":{"targetId":"G","type":"iframe","url":"https://b.example/"}}`
		moved    = `{"targetInfo":{"targetId":"G","type":"iframe","url":"https://b.example/"}}`
	)
	for _, row := range []struct {
		name, first, then string
		unsettled         string
	}{
		{"it is there at once", attached, "", ""},
		{"it gets its address later", made, moved, ""},
		{"it gets none", made, "", "a frame was still loading after 1500 ms"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			ctx, done := context.WithCancel(t.Context())
			defer done()
			pressed := false
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != "Input.dispatchMouseEvent" || pressed {
					return nil, nil
				}
				pressed = true
				s.d.Event(1, "", "Page.frameRequestedNavigation", []byte(asked))
				s.d.Event(1, "", "Target.attachedToTarget", []byte(row.first))
				if row.then != "" {
					s.d.Event(1, "", "Target.targetInfoChanged", []byte(row.then))
				}
				return nil, nil
			})
			go advanceUntilDone(ctx, s.clock)
			res, _, err := s.d.Run(ctx, 1, 10, protocol.Click{Target: protocol.Target{Selector: "a"}}, allow{})
			s.NoErr(err)
			fx := protocol.Caused(res)
			s.True(fx != nil)
			s.Equal(fx.Unsettled, row.unsettled)
		})
	}
}
