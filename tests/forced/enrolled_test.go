package forced

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// TestEnrolled: one policy forces the extension into a browser, pairs it with the
// organisation's server and keeps the agent out of a site. Nobody presses anything, and
// from the first action on the site is refused, also where a page leads there.
func TestEnrolled(t *testing.T) {
	is := is.New(t)
	o := newOrganisation(t)
	o.publish(t, first)
	office := e2e.NewOffice(t, o.id)
	token, err := app.AddUser(office.Users, app.NewToken{User: "alice", Enrols: 1})
	is.NoErr(err)
	o.decide(t, fmt.Sprintf(`{"schemaVersion": 1, "serverUrl": %q, "enrolment": %q, "blocklist": ["payroll.test"]}`, office.Socket(), token))

	b := start(t, o, office.Switches()...)
	b.installed(t)
	is.Equal(b.self(t), self{Version: first, InstallType: "admin", MayDisable: false})
	_, _, err = b.conn.NewPage(t.Context(), "about:blank") // without a window Chrome goes on answering that there is no policy
	is.NoErr(err)
	devices := func() []httpapi.Device { return office.Bridge().Devices("alice") }
	e2e.Await(t, "the browser comes by itself", func() bool { list := devices(); return len(list) == 1 && list[0].Connected })
	do := func(a protocol.Action) error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := office.Bridge().Do(ctx, protocol.Caller{User: "alice"}, "", a)
		return err
	}
	is.Equal(protocol.CodeOf(do(protocol.OpenTab{URL: o.secret()})), protocol.CodeDomainBlocked)
	is.NoErr(do(protocol.OpenTab{URL: o.server.URL + "/page"}))
	is.Equal(protocol.CodeOf(do(protocol.Navigate{URL: o.server.URL + "/away"})), protocol.CodeDomainBlocked)
	is.Equal(o.payroll.Load(), int32(0)) // not one request
	is.Equal(devices()[0].Policy, "in force")
	is.True(devices()[0].Enrolment != "")
	is.Equal(len(b.main.Bridge().Devices(app.Local)), 0) // it is the organisation's, not the launcher's
}
