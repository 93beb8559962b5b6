//go:build unix

package pairing

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// openNoFollow opens a file unless it is a symbolic link. It does not wait
// for the other end of a pipe either.
func openNoFollow(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, fmt.Errorf("device keys: %s is a symbolic link; put the file itself there", path)
	}
	return f, err
}

// checkPrivate refuses what another user owns or may touch.
func checkPrivate(path string, info fs.FileInfo, mode string) error {
	if info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("device keys: %s is open to other users (%#o); type: chmod %s %s", path, info.Mode().Perm(), mode, path)
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int(s.Uid) != os.Geteuid() {
		return fmt.Errorf("device keys: %s belongs to another user (uid %d)", path, s.Uid)
	}
	return nil
}
