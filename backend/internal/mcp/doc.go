// Package mcp is the agent's door that speaks the Model Context Protocol: one
// tool, browser, whose argument is {"action": {…}}, or {"actions": […]}, with "read" and
// "device" beside it, or {"describe": …}, which tells what an action takes.
//
// It decides how a tool call becomes a [protocol.Action] and how a result
// becomes an answer: a compact text for the model and, where the client is a
// program rather than an agent, the exact protocol result as structured content
// beside it ([Structured]). The text itself is core/tell's, its nonces are ours.
// Where an action runs is the caller's: see [Options.Do].
//
// The protocol itself is the official SDK's.
//
// It imports: core/protocol, core/protocol/schema, core/scan, core/steps, core/tell.
package mcp
