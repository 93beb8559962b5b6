// Package httpapi is the agent's door that speaks plain HTTP, and the client of
// it that the commands of bua use: POST /api/act runs one action or several, GET
// /api/status and /api/devices say who is connected, POST /api/pair makes a
// one-time code, /healthz answers whether the process lives.
//
// It decides which HTTP requests are let in at all (Host, Origin, token, size)
// and which HTTP status a code becomes. The same guards stand before every
// other agent's route of the process, see [Hosts] and [Agents].
//
// It imports: core/agent/schedule, core/jobs, core/protocol, core/runs, core/steps.
package httpapi
