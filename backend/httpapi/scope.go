package httpapi

import (
	"context"
	"net/http"

	"github.com/zapvol/bua/core/protocol"
)

// Scope is what a token is good for.
type Scope string

// The scopes. What an agent holds acts and reads who is connected; the
// operator's does all there is for its user; that of a fleet sees and revokes the
// browsers of all users, and does not act. Anything else is worth as much as an
// agent's.
const (
	ScopeAgent    Scope = "agent"
	ScopeOperator Scope = "operator"
	ScopeFleet    Scope = "fleet"
)

// Holder is whose a token is.
type Holder struct {
	User  string
	Scope Scope
	// Expired says that the token was good once.
	Expired bool
	// Useless says that the token is good, and for nothing here.
	Useless bool
}

// The codes of this door that no action can fail with.
const (
	// CodeScope: the token is good, but not for that.
	CodeScope protocol.Code = "insufficient_scope"
	// CodeExpired: the token was good once.
	CodeExpired protocol.Code = "token_expired"
)

type holderKey struct{}

// User returns whose request it is that [Agents] let through.
func User(ctx context.Context) string {
	h, _ := ctx.Value(holderKey{}).(Holder)
	return h.User
}

// forAgents are the routes for which an agent's token is enough. Every other
// takes the operator's, so that a new one is closed until it is named here.
var forAgents = map[string]bool{"POST /api/act": true, "GET /api/status": true, "GET /api/devices": true}

// forFleet are the routes of the scope fleet, which has no others.
var forFleet = map[string]bool{"GET /api/fleet": true, "DELETE /api/fleet/{user}": true}

// scoped lets through what the token is good for.
func scoped(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, route := mux.Handler(r) // "" where there is none, which mux answers
		if managesAll(r.Context()) && forFleet[route] {
			mux.ServeHTTP(w, r)
			return
		}
		if managesAll(r.Context()) && route != "" {
			Actors(mux).ServeHTTP(w, r)
			return
		}
		if h, _ := r.Context().Value(holderKey{}).(Holder); h.Scope != ScopeOperator && route != "" && !forAgents[route] {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bua", error="insufficient_scope", scope="operator"`)
			write(w, http.StatusForbidden, errorBody{protocol.NewError(CodeScope,
				"this takes the operator's token, and what an agent holds is none: run the bua command, which reads it from the file operator-token, or on a server send one that bua users add NAME --scope operator made")})
			return
		}
		mux.ServeHTTP(w, r)
	})
}
