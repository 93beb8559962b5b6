package e2e

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
)

// Office is a server of an organisation's, behind a proxy that ends TLS.
type Office struct {
	*app.Main
	// Users is the file of its users, Host its public name, which leads to this machine
	// in a browser with [Office.Switches].
	Users, Host string
}

// NewOffice starts one that lets in these extensions besides bua's own, and that lets an
// agent to the pages of this machine.
func NewOffice(tb testing.TB, extensionIDs ...string) *Office {
	tb.Helper()
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
	if err != nil {
		tb.Fatal(err)
	}
	o := &Office{Users: filepath.Join(tb.TempDir(), "users"), Host: "bua.test:" + port}
	if _, err := app.AddUser(o.Users, app.NewToken{User: "admin", Scope: httpapi.ScopeFleet}); err != nil {
		tb.Fatal(err)
	}
	main = Backend(tb, app.Options{Mode: app.Server, Hosts: []string{o.Host}, UsersFile: o.Users, Version: "test", ExtensionIDs: extensionIDs, PrivateNetwork: app.PrivateAllow})
	proxy.StartTLS()
	tb.Cleanup(proxy.Close)
	o.Main = main
	return o
}

// Socket is where its browsers connect.
func (o *Office) Socket() string { return "wss://" + o.Host + "/ws/browser" }

// Switches are those of a browser that finds it, and every other name below test on this
// machine.
func (o *Office) Switches() []string {
	return []string{"--host-resolver-rules=MAP *.test 127.0.0.1", "--ignore-certificate-errors"}
}
