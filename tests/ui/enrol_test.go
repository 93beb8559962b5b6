package ui

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/tests/e2e"
)

// office is a server of an organisation's, behind a proxy that ends TLS.
type office struct {
	*app.Main
	users, host string
}

func newOffice(t *testing.T) *office {
	t.Helper()
	is := is.New(t)
	var main *app.Main
	proxy := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(&url.URL{Scheme: "http", Host: main.Address()})
			p.Out.Host = p.In.Host
			p.SetXForwarded()
		}}
		to.ServeHTTP(w, r)
	}))
	_, port, err := net.SplitHostPort(proxy.Listener.Addr().String())
	is.NoErr(err)
	o := &office{users: filepath.Join(t.TempDir(), "users"), host: "bua.test:" + port}
	_, err = app.AddUser(o.users, app.NewToken{User: "admin", Scope: httpapi.ScopeFleet})
	is.NoErr(err)
	main = e2e.Backend(t, app.Options{Mode: app.Server, Hosts: []string{o.host}, UsersFile: o.users, Version: "test"})
	proxy.StartTLS()
	t.Cleanup(proxy.Close)
	o.Main = main
	return o
}

// client calls the server as who holds a token.
func (o *office) client(t *testing.T, n app.NewToken) *fleetClient {
	t.Helper()
	token, err := app.AddUser(o.users, n)
	if err != nil {
		t.Fatal(err)
	}
	return &fleetClient{t, o, token}
}

// TestEnrol: a browser into which an organisation forces its policy pairs itself,
// without anybody being asked, and shows its person what was decided; the fleet's
// holder sees it with version and policy, and revokes all of the user. The token in
// the policy does not bring it back.
func TestEnrol(t *testing.T) {
	is := is.New(t)
	o := newOffice(t)
	token, err := app.AddUser(o.users, app.NewToken{User: "alice", Enrols: 1})
	is.NoErr(err)
	policy := fmt.Sprintf(`{"schemaVersion":1,"serverUrl":"wss://%s/ws/browser","enrolment":%q,"blocklist":["payroll.test"]}`, o.host, token)
	args := []string{"--host-resolver-rules=MAP bua.test 127.0.0.1", "--ignore-certificate-errors"}
	profile := t.TempDir()

	begun := time.Now()
	conn := managed(t, profile, policy, args...)
	page := extensionPage(t, conn, "options/index.html#connection")
	page.says("Your organisation has connected this browser with " + o.host)
	page.says("Connected")
	t.Logf("from the start of the browser to the connection: %v", time.Since(begun).Round(time.Millisecond))
	var buttons int
	page.eval(`document.querySelectorAll("#pair-here, form.pair, .button.danger").length`, &buttons)
	is.Equal(buttons, 0) // nothing of it is the person's to change

	fleet := o.client(t, app.NewToken{User: "helpdesk", Scope: httpapi.ScopeFleet})
	list := fleet.list()
	is.Equal(len(list), 1)
	is.Equal(list[0].User, "alice")
	is.True(list[0].Connected)
	is.True(list[0].Version != "")
	is.Equal(list[0].Policy, "in force")
	is.True(list[0].Enrolment != "")
	is.True(!list[0].LastSeen.IsZero())

	// A second browser gets nothing for the same token, and says so.
	other := extensionPage(t, managed(t, t.TempDir(), policy, args...), "options/index.html#connection")
	other.says("That did not work. Tell your administrator.")
	other.says("This code was used already.")

	is.Equal(fleet.revoke("alice"), 1)
	page.says("This browser was revoked in the backend.")
	is.Equal(len(fleet.list()), 0)
}
