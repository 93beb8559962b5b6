package pairing

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
)

// The file of the device keys is {"version":1,"devices":[…]}.
type keyFile struct {
	Version int       `json:"version"`
	Devices []*record `json:"devices"`
}

// maxFile bounds what is read: maxDevices for a few hundred users.
const maxFile = 16 << 20

// load reads the keys and makes the folder when there is none. It refuses
// whatever another user could read or put in place of the file.
func load(path string) (map[string]*record, error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("device keys: %w", err)
	}
	if err := checkFolder(dir); err != nil {
		return nil, err
	}
	devices := map[string]*record{}
	data, err := readPrivate(path)
	if errors.Is(err, fs.ErrNotExist) {
		return devices, nil
	}
	if err != nil {
		return nil, err
	}
	var f keyFile
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&f); err != nil || f.Version != 1 {
		return nil, fmt.Errorf("device keys: %s is not a key file of this version; move it away and pair again", path)
	}
	for i, r := range f.Devices {
		if r == nil || r.ID == "" || r.User == "" {
			return nil, fmt.Errorf("device keys: %s: devices[%d] has no id or user; move the file away and pair again", path, i)
		}
		if key, err := hex.DecodeString(r.Key); err != nil || len(key) != 32 {
			return nil, fmt.Errorf("device keys: %s: devices[%d].key is not 64 hex digits; remove the device and pair it again", path, i)
		}
		devices[r.ID] = r
	}
	return devices, nil
}

// store replaces the file as a whole: a new one, created by us alone, is
// written, synced and renamed, so that a crash leaves the old or the new.
func store(path string, devices map[string]*record) (err error) {
	f := keyFile{Version: 1, Devices: []*record{}}
	for _, r := range devices {
		f.Devices = append(f.Devices, r)
	}
	sort.Slice(f.Devices, func(i, j int) bool { return f.Devices[i].ID < f.Devices[j].ID })
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := checkFolder(dir); err != nil {
		return err
	}
	suffix := make([]byte, 8)
	_, _ = rand.Read(suffix) // never fails: the process would end
	tmp := path + "." + hex.EncodeToString(suffix)
	w, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(tmp)
		}
	}()
	_, err = w.Write(append(data, '\n'))
	err = errors.Join(err, w.Sync(), w.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return syncFolder(dir)
}

// readPrivate reads a regular file of ours that nobody else may read.
func readPrivate(path string) ([]byte, error) {
	f, err := openNoFollow(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("device keys: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("device keys: %s is not a regular file of at most 16 MiB; move it away", path)
	}
	if err := checkPrivate(path, info, "600"); err != nil {
		return nil, err
	}
	data := make([]byte, info.Size())
	n, err := f.ReadAt(data, 0)
	if n < len(data) {
		return nil, fmt.Errorf("device keys: %w", err)
	}
	return data, nil
}

// checkFolder refuses a folder that is a link or open to others.
func checkFolder(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("device keys: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("device keys: %s is a symbolic link or not a folder; use the folder itself", dir)
	}
	return checkPrivate(dir, info, "700")
}
