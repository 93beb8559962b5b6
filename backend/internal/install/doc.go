// Package install decides what bua registers on a machine and takes back: the
// native host in each browser that is found, the backend as a service of the
// person's, an MCP entry in each agent that is found. A [Plan] is made first,
// and is all that is shown, asked about and done; nothing else is touched.
//
// What was done is kept in a ledger, so that it can be taken back to the byte.
// A file of an agent keeps its comments and its order; one that does not parse is
// left alone.
//
// It imports: core/link.
package install
