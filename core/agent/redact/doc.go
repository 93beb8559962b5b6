// Package redact decides what may not stand in a summary, a note, a trace or a log:
// keys of services, cards' numbers, passwords, tokens in addresses, and whatever
// values it is told of. It takes them out and leaves a word in brackets that says
// what was there.
//
// It goes by shapes, and so by what is sure: a key by its maker's prefix and its
// length, a card by its issuer, its length and its check digit. A long number, a
// hash and a version stay. What is taken out of a text is taken out of the result
// no more: redacting twice changes nothing.
//
// It imports: no other room.
package redact
