// Command bua is the bridge through which an AI agent works in the browser a
// person is logged in to. It is wiring only: each command reads its flags and
// hands over to backend/cmd/bua/program and the rooms.
//
// It imports: backend/cmd/bua/doctor, backend/cmd/bua/program, backend/direct,
// backend/extension, backend/httpapi, backend/mcp, backend/private,
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
