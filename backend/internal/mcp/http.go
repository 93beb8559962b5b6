package mcp

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
)

// sessionIdle is how long an HTTP session lives without a request. Clients of
// the older protocol rarely end their session; an agent may think for long.
const sessionIdle = 12 * time.Hour

// Handler serves the streamable HTTP transport. user names who asks, which
// must have been established before; pick returns that user's server. A
// session belongs to the user who began it: its id in another user's request
// is refused.
//
// Host and Origin are the caller's concern: they hold for every route, and
// this handler sees only one.
func Handler(user func(*http.Request) string, pick func(user string) *Server) http.Handler {
	h := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server {
		return pick(user(r)).sdk
	}, &sdk.StreamableHTTPOptions{
		MaxRequestBodyBytes:          2 * protocol.MaxToExtension,
		SessionTimeout:               sessionIdle,
		PropagateRequestCancellation: true,
		// Off because the caller's covers it: a proxy in front of the server
		// mode reaches us on loopback with the public host's name.
		DisableLocalhostProtection: true,
	})
	// The token was checked already; this hands the SDK the user's name, with
	// which it binds sessions.
	return auth.RequireBearerToken(func(_ context.Context, _ string, r *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: "user " + user(r)}, nil
	}, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(h)
}
