// Package store makes what the Chrome Web Store is given: the zip, and what
// stands beside it in the store. It decides what the store's form is filled in
// with, and which of the store's rules are checked here before a reviewer does.
//
// It imports: build/archive.
package store

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/build/archive"
)

//go:embed listing
var texts embed.FS

// Listing is what the store's form asks for.
type Listing struct {
	Category      string `json:"category"`
	Homepage      string `json:"homepage"`
	Support       string `json:"support"`
	PrivacyPolicy string `json:"privacyPolicy"`
	// SinglePurpose is the one thing that the extension is for.
	SinglePurpose string `json:"singlePurpose"`
	// RemoteCode says why there is none.
	RemoteCode string `json:"remoteCode"`
	// Permissions says of each permission what it is for.
	Permissions map[string]string `json:"permissions"`
	// Network says why the pages' policy lets them connect to hosts that it does not name.
	Network string `json:"network"`
	// DataUse says of each of the store's kinds of data what becomes of it.
	DataUse map[string]string `json:"dataUse"`
	// Descriptions are the long texts by locale.
	Descriptions map[string]string `json:"-"`
}

// ReadListing returns the listing that is kept in this folder.
func ReadListing() (l Listing, err error) {
	text, err := texts.ReadFile("listing/listing.json")
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return l, fmt.Errorf("listing.json: %w", err)
	}
	l.Descriptions = map[string]string{}
	entries, err := texts.ReadDir("listing")
	if err != nil {
		return l, err
	}
	for _, e := range entries {
		if locale, ok := strings.CutSuffix(e.Name(), ".txt"); ok {
			text, err := texts.ReadFile("listing/" + e.Name())
			if err != nil {
				return l, err
			}
			l.Descriptions[locale] = string(text)
		}
	}
	return l, nil
}

// manifestFile is the name of the manifest, at the root of an extension.
const manifestFile = "manifest.json"

// Files are the files of a built extension with another manifest: without the
// key that gives an unpacked extension its id, which the store and a signature
// give in their own way; with an update address where it is not the store's.
func Files(extension []archive.File, updateURL, version string) ([]archive.File, error) {
	list := slices.Clone(extension)
	at := slices.IndexFunc(list, func(f archive.File) bool { return f.Name == manifestFile })
	if at < 0 {
		return nil, errors.New("the extension has no manifest.json: go run ./build ui makes it")
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(list[at].Data, &m); err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	delete(m, "key")
	delete(m, "update_url")
	for name, value := range map[string]string{"update_url": updateURL, "version": version} {
		if value == "" {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		m[name] = text
	}
	text, err := json.MarshalIndent(m, "", "  ")
	list[at].Data = append(text, '\n')
	return list, err
}

// Zip makes the store's zip of a built extension, and refuses what the store
// would.
func Zip(extension []archive.File, l Listing, when time.Time) ([]byte, error) {
	files, err := Files(extension, "", "")
	if err != nil {
		return nil, err
	}
	data, err := archive.Zip(files, when)
	if err != nil {
		return nil, err
	}
	if faults := Lint(data, l); len(faults) > 0 {
		return nil, fmt.Errorf("the store would not take this:\n    %s", strings.Join(faults, "\n    "))
	}
	return data, nil
}

// Beside are the files that stand beside the zip: the listing in each language
// as the store's form wants it, and the answers to its questions.
func (l Listing) Beside(extension []archive.File) ([]archive.File, error) {
	m, err := readManifest(extension)
	if err != nil {
		return nil, err
	}
	var list []archive.File
	for locale, description := range l.Descriptions {
		summary := m.say(locale, m.Description)
		list = append(list, archive.File{Name: "listing-" + locale + ".txt", Data: []byte(m.say(locale, m.Name) + "\n\n" + summary + "\n\n" + description)})
	}
	answers, err := json.MarshalIndent(l, "", "  ")
	list = append(list, archive.File{Name: "answers.json", Data: append(answers, '\n')})
	slices.SortFunc(list, func(a, b archive.File) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}
