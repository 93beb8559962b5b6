//go:build !unix

package private

import (
	"io/fs"
	"os"
)

// open opens a file unless it is a link.
func open(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, errLink(path)
	}
	return os.Open(path)
}

// owned and shared leave it to the permissions of the profile folder: the mode
// bits say nothing here.
func owned(string, fs.FileInfo) error { return nil }

func shared(fs.FileMode, fs.FileMode) bool { return false }
