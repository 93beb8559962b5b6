package agent

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/tests/e2e"
)

// post sends one MCP message as a user of the server mode.
func post(t *testing.T, m *app.Main, token, session, query, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.URL()+"/mcp"+query, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "bua.example.com"
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	return resp
}

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
	m := e2e.Backend(t, app.Options{Mode: app.Server, Hosts: []string{"bua.example.com"}, UsersFile: file, Bridge: b})

	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	const ready = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	const act = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"browser","arguments":{"action":{"type":"get_tabs"}}}}`
	resp := post(t, m, alice, "", "", hello)
	is.Equal(resp.StatusCode, http.StatusOK)
	session := resp.Header.Get("Mcp-Session-Id")
	is.True(session != "")
	is.Equal(post(t, m, alice, session, "", ready).StatusCode, http.StatusAccepted)

	is.Equal(post(t, m, bob, session, "", act).StatusCode, http.StatusForbidden)   // another user's session
	is.Equal(post(t, m, "", session, "", act).StatusCode, http.StatusUnauthorized) // a session is no authentication
	is.Equal(post(t, m, "", session, "?token="+alice+"&access_token="+alice, act).StatusCode, http.StatusUnauthorized)
	is.Equal(b.count(), 0) // nothing was done
	is.Equal(post(t, m, alice, session, "", act).StatusCode, http.StatusOK)
	is.Equal(b.count(), 1)
	is.NoErr(app.RemoveUser(file, "alice"))
	is.Equal(post(t, m, alice, session, "", act).StatusCode, http.StatusUnauthorized) // removed, without a restart
}
