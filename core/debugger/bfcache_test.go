package debugger_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// The frames of a page that the browser kept are known before anything is told of
// it: those in its process by the frame tree, the others by news that came before
// the page's own.
func TestRestored(t *testing.T) {
	const (
		page = `{"frame":{"id":"F","url":"https://a.example/"},"type":"BackForwardCacheRestore"}`
		tree = `{"frameTree":{"frame":{"id":"F","url":"https://a.example/"},"childFrames":[{"frame":{"id":"G","parentId":"F","url":"https://bad.example/"}}]}}`
	)
	s := newStage(t)
	var kept atomic.Bool
	asked, tell := make(chan struct{}), make(chan error)
	s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
		if c.Method != "Page.getFrameTree" || c.Session != "" || !kept.Load() {
			return nil, nil
		}
		asked <- struct{}{}
		if err := <-tell; err != nil {
			return nil, err
		}
		return []byte(tree), nil
	})
	s.NoErr(s.d.Attach(t.Context(), 1))
	kept.Store(true)
	s.d.Event(1, "", "Target.attachedToTarget", []byte(`{"sessionId":"S","targetInfo":{"type":"iframe","targetId":"H","url":"https://c.example/","parentFrameId":"F"}}`))
	s.d.Event(1, "", "Page.frameNavigated", []byte(page))
	<-asked
	type told struct {
		result protocol.Result
		err    error
	}
	frames := func() chan told {
		out := make(chan told, 1)
		go func() {
			result, _, err := s.d.Run(t.Context(), 1, 10, protocol.Frames{}, refuses{part: "bad"})
			out <- told{result, err}
		}()
		return out
	}
	out := frames()
	tell <- nil
	got := <-out
	s.NoErr(got.err)
	s.Equal(got.result.(protocol.FramesResult).Frames, []protocol.FrameInfo{
		{FrameID: "F", URL: "https://a.example/"},
		{FrameID: "H", Parent: "F", URL: "https://c.example/"},
		{FrameID: "G", Parent: "F", Blocked: true},
	})

	s.d.Event(1, "", "Page.frameNavigated", []byte(page))
	<-asked
	tell <- errors.New("lost")
	go advanceUntilDone(t.Context(), s.clock)
	got = <-frames()
	s.Equal(protocol.CodeOf(got.err), protocol.CodeTimeout) // what nobody knows of cannot be kept from the agent

	<-asked // once more, for the next action
	out = frames()
	tell <- nil
	s.NoErr((<-out).err)
}
