// Command bua is the bridge through which an AI agent works in the browser a
// person is logged in to. It is wiring only: each command reads its flags and
// hands over to backend/app and the rooms.
//
// It imports: backend/app, backend/direct, backend/extension, backend/httpapi,
// backend/internal/doctor, backend/internal/mcp, backend/internal/private,
// backend/secrets, backend/store, core/category, core/protocol,
// core/supervisor.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the build.
var version = "dev"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
