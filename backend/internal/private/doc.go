// Package private reads and writes the files that decide who may act: tokens, keys,
// credentials, users, and where a backend runs. It decides when such a file can
// be trusted: it is a regular file of ours and no link, nobody else may read or
// write it, and nobody else may put another in its place. What is refused is
// named, with the command that mends it.
//
// It is the one room of the backend that the others may import, since each of
// them has such a file.
//
// It imports: no other room.
package private
