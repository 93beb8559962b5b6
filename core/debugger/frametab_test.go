package debugger_test

import (
	"context"
	"testing"

	"github.com/zapvol/bua/core/coretest"
)

// TestFrameTab: of a frame that is not known the debugger is sure only while no tab's
// frames are still being read.
func TestFrameTab(t *testing.T) {
	s := newStage(t)
	tab, sure := s.d.FrameTab("G")
	s.Equal(tab, 0)
	s.True(sure) // there is no tab
	read, during := make(chan struct{}), false
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method == "Page.enable" && c.Session == "" {
			_, during = s.d.FrameTab("F")
		}
		if c.Method == "Page.getFrameTree" && c.Session == "S" {
			<-read
			return []byte(`{"frameTree":{"frame":{"id":"G","parentId":"F","url":"https://b.example/"},"childFrames":[{"frame":{"id":"H","parentId":"G","url":"https://c.example/"}}]}}`), nil
		}
		return nil, nil
	})
	s.NoErr(s.d.Attach(t.Context(), 1))
	s.True(!during) // it was being attached
	tab, sure = s.d.FrameTab("F")
	s.Equal(tab, 1)
	s.True(sure)
	s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"type":"iframe","targetId":"G","url":"https://b.example/","parentFrameId":"F"}}`))
	tab, sure = s.d.FrameTab("H")
	s.Equal(tab, 0)
	s.True(!sure) // the frames inside G are not read
	tab, sure = s.d.FrameTab("G")
	s.Equal(tab, 1)
	s.True(sure)
	close(read)
	for tab = 0; tab != 1 && t.Context().Err() == nil; { // it is read in the background
		tab, _ = s.d.FrameTab("H")
	}
	tab, sure = s.d.FrameTab("I")
	s.Equal(tab, 0)
	s.True(sure)
}
