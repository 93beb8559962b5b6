package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/time/rate"

	"github.com/zapvol/bua/backend/internal/loopback"
)

// Options says whose tokens are good.
type Options struct {
	// Issuer is the authorization server, as the iss of its tokens and as the
	// place of its /.well-known/openid-configuration.
	Issuer string
	// Resource is what the aud of a token has to name: this backend, RFC 8707.
	Resource string
	// UserClaim is which claim names the user: sub, email or preferred_username.
	UserClaim string
	Log       *slog.Logger
}

// Verifier judges tokens. Use [New].
type Verifier struct {
	o      Options
	client *http.Client

	mu       sync.Mutex
	verifier *oidc.IDTokenVerifier // nil until the issuer has answered
}

// Grant is what a good token says.
type Grant struct {
	User   string
	Scopes []string
}

const (
	// limit is how long the issuer may take for what is asked of it.
	limit = 5 * time.Second
	// maxToken bounds a token.
	maxToken = 16 << 10
)

// algorithms are those with a public key. A secret that is shared would let whoever
// checks tokens make them.
var algorithms = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA}

// New returns a verifier. The issuer is asked when the first token comes, so that one
// that is away keeps nobody out who has a token of ours.
func New(o Options) (*Verifier, error) {
	u, err := url.Parse(o.Issuer)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !loopback.Host(u.Hostname())) {
		return nil, errors.New("--issuer: must be the https address of an OpenID Connect issuer, such as https://login.example.com/realms/main")
	}
	switch o.UserClaim {
	case "sub", "email", "preferred_username":
	default:
		return nil, errors.New("--user-claim: must be sub, email or preferred_username")
	}
	// Six questions at once, then one every ten seconds.
	bounded := &bounded{rate.NewLimiter(rate.Every(10*time.Second), 6)}
	return &Verifier{o: o, client: &http.Client{Transport: bounded, Timeout: limit}}, nil
}

// Issuer is the authorization server's address.
func (v *Verifier) Issuer() string { return v.o.Issuer }

// Resource is what tokens have to be for.
func (v *Verifier) Resource() string { return v.o.Resource }

// Looks reports whether a text may be a token of an issuer: ours have no dots.
func Looks(token string) bool { return strings.Count(token, ".") == 2 && len(token) <= maxToken }

// Verify returns whose a token is. The reason of a refusal is for the log: it says
// nothing that is in the token.
func (v *Verifier) Verify(ctx context.Context, token string) (Grant, error) {
	if !Looks(token) {
		return Grant{}, errors.New("it is no signed token")
	}
	verifier, err := v.ready(ctx)
	if err != nil {
		return Grant{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	good, err := verifier.Verify(oidc.ClientContext(ctx, v.client), token)
	var expired *oidc.TokenExpiredError
	switch {
	case errors.As(err, &expired):
		return Grant{}, errors.New("it has expired")
	case err != nil:
		return Grant{}, errors.New("its signature, issuer, audience or time is not good")
	}
	var said claims
	if err := good.Claims(&said); err != nil {
		return Grant{}, errors.New("its claims are not readable")
	}
	g := Grant{User: good.Subject, Scopes: said.scopes()}
	switch v.o.UserClaim {
	case "email":
		if g.User = said.Email; !said.EmailVerified {
			return Grant{}, errors.New("its email is not verified")
		}
	case "preferred_username":
		g.User = said.PreferredUsername
	}
	if g.User == "" || len(g.User) > 64 || strings.ContainsFunc(g.User, func(r rune) bool { return r <= ' ' || r == '#' || r == 0x7f }) {
		return Grant{}, errors.New("its " + v.o.UserClaim + " cannot be a user's name: 1 to 64 characters without space and #")
	}
	return g, nil
}

// ready asks the issuer for its keys' address, until it has answered once.
func (v *Verifier) ready(ctx context.Context) (*oidc.IDTokenVerifier, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.verifier != nil {
		return v.verifier, nil
	}
	ask, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	provider, err := oidc.NewProvider(oidc.ClientContext(ask, v.client), v.o.Issuer)
	if err != nil {
		v.o.Log.Warn("the issuer does not answer, or is another: its tokens are refused", "issuer", v.o.Issuer)
		return nil, errors.New("the issuer does not answer")
	}
	v.verifier = provider.VerifierContext(oidc.ClientContext(context.Background(), v.client), &oidc.Config{ClientID: v.o.Resource, SupportedSigningAlgs: algorithms})
	return v.verifier, nil
}

// claims are those that are looked at besides what the library checks.
type claims struct {
	Scope             string          `json:"scope"`
	SCP               json.RawMessage `json:"scp"` // of some issuers: a text or a list
	Email             string          `json:"email"`
	EmailVerified     bool            `json:"email_verified"`
	PreferredUsername string          `json:"preferred_username"`
}

func (c claims) scopes() []string {
	list := strings.Fields(c.Scope)
	var text string
	var several []string
	switch {
	case json.Unmarshal(c.SCP, &text) == nil:
		list = append(list, strings.Fields(text)...)
	case json.Unmarshal(c.SCP, &several) == nil:
		list = append(list, several...)
	}
	return list
}

// bounded asks the issuer no more often than its limiter says.
type bounded struct{ limiter *rate.Limiter }

func (b *bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if !b.limiter.Allow() {
		return nil, errors.New("the issuer has been asked too often")
	}
	return http.DefaultTransport.RoundTrip(r)
}
