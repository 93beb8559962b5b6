package agent

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/tests/e2e"
)

// TestScopes: what an agent holds acts and reads who is connected. It pairs no
// browser, revokes none, reads no audit and decides nothing.
func TestScopes(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	m := e2e.Backend(t, app.Options{Home: home})
	is.True(m.Token() != m.OperatorToken())
	for _, r := range routes {
		if r.path == "/healthz" || strings.HasPrefix(r.path, "/ws") || r.path == "/" || strings.HasPrefix(r.path, "/api/browser-extension") || r.path == "/there-is-no-such-route" {
			continue // no agent's
		}
		t.Run(r.method+" "+r.path, func(t *testing.T) {
			is := is.New(t)
			ask := func(token string) (int, string) {
				resp, body := request(t, m, r.method, r.path, token, `{"type":"get_tabs"}`)
				return resp.StatusCode, body
			}
			open := map[string]bool{"POST /api/act": true, "GET /api/status": true, "GET /api/devices": true, "GET /metrics": true, "POST /mcp": true, "GET /mcp": true, "DELETE /mcp": true}
			status, body := ask(m.Token())
			if open[r.method+" "+r.path] {
				is.True(status != http.StatusForbidden && status != http.StatusUnauthorized)
			} else {
				is.Equal(status, http.StatusForbidden)
				var said struct {
					Error struct{ Code, Message string }
				}
				is.NoErr(json.Unmarshal([]byte(body), &said))
				is.Equal(said.Error.Code, string(httpapi.CodeScope))
				is.True(strings.Contains(said.Error.Message, "operator-token")) // where it is
			}
			status, _ = ask(m.OperatorToken())
			is.True(status != http.StatusForbidden && status != http.StatusUnauthorized)
		})
	}
}

// TestScopes_Migration: a home of before, with one token, keeps it for its
// agents; the operator's is made at the next start, and the commands use it.
func TestScopes_Migration(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	const old = "THE-TOKEN-OF-A-HOME-OF-BEFORE"
	is.NoErr(os.WriteFile(home.TokenFile(), []byte(old+"\n"), 0o600))
	process(t, home)
	token, err := home.KeptToken(httpapi.ScopeAgent)
	is.NoErr(err)
	is.Equal(token, old)
	operator, err := home.KeptToken(httpapi.ScopeOperator)
	is.NoErr(err)
	is.True(operator != old)
	info, err := os.Stat(home.OperatorFile())
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o600))
	for _, line := range [][]string{{"pair", "--no-wait"}, {"devices"}, {"audit"}, {"audit", "verify"}, {"policy"}, {"status"}} {
		_, errs, code := command(t, home, "", line...)
		is.Equal(code, 0)
		is.Equal(errs, "")
	}
}

// TestScopes_Users: in server mode a line of the users file says what its token
// is good for, and until when; of two tokens both are good until the first ends.
func TestScopes_Users(t *testing.T) {
	is := is.New(t)
	file := t.TempDir() + "/users"
	add := func(n app.NewToken) string {
		token, err := app.AddUser(file, n)
		is.NoErr(err)
		return token
	}
	agent, operator := add(app.NewToken{User: "ann"}), add(app.NewToken{User: "ann", Scope: httpapi.ScopeOperator})
	ended, future := add(app.NewToken{User: "ann", LastDay: "2020-02-29"}), add(app.NewToken{User: "ann", Scope: httpapi.ScopeOperator, LastDay: "2999-12-31"})
	m := e2e.Backend(t, app.Options{Mode: app.Server, Hosts: []string{public}, UsersFile: file, Bridge: &bridge{}})
	ask := func(token, method, path string) (int, string) {
		resp, body := request(t, m, method, path, token, "", "Host", public)
		var said struct{ Error struct{ Code string } }
		_ = json.Unmarshal([]byte(body), &said)
		return resp.StatusCode, said.Error.Code
	}
	for _, row := range []struct {
		name, token, method, path string
		status                    int
		code                      string
	}{
		{"an agent's reads the status", agent, "GET", "/api/status", 200, ""},
		{"an agent's does not pair", agent, "POST", "/api/pair", 403, "insufficient_scope"},
		{"the operator's pairs", operator, "POST", "/api/pair", 200, ""},
		{"one with a last day to come pairs", future, "POST", "/api/pair", 200, ""},
		{"an ended one does nothing", ended, "GET", "/api/status", 401, "token_expired"},
		{"an ended one speaks no MCP", ended, "POST", "/mcp", 401, "token_expired"},
		{"a stranger's is not told of", "x", "GET", "/api/status", 401, "invalid_action"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			status, code := ask(row.token, row.method, row.path)
			is.Equal(status, row.status)
			is.Equal(code, row.code)
		})
	}
	// Both are good while the new one is handed out, without a restart.
	next, err := app.RotateUser(file, app.NewToken{User: "ann"}, "2999-01-01")
	is.NoErr(err)
	for _, token := range []string{agent, next} {
		status, _ := ask(token, "GET", "/api/status")
		is.Equal(status, 200)
	}
	_, code := ask(next, "POST", "/api/pair")
	is.Equal(code, "insufficient_scope")
	_, code = ask(operator, "POST", "/api/pair")
	is.Equal(code, "") // another scope stays as it is
	last, err := app.RotateUser(file, app.NewToken{User: "ann"}, "2020-01-01")
	is.NoErr(err)
	for _, token := range []string{agent, next} {
		_, code := ask(token, "GET", "/api/status")
		is.Equal(code, "token_expired")
	}
	status, _ := ask(last, "GET", "/api/status")
	is.Equal(status, 200)
	_, err = app.RotateUser(file, app.NewToken{User: "bob"}, "2999-01-01")
	is.True(err != nil && strings.Contains(err.Error(), "bua users add"))
}

// TestScopes_Fleet: who manages the fleet sees and revokes everybody's browsers and
// does nothing else; an operator does so with their own; the token of a policy lets
// nobody in at all.
func TestScopes_Fleet(t *testing.T) {
	is := is.New(t)
	file := t.TempDir() + "/users"
	add := func(n app.NewToken) string {
		token, err := app.AddUser(file, n)
		is.NoErr(err)
		return token
	}
	fleet, operator, agent := add(app.NewToken{User: "helpdesk", Scope: httpapi.ScopeFleet}), add(app.NewToken{User: "ann", Scope: httpapi.ScopeOperator}), add(app.NewToken{User: "ann"})
	enrol := add(app.NewToken{User: "ann", Enrols: 3})
	m := e2e.Backend(t, app.Options{Mode: app.Server, Hosts: []string{public}, UsersFile: file, Bridge: &bridge{}})
	for _, row := range []struct {
		name, token, method, path string
		status                    int
	}{
		{"the fleet's lists", fleet, "GET", "/api/fleet", 200},
		{"the fleet's revokes another's", fleet, "DELETE", "/api/fleet/ann", 200},
		{"the fleet's does not act", fleet, "POST", "/api/act", 403},
		{"the fleet's speaks no MCP", fleet, "POST", "/mcp", 403},
		{"the fleet's does not pair", fleet, "POST", "/api/pair", 403},
		{"the fleet's reads no audit", fleet, "GET", "/api/status", 403},
		{"an operator's lists", operator, "GET", "/api/fleet", 200},
		{"an operator's revokes their own", operator, "DELETE", "/api/fleet/ann", 200},
		{"an operator's revokes no other's", operator, "DELETE", "/api/fleet/helpdesk", 403},
		{"an agent's does not list", agent, "GET", "/api/fleet", 403},
		{"an agent's revokes nobody", agent, "DELETE", "/api/fleet/ann", 403},
		{"a policy's reads nothing", enrol, "GET", "/api/status", 401},
		{"a policy's does not act", enrol, "POST", "/api/act", 401},
		{"a policy's speaks no MCP", enrol, "POST", "/mcp", 401},
		{"a policy's lists nobody", enrol, "GET", "/api/fleet", 401},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			resp, _ := request(t, m, row.method, row.path, row.token, `{"type":"get_tabs"}`, "Host", public)
			is.Equal(resp.StatusCode, row.status)
		})
	}
}

// TestUsers_Enrol: the command makes such a token, takes it back, and leaves the
// user's others.
func TestUsers_Enrol(t *testing.T) {
	is := is.New(t)
	home, file := app.Home(t.TempDir()), t.TempDir()+"/users"
	out, errs, code := command(t, home, "", "users", "enrol", "ann", "--users", file, "--devices", "20", "--expires", "2999-01-31")
	is.Equal(errs, "")
	is.Equal(code, 0)
	_, _, code = command(t, home, "", "users", "add", "ann", "--users", file)
	is.Equal(code, 0)
	users, err := app.OpenUsers(file)
	is.NoErr(err)
	e, ok := users.Enrolment(strings.TrimSpace(out))
	is.True(ok)
	is.Equal(e.User, "ann")
	is.Equal(e.Devices, 20)
	_, ok = users.Find(strings.TrimSpace(out))
	is.True(!ok)
	_, _, code = command(t, home, "", "users", "enrol", "ann", "--users", file, "--devices", "0")
	is.Equal(code, 2)
	_, _, code = command(t, home, "", "users", "unenrol", "ann", "--users", file)
	is.Equal(code, 0)
	_, ok = users.Enrolment(strings.TrimSpace(out))
	is.True(!ok)
	data, err := os.ReadFile(file)
	is.NoErr(err)
	is.Equal(strings.Count(string(data), "\n"), 1)
	for _, wrong := range []string{"x0", "x1001", "x", "x2 x3"} {
		is.NoErr(os.WriteFile(file, []byte(strings.Repeat("ab", 32)+" ann enrol "+wrong+"\n"), 0o600))
		_, err = app.OpenUsers(file)
		is.True(err != nil)
	}
	is.NoErr(os.WriteFile(file, []byte(strings.Repeat("ab", 32)+" ann operator x2\n"), 0o600))
	_, err = app.OpenUsers(file)
	is.True(err != nil) // a number belongs to enrol alone
}
