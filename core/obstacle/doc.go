// Package obstacle decides from what extract saw whether the page stands in the agent's way.
package obstacle
