// Package agent proves the agent's doors as an agent meets them: the built
// binary over stdio, the streamable HTTP transport, plain HTTP and bua act,
// each with real clients, the browser replaced by a fake bridge.
package agent
