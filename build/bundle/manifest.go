package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Version reads bua's version, whose only home is the manifest, because the
// browser reads it there. It is "0.0.0" while there is no manifest.
func Version(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if errors.Is(err, os.ErrNotExist) {
		return "0.0.0", nil
	} else if err != nil {
		return "", err
	}
	var m struct {
		Version string `json:"version"`
		Key     string `json:"key"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return "", fmt.Errorf("manifest.json: %w", err)
	}
	if m.Version == "" {
		return "", errors.New("manifest.json has no version: add \"version\": \"0.1.0\"")
	}
	if m.Key == "" {
		return "", errors.New("manifest.json has no key: without it the extension's id changes from folder to folder and no backend lets it in")
	}
	return m.Version, nil
}

// manifest copies the manifest after checking that every file it names is there.
func manifest(root, out string) error {
	data, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if _, err := Version(root); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "manifest.json"), data, 0o644)
}

// copyDir copies a folder, when it is there.
func copyDir(from, to string) error {
	if _, err := os.Stat(from); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
}
