// Package budget decides what still fits: how many tokens a text has, when a
// conversation must become shorter and what of it stays, how many pictures it
// keeps, what an answer has cost, and when steps, tokens, money or time are used
// up.
//
// The provider's own count is used where there is one. The estimate is for what
// has not been sent yet, and for providers that do not count.
//
// It imports: core/agent/chat, core/record.
package budget
