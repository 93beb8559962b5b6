// Package guide shows a person, in their own browser, how to load the extension, and is the
// page on which an agent makes its first press. It serves on loopback under an address that
// nobody can guess, and keeps nothing.
//
// It imports: no other room.
package guide
