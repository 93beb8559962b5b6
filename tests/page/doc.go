// Package page drives the page engine in a real Chromium: what it sees, names,
// aims at and leaves behind. Chrome's accessibility tree is the oracle.
package page
