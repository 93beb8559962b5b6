// Command bench compares the product, driven as an agent drives it (an MCP
// client on stdio), with direct CDP that does the least possible for the same
// effect. Both run in one process against Chromiums of their own on the same
// pages; each figure is the ratio of two medians, whose runs alternate, with the
// quartiles of the ratios of the pairs. The first rows are of pages that have
// just been opened. The floor's ratio is that of bua's shape with nothing in it: MCP, a
// process of Go, a socket, a worker, chrome.debugger. With -former the reference is an earlier build of bua. The
// wake-up of the worker is compared with that of a worker that does nothing.
// The gate's rows compare bua with a long blocklist to the same bua without one.
// -only growth compares with nothing: it shows how cost grows with the elements
// and frames of a page, with tabs and with agents.
//
// `go run ./build bench` builds the product and runs it.
package main
