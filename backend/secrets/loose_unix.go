//go:build unix

package secrets

import "io/fs"

// loose reports whether others may read or write the file.
func loose(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }
