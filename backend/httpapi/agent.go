package httpapi

import (
	"context"
	"net/http"
	"strings"
)

// headerAgent names the program that asks, for the audit.
const headerAgent = "Bua-Agent"

type agentKey struct{}

// WithAgent makes the calls of a [Client] with this context say which program
// asks: the one that bua itself was asked by.
func WithAgent(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, agentKey{}, name)
}

// Agent returns which program made the request that ctx belongs to, as it calls
// itself: a name to show, not a proof.
func Agent(ctx context.Context) string {
	name, _ := ctx.Value(agentKey{}).(string)
	return name
}

// named notes what a request says of itself.
func named(r *http.Request) context.Context {
	name := r.Header.Get(headerAgent)
	if name == "" {
		name = r.UserAgent()
	}
	if len(name) > 96 {
		name = strings.ToValidUTF8(name[:96], "")
	}
	return WithAgent(r.Context(), name)
}
