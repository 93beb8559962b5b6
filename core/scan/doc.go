// Package scan walks JSON text: it says whether text is JSON, and reads it
// member by member, and cuts a text at a character. It decides nothing about what
// a message may hold.
//
// It exists because of the worker's size and stacks: a general decoder carries
// number formatting and reflection tables that cost it a fifth of its budget,
// and recurses on goroutine stacks of 32 KiB. Nothing here recurses. Natively
// it is held against encoding/json and jsontext by a fuzz test.
//
// It imports: no other room.
package scan
