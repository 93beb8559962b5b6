// Command bua is the bridge through which an AI agent works in the browser a
// person is logged in to. It is wiring only: each command reads its flags and
// hands over to backend/app and the rooms.
//
// It imports: backend/app, backend/direct, backend/extension, backend/httpapi,
// backend/internal/doctor, backend/internal/guide, backend/internal/install, backend/internal/loopback,
// backend/internal/mcp, backend/internal/nativehost, backend/internal/private, backend/model,
// backend/secrets, backend/store, core/agent, core/agent/chat, core/agent/risk, core/category, core/jobs,
// core/link, core/model, core/protocol, core/runs, core/steps, core/supervisor.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
)

// version is set by the build.
var version = "dev"

func init() {
	if info, ok := debug.ReadBuildInfo(); ok {
		version = release(version, info.Main.Version)
	}
}

// release is the version to tell: the build's own, else that of the module, which
// is known where it came from a proxy.
func release(set, module string) string {
	if set != "dev" || module == "" || module == "(devel)" {
		return set
	}
	return strings.TrimPrefix(module, "v")
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
