// Package tools decides what a model is told that it can call: the browser's
// actions as small flat tools, one for each, in three tiers.
//
// A tool has its action's name and its members. The table of all is generated from
// core/protocol, so it cannot fall behind; which tier has what is decided here. What
// a model may do is decided elsewhere, by what it asks for and not by this list.
//
// It imports: core/agent/chat, core/protocol, core/scan.
package tools
