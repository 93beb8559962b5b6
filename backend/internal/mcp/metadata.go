package mcp

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// Metadata serves what a client has to know to get a token for the tool over HTTP: a
// protected resource's metadata, RFC 9728.
func Metadata(resource, issuer string, scopes ...string) http.Handler {
	return auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource: resource, AuthorizationServers: []string{issuer}, ScopesSupported: scopes,
		BearerMethodsSupported: []string{"header"}, ResourceName: "bua"})
}
