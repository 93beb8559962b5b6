package model

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/worker"
)

// An update of the extension while it is connected: what runs is finished and
// answered first, or its caller is told when that takes too long; the new
// version comes back with the same key, its log says how the sessions ended, and
// it works.
func TestUpdate(t *testing.T) {
	for _, row := range []struct {
		sentence string
		// finish says that the action in flight goes on.
		finish bool
		says   string
	}{
		{"an action in flight is finished and answered first", true, ""},
		{"one that takes longer than its limit has been answered before", false, "did not answer click within 35 s"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				is := is.New(t)
				h := newSystem()
				defer h.close()
				h.flow(false)
				b := h.browsers[0]
				device, tab := b.device, b.world.Browser.Add(b.url(0), false)
				h.call(b, 7, tab) // number 0: it takes no time, and starts a session
				a := h.call(b, 7, tab)
				h.flow(false)
				is.Equal(a.begun, 1)
				b.life.worker.Deliver(worker.KindEvent, 0, []byte(`{"event":"update_available","version":"2"}`))
				h.pass(5 * time.Second)
				is.True(!b.life.reload.Load()) // it waits
				if row.finish {
					is.Equal(b.release(0), "1")
				}
				for range 60 {
					h.flow(false)
					h.pass(time.Second)
				}
				is.True(a.done)
				is.Equal(row.says == "", a.err == nil)
				is.True(a.err == nil || strings.Contains(a.err.Error(), row.says))
				is.True(b.life.reload.Load()) // now nothing runs

				b.kill() // Chrome installs the new version: the socket closes, what lived for the run is gone
				b.world.Store.Restart()
				_ = b.world.CDP.Detach(context.Background(), tab) // Chrome lets go of what an unloaded extension held
				b.start()
				for range 5 {
					h.flow(true)
					h.pass(time.Second)
				}
				is.True(h.pool.Reaches(b.user, device)) // the same key
				rows := b.world.History()
				last := rows[len(rows)-1]
				is.Equal(last.Event+" "+last.Reason, "end "+string(protocol.EndExtensionReload))
				is.Equal(len(b.world.Dispatcher.Sessions()), 0)
				res := make(chan error, 1)
				go func() {
					_, err := h.pool.Request(context.Background(), pool.To{Caller: protocol.Caller{User: b.user}, Device: device}, protocol.GetTabs{})
					res <- err
				}()
				h.flow(true)
				is.NoErr(<-res)
				h.check()
				is.Equal(len(h.faults), 0)
			})
		})
	}
}
