package app

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/link"
)

// ExtensionID is the id that Chrome gives our extension: it follows from the
// key in manifest.json, and a test compares the two.
const ExtensionID = "ipbjjblpngibdjpdbmhncgfolgnjeonk"

// StoreID is the id of our extension in the store, which signs with a key of its
// own. The build of a release sets it; "" stands for none.
var StoreID string

// extensionIDs are the extensions that may connect: those that are accepted
// here or, where the person named a folder to launch with, that one alone.
func (o *Options) extensionIDs() ([]string, error) {
	if o.Launch == nil || o.Launch.Extension == "" {
		ids, err := o.Home.Accepted()
		return union(ids, o.ExtensionIDs), err
	}
	data, err := os.ReadFile(filepath.Join(o.Launch.Extension, "manifest.json"))
	if err != nil {
		return nil, errors.New("--extension: there is no manifest.json in that folder")
	}
	id, err := idOf(data)
	return []string{id}, err
}

// maxAccepted bounds how many extensions a file may name.
const maxAccepted = 100

// AcceptedFile is the path of the file with an organisation's own extensions.
func (h Home) AcceptedFile() string { return h.Path("extensions") }

// Accepted returns the ids of the extensions that may connect and that the native
// host answers: ours, the store's, and those of the file, one a line, where #
// begins a comment.
func (h Home) Accepted() ([]string, error) {
	ids := []string{ExtensionID}
	if StoreID != "" {
		ids = union(ids, []string{StoreID})
	}
	if h == "" {
		return ids, nil
	}
	data, err := private.Read(h.AcceptedFile(), maxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return ids, nil
	}
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		id, _, _ := strings.Cut(line, "#")
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		if !link.ValidExtensionID(id) {
			return nil, fmt.Errorf("%s, line %d: must be the id of an extension, 32 letters from a to p", h.AcceptedFile(), n)
		}
		if ids = union(ids, []string{id}); len(ids) > maxAccepted {
			return nil, fmt.Errorf("%s: names more than %d extensions", h.AcceptedFile(), maxAccepted)
		}
	}
	return ids, nil
}

// union is a with what else is in b.
func union(a, b []string) []string {
	for _, id := range b {
		if !slices.Contains(a, id) {
			a = append(a, id)
		}
	}
	return a
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
