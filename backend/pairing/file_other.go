//go:build !unix

package pairing

import (
	"fmt"
	"io/fs"
	"os"
)

// openNoFollow opens a file unless it is a symbolic link.
func openNoFollow(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("device keys: %s is a symbolic link; put the file itself there", path)
	}
	return os.Open(path)
}

// checkPrivate leaves it to the profile folder's own permissions: the mode
// bits say nothing here.
func checkPrivate(string, fs.FileInfo, string) error { return nil }
