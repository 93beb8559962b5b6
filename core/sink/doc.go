// Package sink decides whether a press is one that cannot be taken back: one
// that pays or orders, sends or publishes, or deletes. It judges by what the
// page engine tells of the element; it sees no page and no browser.
//
// A false alarm costs the person one question, and is accepted. A miss is not
// noticed, and there are some: a control without a name or with another word, a
// page that acts on a link, on a drag, on a key of its own or by itself, and a
// page that means to deceive. See docs/profiles.md.
//
// It imports: no other room.
package sink
