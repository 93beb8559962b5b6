// Package dispatch is the gate and the route of a request: resolve tab, policy, session, lock, attach, act, re-check, record.
package dispatch
