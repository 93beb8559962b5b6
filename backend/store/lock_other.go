//go:build !unix

package store

import (
	"fmt"
	"os"
)

// lock takes the folder for this process: an open file cannot be removed here,
// one that a dead process left can.
func lock(path string) (*os.File, error) {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return nil, ErrLocked
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return f, nil
}
