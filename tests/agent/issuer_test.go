package agent

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// issuer is an authorization server on loopback: OAuth 2.1 with PKCE (S256) and
// resource indicators, in which everybody is logged in as alice.
type issuer struct {
	t      *testing.T
	server *httptest.Server
	key    *rsa.PrivateKey

	mu    sync.Mutex
	codes map[string]url.Values // what was asked for with each
	asked []string              // the scope of each authorization
	reads int                   // of its keys

}

const issuerKey = "key-1"

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	s := &issuer{t: t, key: key, codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	for _, path := range []string{"/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			s.write(w, map[string]any{"issuer": s.server.URL, "authorization_endpoint": s.server.URL + "/authorize", "token_endpoint": s.server.URL + "/token",
				"jwks_uri": s.server.URL + "/keys", "response_types_supported": []string{"code"}, "grant_types_supported": []string{"authorization_code"},
				"subject_types_supported": []string{"public"}, "id_token_signing_alg_values_supported": []string{"RS256"},
				"code_challenge_methods_supported": []string{"S256"}, "token_endpoint_auth_methods_supported": []string{"client_secret_post"}})
		})
	}
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		s.mu.Lock()
		s.reads++
		s.mu.Unlock()
		s.write(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: issuerKey, Algorithm: "RS256", Use: "sig"}}})
	})
	mux.HandleFunc("GET /authorize", s.authorize)
	mux.HandleFunc("POST /token", s.token)
	s.server = httptest.NewServer(mux)
	t.Cleanup(s.server.Close)
	return s
}

func (s *issuer) write(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		s.t.Error(err)
	}
}

func (s *issuer) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("code_challenge") == "" || q.Get("resource") == "" {
		http.Error(w, "OAuth 2.1 wants PKCE and, for MCP, a resource", http.StatusBadRequest)
		return
	}
	code := rand.Text()
	s.mu.Lock()
	s.codes[code] = q
	s.asked = append(s.asked, q.Get("scope"))
	s.mu.Unlock()
	http.Redirect(w, r, q.Get("redirect_uri")+"?code="+code+"&state="+url.QueryEscape(q.Get("state")), http.StatusFound)
}

func (s *issuer) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	q := s.codes[r.FormValue("code")]
	delete(s.codes, r.FormValue("code"))
	s.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if q == nil || base64.RawURLEncoding.EncodeToString(sum[:]) != q.Get("code_challenge") || r.FormValue("resource") != q.Get("resource") {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	s.write(w, map[string]any{"token_type": "Bearer", "expires_in": 300, "scope": q.Get("scope"),
		"access_token": s.sign(map[string]any{"aud": q.Get("resource"), "scope": q.Get("scope")})})
}

// sign makes a token of alice's for the test's server, with what differs.
func (s *issuer) sign(differs map[string]any) string {
	s.t.Helper()
	return s.signBy(jose.RS256, s.key, issuerKey, differs)
}

func (s *issuer) signBy(algorithm jose.SignatureAlgorithm, key any, id string, differs map[string]any) string {
	s.t.Helper()
	claims := map[string]any{"iss": s.server.URL, "sub": "alice", "aud": "https://bua.example.com/mcp", "scope": "bua:agent",
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix()}
	for name, value := range differs {
		claims[name] = value
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

// unsigned is a token that says that it needs no signature.
func (s *issuer) unsigned() string {
	part := strings.Split(s.sign(nil), ".")
	return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + part[1] + "."
}
