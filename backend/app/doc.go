// Package app is the backend as one thing that can be started and stopped:
// [Main] wires the rooms (pool, ws and pairing, or direct; pipeline, secrets and
// store around them; mcp and httpapi before them; cluster, chromium) into one
// listener and, when asked, a browser of its own. The commands of bua and the
// tests start the same Main.
//
// It decides only what concerns the process: where its files are, which routes
// there are, how long a call waits for a browser that is on its way, and when
// the browser is started again. Every action of an agent, whatever its door, goes
// through [Main.Do].
//
// It imports: backend/chromium, backend/cluster, backend/direct, backend/extension,
// backend/httpapi, backend/internal/loopback, backend/internal/mcp,
// backend/internal/oauth, backend/internal/private, backend/internal/telemetry,
// backend/model, backend/pairing, backend/pipeline, backend/pool, backend/secrets,
// backend/store, backend/ws, core/agent, core/agent/adapter, core/agent/schedule,
// core/jobs, core/link, core/model, core/panel, core/protocol,
// core/runs, core/scan, core/session, core/supervisor.
package app
