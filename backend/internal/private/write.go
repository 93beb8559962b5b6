package private

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
)

// Write puts a file that [Read] takes in the place of what is there: all of it, or
// nothing when it cannot be written.
func Write(path string, data []byte) error {
	f, err := os.OpenFile(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
