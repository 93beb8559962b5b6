// Package layout runs page/pdf's layout in Node: pieces of text and where they
// stand, and the Markdown of their page. It needs no browser.
//
// It imports: no other room.
package layout
