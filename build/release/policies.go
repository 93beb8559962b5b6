package release

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/archive"
	"github.com/zapvol/bua/build/crx"
	"github.com/zapvol/bua/build/policies"
)

// storeUpdates is where browsers look for the extensions of the Chrome Web Store.
const storeUpdates = "https://clients2.google.com/service/update2/crx"

// policies makes what an organisation begins with: policies that install the
// extension, signed with its key, or the store's, and set its values. Without
// either they are for the extension as it is loaded from a folder.
func (r *release) policies(context.Context) error {
	schema, err := os.ReadFile(filepath.Join(r.Root, "managed.json"))
	if err != nil {
		return err
	}
	o := policies.Options{Schema: schema, Version: r.Version, Chrome: minimumChrome}
	switch {
	case r.Key != nil:
		public, err := crx.Public(r.Key)
		if err != nil {
			return err
		}
		o.ID, o.UpdateURL = crx.ID(public), r.base()+"/update.xml"
	case r.StoreID != "":
		o.ID, o.UpdateURL = r.StoreID, storeUpdates
	default:
		if o.ID, err = unpackedID(r.Root); err != nil {
			return err
		}
	}
	files, err := policies.Make(o)
	r.files = append(r.files, archive.Below("policies", files)...)
	return err
}

// unpackedID is the id that the key in the manifest gives the extension.
func unpackedID(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if err != nil {
		return "", err
	}
	var manifest struct{ Key []byte }
	err = json.Unmarshal(text, &manifest)
	return crx.ID(manifest.Key), err
}
