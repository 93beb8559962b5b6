package pairing

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/backend/internal/private"
)

// The file that an older bua kept the device keys in is
// {"version":1,"devices":[…]}.
type keyFile struct {
	Version int           `json:"version"`
	Devices []*Credential `json:"devices"`
}

// maxFile bounds what is read: maxDevices for a few hundred users.
const maxFile = 16 << 20

// ReadFile reads the device keys that an older bua kept in a file; the error is
// [fs.ErrNotExist] when there is none. It refuses whatever another user could
// read or put in place of the file.
func ReadFile(path string) ([]Credential, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("device keys: %w", fs.ErrNotExist)
	}
	if err := private.Closed(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("device keys: %w", err)
	}
	data, err := private.Read(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("device keys: %w", err)
	}
	var f keyFile
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&f); err != nil || f.Version != 1 {
		return nil, fmt.Errorf("device keys: %s is not a key file of this version; move it away and pair again", path)
	}
	devices := make([]Credential, 0, len(f.Devices))
	for i, r := range f.Devices {
		if r == nil || r.ID == "" || r.User == "" {
			return nil, fmt.Errorf("device keys: %s: devices[%d] has no id or user; move the file away and pair again", path, i)
		}
		if key, err := hex.DecodeString(r.Key); err != nil || len(key) != 32 {
			return nil, fmt.Errorf("device keys: %s: devices[%d].key is not 64 hex digits; remove the device and pair it again", path, i)
		}
		devices = append(devices, *r)
	}
	return devices, nil
}
