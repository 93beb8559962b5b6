// Package cdpcheck compares core's way with CDP, which writes commands and reads
// answers as bytes, with cdproto's types, which are generated from Chrome's own
// definition of the protocol. It listens to real traffic (see [e2e.Relay]):
//
//   - every command that core writes decodes into cdproto's parameter type with
//     no member that the type does not know, and nothing is lost on the way back;
//   - every result and event that core reads says the same to core's reader and
//     to cdproto's type, at every member that core asks for by name.
//
// What core asks for is read from core's source, so a new event or a new member
// is compared as soon as a spec makes it happen.
package cdpcheck
