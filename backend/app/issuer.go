package app

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/backend/internal/oauth"
)

// Issuer is an OpenID Connect issuer whose access tokens are good in the server mode,
// beside those of the users file.
type Issuer struct {
	// URL is the issuer's address.
	URL string
	// UserClaim is the claim of a token that names the user, "" for sub.
	UserClaim string
}

// issuerScopes are how a token of an issuer names what it is good for, most first.
var issuerScopes = []struct {
	name  string
	scope httpapi.Scope
}{{"bua:operator", httpapi.ScopeOperator}, {"bua:agent", httpapi.ScopeAgent}, {"bua:fleet", httpapi.ScopeFleet}}

// openIssuer has tokens of the issuer let in beside the others.
func (m *Main) openIssuer() (err error) {
	m.issuer, err = oauth.New(oauth.Options{Issuer: m.o.Issuer.URL, Resource: "https://" + m.o.Hosts[0] + "/mcp", UserClaim: cmp.Or(m.o.Issuer.UserClaim, "sub"), Log: m.log})
	if err != nil {
		return invalid(err.Error())
	}
	own := m.holder
	m.holder = func(token string) (httpapi.Holder, bool) {
		if h, ok := own(token); ok || !oauth.Looks(token) {
			return h, ok
		}
		return m.issued(token)
	}
	return nil
}

// issued is whose a token of the issuer is. Nobody becomes the user of the figures by
// the name that an issuer gives them.
func (m *Main) issued(token string) (httpapi.Holder, bool) {
	g, err := m.issuer.Verify(m.done, token)
	if err != nil {
		m.log.Debug("a token of the issuer is refused", "err", err)
	}
	if err != nil || g.User == MetricsUser {
		return httpapi.Holder{}, false
	}
	for _, s := range issuerScopes {
		if slices.Contains(g.Scopes, s.name) {
			return httpapi.Holder{User: g.User, Scope: s.scope}, true
		}
	}
	return httpapi.Holder{User: g.User, Useless: true}, true
}

// challenge is what a client is told that has no token which is good.
func (m *Main) challenge() httpapi.Challenge {
	if m.issuer == nil {
		return httpapi.Challenge{}
	}
	return httpapi.Challenge{Metadata: m.issuer.MetadataURL(), Scope: "bua:agent"}
}

// routeIssuer serves what a client has to know to get a token.
func (m *Main) routeIssuer(mux *http.ServeMux) {
	if m.issuer == nil {
		return
	}
	var names []string
	for _, s := range issuerScopes {
		names = append(names, s.name)
	}
	for _, path := range m.issuer.Paths() {
		mux.Handle("GET "+path, httpapi.NoPages(mcp.Metadata(m.issuer.Resource(), m.issuer.Issuer(), names...)))
	}
}
