// Package chromium finds a Chromium on this machine and launches it with the
// extension loaded. It decides flags and the life of the process; it knows
// nothing of the protocol.
//
// It imports: no other room.
package chromium
