package mcp

import (
	"context"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// withClient notes which program asks, as it calls itself.
func withClient(ctx context.Context, req *sdk.CallToolRequest) context.Context {
	c := req.ClientInfo()
	if c == nil {
		return ctx
	}
	who := protocol.CallerOf(ctx)
	who.Agent = strings.TrimSpace(scan.Shorten(c.Name, 64) + " " + scan.Shorten(c.Version, 32))
	return protocol.WithCaller(ctx, who)
}
