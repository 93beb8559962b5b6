package mcp

import (
	"context"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/scan"
)

type clientKey struct{}

// withClient notes which program asks, as it calls itself.
func withClient(ctx context.Context, req *sdk.CallToolRequest) context.Context {
	c := req.ClientInfo()
	if c == nil {
		return ctx
	}
	return context.WithValue(ctx, clientKey{}, strings.TrimSpace(scan.Shorten(c.Name, 64)+" "+scan.Shorten(c.Version, 32)))
}

// Client returns which program made the call that ctx belongs to, as it calls
// itself: a name to show, not a proof. It is "" for other calls.
func Client(ctx context.Context) string {
	name, _ := ctx.Value(clientKey{}).(string)
	return name
}
