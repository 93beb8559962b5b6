package mcp

import (
	"context"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type progressKey struct{}

// withProgress lets [Report] reach the client, when the client asked for it.
func withProgress(ctx context.Context, req *sdk.CallToolRequest) context.Context {
	token := req.Params.GetProgressToken()
	if token == nil {
		return ctx
	}
	var mu sync.Mutex
	n := 0.0
	return context.WithValue(ctx, progressKey{}, func(message string) {
		mu.Lock()
		defer mu.Unlock()
		n++
		// A client that does not listen any more is no reason to fail the call.
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: n, Message: message})
	})
}

// Report tells the client of the call that ctx belongs to how far it is; it
// does nothing when the client did not ask. The message is ours, never a
// page's.
func Report(ctx context.Context, message string) {
	if f, ok := ctx.Value(progressKey{}).(func(string)); ok {
		f(message)
	}
}
