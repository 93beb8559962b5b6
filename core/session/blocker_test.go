package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What stands in the way is stored with the session and read again, but for a
// dialog, which a worker that died cannot answer any more.
func TestRegistry_Stands(t *testing.T) {
	is := is.New(t)
	d := newDesk(coretest.NewStore())
	stored := func() string {
		d.writer.Flush(t.Context())
		data, err := d.store.Get(t.Context(), session.Run, session.KeySessions)
		is.NoErr(err)
		return string(data)
	}
	d.book.Obstacle(7, protocol.ObstacleCaptcha, "https://a.example/") // no session: nothing is kept
	d.book.Ensure(context.Background(), 7, "a.example", "")
	is.True(!strings.Contains(stored(), "captcha"))

	d.book.Obstacle(7, protocol.ObstacleCaptcha, "https://a.example/?wall")
	is.True(strings.Contains(stored(), `"obstacle":"captcha","url":"https://a.example/?wall"`))
	d.book.LeavePage(7, "https://a.example/?wall")
	d.book.LeavePage(7, "") // not known where it is
	is.True(strings.Contains(stored(), "captcha"))
	d.book.Dialog(7, &protocol.OpenDialog{ID: "d-1", Type: "confirm", Message: "Sure?", OpenedAt: 5}, "https://ads.example/x")
	is.True(strings.Contains(stored(), `"dialog":"d-1","type":"confirm","message":"Sure?","from":"ads.example","at":5`))
	d.book.Dialog(7, &protocol.OpenDialog{ID: "d-2", Type: "alert"}, "https://a.example/")
	is.True(!strings.Contains(stored(), "from")) // the tab's own

	b := session.NewRegistry(d.writer, d.clock, nil)
	b.Load(t.Context())
	is.True(strings.Contains(stored(), "captcha"))
	is.True(!strings.Contains(stored(), "d-2"))
	b.LeavePage(7, "https://a.example/in")
	is.True(!strings.Contains(stored(), "captcha"))

	b.Obstacle(7, protocol.ObstacleAuthWall, "https://a.example/")
	b.Obstacle(7, "", "https://a.example/")
	is.True(!strings.Contains(stored(), "auth_wall"))
	b.Obstacle(7, protocol.ObstacleAuthWall, "https://a.example/")
	b.End(7, protocol.EndTabClosed)
	b.Ensure(context.Background(), 7, "a.example", "")
	is.True(!strings.Contains(stored(), "auth_wall")) // another session
}
