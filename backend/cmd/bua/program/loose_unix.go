//go:build unix

package program

import "io/fs"

// loose reports whether others than the owner may read the file.
func loose(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
