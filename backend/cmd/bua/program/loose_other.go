//go:build !unix

package program

import "io/fs"

// loose is for systems with permission bits; elsewhere the profile folder is
// the user's alone already.
func loose(fs.FileInfo) bool { return false }
