package app

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/extension"
)

// unpackedExtension is the launchTarget of a browser with the extension: it is
// unpacked, with a code beside its manifest by which it pairs itself.
type unpackedExtension struct {
	// from is the folder that it is taken from, "" for the one in this binary.
	from string
	// pair makes a code, and says where it is to be redeemed.
	pair func() (code, serverURL string, err error)
	dir  string // temporary; "" before the first start
}

func (u *unpackedExtension) prepare(o *chromium.Options) (err error) {
	if u.dir == "" {
		if u.dir, err = u.unpack(); err != nil {
			return err
		}
	}
	code, serverURL, err := u.pair()
	if err != nil {
		return err
	}
	o.Extension = u.dir
	return WriteBootstrap(u.dir, serverURL, code, "launched browser")
}

// started has nothing to do: the extension connects by itself.
func (u *unpackedExtension) started(*chromium.Browser) error { return nil }

func (u *unpackedExtension) remove() {
	if u.dir != "" {
		_ = os.RemoveAll(u.dir)
	}
}

// unpack puts the extension into a folder of its own, since the bootstrap.json
// beside its manifest is a secret of this start.
func (u *unpackedExtension) unpack() (string, error) {
	dir, err := os.MkdirTemp("", "bua-extension-")
	if err != nil {
		return "", err
	}
	if u.from == "" {
		err = extension.WriteTo(dir)
	} else if _, err = os.Stat(filepath.Join(u.from, "manifest.json")); err != nil {
		err = errors.New("--extension: there is no manifest.json in that folder")
	} else {
		err = os.CopyFS(dir, os.DirFS(u.from))
	}
	if err == nil && unmanaged() {
		err = forgetPolicy(dir)
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		return "", err
	}
	return dir, nil
}

// Bootstrap is the name of the file that WriteBootstrap writes.
const Bootstrap = "bootstrap.json"

// WriteBootstrap puts beside an unpacked extension's manifest the file from
// which it pairs itself when it starts.
func WriteBootstrap(dir, serverURL, code, deviceName string) error {
	data, err := json.Marshal(map[string]string{"serverUrl": serverURL, "code": code, "deviceName": deviceName})
	if err != nil {
		return err
	}
	file := filepath.Join(dir, Bootstrap)
	_ = os.Remove(file) // so that the mode below holds
	return os.WriteFile(file, data, 0o600)
}
