// Package e2e is what the specs in real Chromium run on: a site whose pages
// tell what happened to them, the whole product in between, and an agent that
// speaks MCP. A spec asserts from the agent's end (request in, result out) and
// from the page's own counters, never from the inside of the product. Backend is the
// product's half without a browser, Alone the other one; cdp.Launch is a browser alone.
package e2e
