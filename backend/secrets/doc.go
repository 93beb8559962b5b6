// Package secrets keeps what the person lets an agent fill in without seeing
// it: a value under a name, for the origins that it may go to. It decides what a
// name, an origin and a value are, in which forms a value is one still, and where
// they are kept: the values in the
// keyring of the operating system, or where there is none in the file that also
// has names and origins. That file is the user's alone (0600), and is refused
// when it is a link or open to others.
//
// A value leaves the package by [Vault.Value], for one name of one user, and by
// [Vault.All] and [Shown], to be kept out of answers and pictures. It is in no
// error and in no list.
//
// The package has no goroutines but those that wait
// for a keyring, which may ask the person to unlock it, and end with it. A Vault
// reads its file at each use, so that a running backend has what bua secret has
// just set; two that set at the same time may lose one.
//
// It imports: backend/internal/loopback, backend/internal/private, core/protocol, core/scan.
package secrets
