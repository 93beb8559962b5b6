package agent

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/matryer/is"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/tests/e2e"
)

// withIssuer is a server with one user of its own, bob, and an issuer's. way replaces
// the way to the browsers.
func withIssuer(t *testing.T, s *issuer, claim string, way app.Bridge) (m *app.Main, bob string) {
	t.Helper()
	is := is.New(t)
	file := filepath.Join(t.TempDir(), "users")
	bob, err := app.AddUser(file, app.NewToken{User: "bob"})
	is.NoErr(err)
	m = e2e.Backend(t, app.Options{Mode: app.Server, Hosts: []string{public}, UsersFile: file, Bridge: way,
		Issuer: app.Issuer{URL: s.server.URL, UserClaim: claim}})
	return m, bob
}

// TestOAuth_the_whole_way: a client that knows nothing but the server's address finds
// the issuer, gets a token for this server with PKCE, and calls the tool with it.
func TestOAuth_the_whole_way(t *testing.T) {
	is := is.New(t)
	s := newIssuer(t)
	m, _ := withIssuer(t, s, "", &bridge{})
	outside := &http.Client{Transport: publicName{m.Address()}}
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		PreregisteredClient: &oauthex.ClientCredentials{ClientID: "agent", ClientSecretAuth: &oauthex.ClientSecretAuth{ClientSecret: "s"}},
		RedirectURL:         "http://127.0.0.1:1/callback", Client: outside,
		AuthorizationCodeFetcher: func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, args.URL, nil)
			if err != nil {
				return nil, err
			}
			resp, err := http.DefaultTransport.RoundTrip(req) // what the person's browser does, up to the redirect
			if err != nil {
				return nil, err
			}
			defer resp.Body.Close()
			to, err := url.Parse(resp.Header.Get("Location"))
			if err != nil {
				return nil, err
			}
			return &auth.AuthorizationResult{Code: to.Query().Get("code"), State: to.Query().Get("state")}, nil
		},
	})
	is.NoErr(err)
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "https://bua.example.com/mcp", HTTPClient: outside, OAuthHandler: handler}, nil)
	is.NoErr(err)
	defer session.Close()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "browser", Arguments: json.RawMessage(`{"action":{"type":"get_tabs"}}`)})
	is.NoErr(err)
	is.True(!result.IsError)
	s.mu.Lock()
	defer s.mu.Unlock()
	is.Equal(s.asked, []string{"bua:agent"}) // what the challenge named, and no more
}

// TestOAuth: which tokens are good, for what, and what the others are told.
func TestOAuth(t *testing.T) {
	s := newIssuer(t)
	m, bob := withIssuer(t, s, "", nil)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public, err := json.Marshal(other.Public())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, token, path string
		status            int
	}{
		{"one of ours", bob, "/api/status", http.StatusOK},
		{"an agent's", s.sign(nil), "/api/status", http.StatusOK},
		{"for several audiences", s.sign(map[string]any{"aud": []string{"https://other.example.com", "https://bua.example.com/mcp"}}), "/api/status", http.StatusOK},
		{"an agent's where the operator's is wanted", s.sign(nil), "/api/policy", http.StatusForbidden},
		{"the operator's", s.sign(map[string]any{"scope": "openid bua:agent bua:operator"}), "/api/policy", http.StatusOK},
		{"a list of scopes", s.sign(map[string]any{"scope": "", "scp": []string{"bua:operator"}}), "/api/policy", http.StatusOK},
		{"a fleet's that would act", s.sign(map[string]any{"scope": "bua:fleet"}), "/mcp", http.StatusForbidden},
		{"a fleet's", s.sign(map[string]any{"scope": "bua:fleet"}), "/api/fleet", http.StatusOK},
		{"without a scope of ours", s.sign(map[string]any{"scope": "openid agent operator"}), "/api/status", http.StatusForbidden},
		{"for another server", s.sign(map[string]any{"aud": "https://other.example.com/mcp"}), "/api/status", http.StatusUnauthorized},
		{"for a client, as an identity token is", s.sign(map[string]any{"aud": "agent"}), "/api/status", http.StatusUnauthorized},
		{"for nobody", s.sign(map[string]any{"aud": nil}), "/api/status", http.StatusUnauthorized},
		{"of another issuer", s.sign(map[string]any{"iss": "https://other.example.com"}), "/api/status", http.StatusUnauthorized},
		{"that has expired", s.sign(map[string]any{"exp": time.Now().Add(-time.Second).Unix()}), "/api/status", http.StatusUnauthorized},
		{"without an end", s.sign(map[string]any{"exp": nil}), "/api/status", http.StatusUnauthorized},
		{"that is not good yet", s.sign(map[string]any{"nbf": time.Now().Add(time.Hour).Unix()}), "/api/status", http.StatusUnauthorized},
		{"signed with another key", s.signBy(jose.RS256, other, issuerKey, nil), "/api/status", http.StatusUnauthorized},
		{"signed with a key of a new name", s.signBy(jose.RS256, other, "key-2", nil), "/api/status", http.StatusUnauthorized},
		{"signed with a secret that everybody knows", s.signBy(jose.HS256, public, issuerKey, nil), "/api/status", http.StatusUnauthorized},
		{"not signed", s.unsigned(), "/api/status", http.StatusUnauthorized},
		{"of a user who would read the figures", s.sign(map[string]any{"sub": "metrics"}), "/api/status", http.StatusUnauthorized},
		{"of a user with a name of two words", s.sign(map[string]any{"sub": "a b"}), "/api/status", http.StatusUnauthorized},
		{"of no user", s.sign(map[string]any{"sub": nil}), "/api/status", http.StatusUnauthorized},
		{"two dots", "a.b.c", "/api/status", http.StatusUnauthorized},
		{"none", "", "/mcp", http.StatusUnauthorized},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			resp, _ := askAs(t, m, row.path, row.token)
			is.Equal(resp.StatusCode, row.status)
			said := resp.Header.Get("WWW-Authenticate")
			switch {
			case row.status == http.StatusUnauthorized:
				is.True(strings.Contains(said, `resource_metadata="https://bua.example.com/.well-known/oauth-protected-resource/mcp"`))
				is.True(strings.Contains(said, `scope="bua:agent"`))
				is.Equal(strings.Contains(said, `error="invalid_token"`), row.token != "")
			case row.status == http.StatusForbidden:
				is.True(strings.Contains(said, `error="insufficient_scope"`))
			}
		})
	}
	t.Run("the metadata", func(t *testing.T) {
		is := is.New(t)
		for _, path := range []string{"/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"} {
			resp, body := askAs(t, m, path, "")
			is.Equal(resp.StatusCode, http.StatusOK)
			var said oauthex.ProtectedResourceMetadata
			is.NoErr(json.Unmarshal([]byte(body), &said))
			is.Equal(said.Resource, "https://bua.example.com/mcp")
			is.Equal(said.AuthorizationServers, []string{s.server.URL})
			is.Equal(said.BearerMethodsSupported, []string{"header"})
		}
	})
	t.Run("a token in the address counts nothing", func(t *testing.T) {
		resp, _ := askAs(t, m, "/api/status?access_token="+s.sign(nil), "")
		is.New(t).Equal(resp.StatusCode, http.StatusUnauthorized)
	})
	t.Run("tokens of keys that do not exist cost the issuer little", func(t *testing.T) {
		is := is.New(t)
		for range 50 {
			resp, _ := askAs(t, m, "/api/status", s.signBy(jose.RS256, other, rand.Text(), nil))
			is.Equal(resp.StatusCode, http.StatusUnauthorized)
		}
		s.mu.Lock()
		reads := s.reads
		s.mu.Unlock()
		is.True(reads <= 6)
		resp, _ := askAs(t, m, "/api/status", s.sign(nil))
		is.Equal(resp.StatusCode, http.StatusOK) // and the good ones go on
	})
}

// An issuer that is away keeps out those with its tokens, and nobody else.
func TestOAuth_an_issuer_that_is_away(t *testing.T) {
	is := is.New(t)
	s := newIssuer(t)
	token := s.sign(nil)
	s.server.Close()
	m, bob := withIssuer(t, s, "", nil)
	resp, _ := askAs(t, m, "/api/status", token)
	is.Equal(resp.StatusCode, http.StatusUnauthorized)
	resp, _ = askAs(t, m, "/api/status", bob)
	is.Equal(resp.StatusCode, http.StatusOK)
}

// A name by email counts where the issuer has verified it.
func TestOAuth_user_by_email(t *testing.T) {
	is := is.New(t)
	s := newIssuer(t)
	m, _ := withIssuer(t, s, "email", nil)
	for verified, status := range map[bool]int{true: http.StatusOK, false: http.StatusUnauthorized} {
		resp, _ := askAs(t, m, "/api/status", s.sign(map[string]any{"email": "alice@example.com", "email_verified": verified}))
		is.Equal(resp.StatusCode, status)
	}
}

func TestOAuth_options(t *testing.T) {
	file := filepath.Join(t.TempDir(), "users")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for says, issuer := range map[string]app.Issuer{
		"--issuer":     {URL: "http://login.example.com"},
		"--user-claim": {URL: "https://login.example.com", UserClaim: "name"},
	} {
		_, err := app.New(app.Options{Mode: app.Server, Hosts: []string{public}, UsersFile: file, Issuer: issuer})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not name %s", err, says)
		}
	}
	_, err := app.New(app.Options{Home: app.Home(t.TempDir()), Issuer: app.Issuer{URL: "https://login.example.com"}})
	if err == nil || !strings.Contains(err.Error(), "--mode server") {
		t.Error(err)
	}
}

func askAs(t *testing.T, m *app.Main, path, token string) (*http.Response, string) {
	t.Helper()
	return request(t, m, http.MethodGet, path, token, "", "Host", public)
}

// publicName is the proxy that ends TLS: https://bua.example.com is the address, and
// everything else is as it is.
type publicName struct{ address string }

func (p publicName) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "bua.example.com" {
		return http.DefaultTransport.RoundTrip(r)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", p.address, "bua.example.com"
	return http.DefaultTransport.RoundTrip(r)
}
