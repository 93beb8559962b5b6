package agent

import (
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/tests/e2e"
)

// TestUsers: in server mode a session belongs to the user who began it, and a
// token counts only in the header.
func TestUsers(t *testing.T) {
	is := is.New(t)
	file := t.TempDir() + "/users"
	alice, err := app.AddUser(file, app.NewToken{User: "alice"})
	is.NoErr(err)
	bob, err := app.AddUser(file, app.NewToken{User: "bob"})
	is.NoErr(err)
	b := &bridge{}
	m := e2e.Backend(t, app.Options{Mode: app.Server, Hosts: []string{public}, UsersFile: file, Bridge: b})

	post := func(token, session, query, body string) *http.Response {
		resp, _ := request(t, m, http.MethodPost, "/mcp"+query, token, body, "Host", public, "Accept", "application/json, text/event-stream", "Mcp-Session-Id", session)
		return resp
	}
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	const ready = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	const act = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"browser","arguments":{"action":{"type":"get_tabs"}}}}`
	resp := post(alice, "", "", hello)
	is.Equal(resp.StatusCode, http.StatusOK)
	session := resp.Header.Get("Mcp-Session-Id")
	is.True(session != "")
	is.Equal(post(alice, session, "", ready).StatusCode, http.StatusAccepted)

	is.Equal(post(bob, session, "", act).StatusCode, http.StatusForbidden)   // another user's session
	is.Equal(post("", session, "", act).StatusCode, http.StatusUnauthorized) // a session is no authentication
	is.Equal(post("", session, "?token="+alice+"&access_token="+alice, act).StatusCode, http.StatusUnauthorized)
	is.Equal(b.count(), 0) // nothing was done
	is.Equal(post(alice, session, "", act).StatusCode, http.StatusOK)
	is.Equal(b.count(), 1)
	is.NoErr(app.RemoveUser(file, "alice"))
	is.Equal(post(alice, session, "", act).StatusCode, http.StatusUnauthorized) // removed, without a restart
}
