// Package program is the backend as one thing that can be started and stopped:
// [Main] wires the rooms (pool, ws, pairing or direct, mcp, httpapi, chromium) into one
// listener and, when asked, a browser of its own. The commands of bua and the
// tests start the same Main.
//
// It decides only what concerns the process: where its files are, which routes
// there are, how long a call waits for a browser that is on its way, and when
// the browser is started again.
//
// It imports: backend/chromium, backend/cluster, backend/direct,
// backend/extension, backend/httpapi, backend/mcp, backend/pairing,
// backend/pool, backend/private, backend/secrets, backend/store, backend/ws,
// core/dispatch, core/link, core/protocol, core/session, core/supervisor.
package program
