package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
)

// policyFolders are where the Chromiums of Linux look for an organisation's
// policies, whatever their brand.
var policyFolders = []string{"/etc/*/policies", "/etc/opt/*/policies"}

// unmanaged reports whether no organisation can have a policy for a browser of
// this machine. It is known on Linux only, where policies are files.
func unmanaged() bool {
	if runtime.GOOS != "linux" {
		return false
	}
	found, err := PolicyFolders("/")
	return err == nil && len(found) == 0
}

// PolicyFolders lists the folders of organisations' policies below a root, on
// Linux.
func PolicyFolders(root string) (list []string, err error) {
	for _, pattern := range policyFolders {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// forgetPolicy takes the schema of policies out of an unpacked extension.
// With one, the browser answers the first question for a policy only
// seconds after its start, and until then no action may begin.
func forgetPolicy(dir string) error {
	file := filepath.Join(dir, "manifest.json")
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var manifest map[string]json.RawMessage
	if err := json.Unmarshal(data, &manifest); err != nil {
		return err
	}
	delete(manifest, "storage")
	if data, err = json.MarshalIndent(manifest, "", "  "); err != nil {
		return err
	}
	_ = os.Remove(file) // it may be read-only, as a copy of one
	return os.WriteFile(file, data, 0o600)
}
