//go:build unix

package main

import (
	"os"
	"syscall"
)

// lock keeps two builds of one tree from writing into each other's output. It
// waits for the other one; the system lets go of it when this process ends.
func (h *workspace) lock() (unlock func(), err error) {
	f, err := os.OpenFile(h.path(".build.lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	fd := int(f.Fd())
	if syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		h.say.Note("build", "another build of this tree is running; waiting for it to end")
		if err := syscall.Flock(fd, syscall.LOCK_EX); err != nil {
			_ = f.Close()
			return nil, err
		}
	}
	return func() { _ = f.Close() }, nil
}
