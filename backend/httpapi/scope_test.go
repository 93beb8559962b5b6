package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// What an agent holds acts and reads who is connected; for everything else of
// the API, also what comes to it later, it takes the operator's token.
func TestNew_Scopes(t *testing.T) {
	done := ""
	o := Options{
		Status:   func(string) Status { done = "status"; return Status{} },
		Pair:     func(string) (Code, error) { done = "pair"; return Code{}, nil },
		Revoke:   func(string, string) error { done = "revoke"; return nil },
		Verify:   nil,
		Settings: func(string) []Setting { done = "settings"; return nil },
		Set:      func(string, string, string) error { done = "set"; return nil },
	}
	h := Agents(func(token string) (Holder, bool) {
		return Holder{User: "ann", Scope: Scope(token)}, true
	}, New(o))
	for _, row := range []struct {
		method, path string
		agent        bool
	}{
		{"GET", "/api/status", true}, {"GET", "/api/devices", true}, {"POST", "/api/act", true},
		{"POST", "/api/pair", false}, {"DELETE", "/api/devices/x", false},
		{"GET", "/api/policy", false}, {"PUT", "/api/policy/audit", false},
	} {
		for _, scope := range []Scope{ScopeAgent, ScopeOperator, ""} {
			t.Run(row.method+" "+row.path+" with "+string(scope), func(t *testing.T) {
				is := is.New(t)
				done = ""
				r := httptest.NewRequest(row.method, row.path, strings.NewReader(`{"value":"x"}`))
				r.Header.Set("Authorization", "Bearer "+string(scope))
				if scope == "" {
					r.Header.Set("Authorization", "Bearer other")
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				if row.agent || scope == ScopeOperator {
					is.True(w.Code != http.StatusForbidden && w.Code != http.StatusUnauthorized)
					return
				}
				is.Equal(w.Code, http.StatusForbidden)
				is.Equal(done, "") // and nothing happened
				var body errorBody
				is.NoErr(json.Unmarshal(w.Body.Bytes(), &body))
				is.Equal(body.Error.Code, CodeScope)
				is.True(strings.Contains(body.Error.Message, "operator"))
				is.True(strings.Contains(w.Header().Get("WWW-Authenticate"), `error="insufficient_scope", scope="operator"`))
			})
		}
	}
}

func TestAgents_Expired(t *testing.T) {
	is := is.New(t)
	h := Agents(func(string) (Holder, bool) { return Holder{User: "ann", Scope: ScopeOperator, Expired: true}, true },
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	r := httptest.NewRequest("POST", "/mcp", nil)
	r.Header.Set("Authorization", "Bearer old")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	is.Equal(w.Code, http.StatusUnauthorized)
	var body errorBody
	is.NoErr(json.Unmarshal(w.Body.Bytes(), &body))
	is.Equal(body.Error.Code, CodeExpired)
	is.True(strings.Contains(body.Error.Message, "bua users"))
	is.True(strings.Contains(w.Header().Get("WWW-Authenticate"), `error="invalid_token"`))
}

// The proof is one of the token that the client will send: who holds an agent's
// could otherwise take the port and be sent the operator's.
func TestHealth_ProvesEachToken(t *testing.T) {
	is := is.New(t)
	s := httptest.NewServer(Health([]string{"agents-token", "operators-token"}, func() error { return nil }))
	defer s.Close()
	for _, token := range []string{"agents-token", "operators-token"} {
		is.NoErr((&Client{Base: s.URL, Token: token}).Prove(t.Context()))
	}
	squatter := httptest.NewServer(Health([]string{"agents-token"}, func() error { return nil }))
	defer squatter.Close()
	is.Equal((&Client{Base: squatter.URL, Token: "operators-token"}).Prove(t.Context()), ErrStranger)
	is.Equal((&Client{Base: s.URL, Token: ""}).Prove(t.Context()), ErrStranger)
}
