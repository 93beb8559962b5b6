package app

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
)

// ExtensionID is the id that Chrome gives our extension: it follows from the
// key in manifest.json, and a test compares the two.
const ExtensionID = "ipbjjblpngibdjpdbmhncgfolgnjeonk"

// extensionID is the id of the extension that may connect: ours or, where the
// person named a folder to launch with, that one.
func extensionID(l *Launch) (string, error) {
	if l == nil || l.Extension == "" {
		return ExtensionID, nil
	}
	data, err := os.ReadFile(filepath.Join(l.Extension, "manifest.json"))
	if err != nil {
		return "", errors.New("--extension: there is no manifest.json in that folder")
	}
	return idOf(data)
}

// idOf computes an extension's id from its manifest: the first 16 bytes of the
// key's SHA-256, each half byte as a letter from a to p.
func idOf(manifest []byte) (string, error) {
	var m struct {
		Key []byte `json:"key"`
	}
	if err := json.Unmarshal(manifest, &m); err != nil {
		var corrupt base64.CorruptInputError
		if errors.As(err, &corrupt) {
			return "", errors.New("--extension: the key in its manifest.json is not base64")
		}
		return "", errors.New("--extension: its manifest.json is not JSON")
	}
	if len(m.Key) == 0 {
		return "", errors.New("--extension: its manifest.json has no key, so its id is not known")
	}
	sum := sha256.Sum256(m.Key)
	id := make([]byte, 0, 32)
	for _, b := range sum[:16] {
		id = append(id, 'a'+b>>4, 'a'+b&0x0f)
	}
	return string(id), nil
}
