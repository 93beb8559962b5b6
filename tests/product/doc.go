// Package product holds what the whole product does in a real Chromium, told from
// the agent's end and by the page's own counters.
package product
