package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/matryer/is"
)

func TestGuards(t *testing.T) {
	called := false
	h := Hosts(Loopback("127.0.0.1:48123"), Agents(Tokens("me", map[Scope]string{ScopeAgent: "secret"}), http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		called = true
	})))
	for _, row := range []struct {
		name   string
		host   string
		header http.Header
		want   int
	}{
		{"an agent on loopback", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}}, 200},
		{"localhost by name", "LocalHost:48123", http.Header{"Authorization": {"bearer secret"}}, 200},
		{"IPv6 loopback", "[::1]:48123", http.Header{"Authorization": {"Bearer secret"}}, 200},
		{"a name rebound to loopback", "evil.test:48123", http.Header{"Authorization": {"Bearer secret"}}, 403},
		{"another port", "127.0.0.1:1", http.Header{"Authorization": {"Bearer secret"}}, 403},
		{"no port", "127.0.0.1", http.Header{"Authorization": {"Bearer secret"}}, 403},
		{"an empty Host", "", http.Header{"Authorization": {"Bearer secret"}}, 403},
		{"a page's Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"https://evil.test"}}, 403},
		{"our own address as Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"http://127.0.0.1:48123"}}, 200},
		{"our own address as Origin, without the token", "127.0.0.1:48123", http.Header{"Origin": {"http://127.0.0.1:48123"}}, 401},
		{"another port of ours as Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"http://127.0.0.1:8080"}}, 403},
		{"another name of ours as Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"http://localhost:48123"}}, 403},
		{"our own address twice as Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"http://127.0.0.1:48123", "http://127.0.0.1:48123"}}, 403},
		{"the rebound name as Origin too", "evil.test:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"http://evil.test:48123"}}, 403},
		{"a null Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"null"}}, 403},
		{"an extension's Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"chrome-extension://abc"}}, 403},
		{"a cross-site fetch without Origin", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret"}, "Sec-Fetch-Site": {"cross-site"}}, 403},
		{"no token", "127.0.0.1:48123", nil, 401},
		{"a wrong token", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer Secret"}}, 401},
		{"an empty token", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer "}}, 401},
		{"another scheme", "127.0.0.1:48123", http.Header{"Authorization": {"Basic secret"}}, 401},
		{"two tokens", "127.0.0.1:48123", http.Header{"Authorization": {"Bearer secret", "Bearer secret"}}, 401},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			called = false
			r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
			r.Host = row.host
			if row.header != nil {
				r.Header = row.header
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			is.Equal(w.Code, row.want)
			is.Equal(called, row.want == 200) // reached only when let in
		})
	}
}

func TestTokens_EmptyKnowsNobody(t *testing.T) {
	is := is.New(t)
	_, ok := Tokens("me", map[Scope]string{ScopeAgent: ""})("")
	is.True(!ok)
}
