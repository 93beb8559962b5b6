package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// browserFile is what the build reads of the manifest; whether the rest is
// right is for the browser to say.
type browserFile struct {
	Version    string `json:"version"`
	Key        string `json:"key"`
	Background struct {
		Worker string `json:"service_worker"`
	} `json:"background"`
	Action struct {
		Icons map[string]string `json:"default_icon"`
		Popup string            `json:"default_popup"`
	} `json:"action"`
	Icons   map[string]string `json:"icons"`
	Options struct {
		Page string `json:"page"`
	} `json:"options_ui"`
	Storage struct {
		Schema string `json:"managed_schema"`
	} `json:"storage"`
}

func readManifest(root string) (browserFile, []byte, error) {
	var m browserFile
	data, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if err != nil {
		return m, nil, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, nil, fmt.Errorf("manifest.json: %w", err)
	}
	if m.Version == "" {
		return m, nil, errors.New("manifest.json has no version: add \"version\": \"0.1.0\"")
	}
	if m.Key == "" {
		return m, nil, errors.New("manifest.json has no key: without it the extension's id changes from folder to folder and no backend lets it in")
	}
	return m, data, nil
}

// Version reads bua's version, whose only home is the manifest, because the
// browser reads it there.
func Version(root string) (string, error) {
	m, _, err := readManifest(root)
	return m.Version, err
}

// files are the files that the manifest names, without their fragments.
func (m browserFile) files() []string {
	list := []string{m.Background.Worker, m.Action.Popup, m.Options.Page, m.Storage.Schema}
	list = slices.AppendSeq(list, maps.Values(m.Icons))
	list = slices.AppendSeq(list, maps.Values(m.Action.Icons))
	return slices.DeleteFunc(list, func(f string) bool { return f == "" })
}

// manifest copies the manifest after checking that every file it names is there:
// the browser would refuse the extension, or show nothing, without saying why
// where a developer looks.
func manifest(root, out string) error {
	m, data, err := readManifest(root)
	if err != nil {
		return err
	}
	for _, f := range m.files() {
		if _, err := os.Stat(filepath.Join(out, filepath.FromSlash(f))); err != nil {
			return fmt.Errorf("manifest.json names %s, which is not in the extension", f)
		}
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
