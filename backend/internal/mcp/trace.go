package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type traceKey struct{}

// withTrace keeps the traceparent of the HTTP request that a call came with: the
// context of a session is another one than that of its requests.
func withTrace(ctx context.Context, req *sdk.CallToolRequest) context.Context {
	if req.Extra == nil || req.Extra.Header.Get("Traceparent") == "" {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, req.Extra.Header.Get("Traceparent"))
}

// Trace returns the traceparent of the call that ctx belongs to, "" without one.
func Trace(ctx context.Context) string {
	text, _ := ctx.Value(traceKey{}).(string)
	return text
}
