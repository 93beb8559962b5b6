package app

import (
	"context"
	"strings"
	"unicode"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// shown is a program's name for the person's eyes: on one line, and no longer
// than the wire takes.
func shown(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	return scan.Clip(name, protocol.MaxName)
}

// agentOf is the program that asks, as it calls itself.
func agentOf(ctx context.Context) string {
	if name := mcp.Client(ctx); name != "" {
		return name
	}
	return httpapi.Agent(ctx)
}
