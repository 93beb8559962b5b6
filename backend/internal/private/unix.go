//go:build unix

package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// open opens a file unless it is a link. It does not wait for the other end of
// a pipe either.
func open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK) { // the second is FreeBSD's
		return nil, errLink(path)
	}
	return f, err
}

// owned refuses what belongs to another user but root, who can do everything
// anyway.
func owned(path string, info fs.FileInfo) error {
	s, ok := info.Sys().(*syscall.Stat_t)
	if me := os.Geteuid(); ok && int(s.Uid) != me && s.Uid != 0 {
		return bad(fmt.Sprintf("%s belongs to another user (uid %d)", path, s.Uid), fmt.Sprintf("sudo chown %d %s", me, quote(path)))
	}
	return nil
}

// shared reports whether others have one of these rights.
func shared(mode, others fs.FileMode) bool { return mode&others != 0 }
