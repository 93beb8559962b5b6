// Package release makes what is published of a version: the extension as the
// store and as administrators want it, the program for each system in the ways
// its users install things, and what says where all of it comes from. The same
// commit gives the same bytes, in whatever folder and as whatever user: dates
// are the commit's, and nothing else of the machine is in it. It decides which
// artefacts there are and how they are called.
//
// .deb and .rpm are nfpm's. goreleaser would take over archives, sums, Homebrew and
// winget, some 200 lines, for a configuration as long. The .crx, .mcpb, the store's
// zip, the licences and the registry's entry stay, with the same dates and order.
//
// It imports: build/archive, build/bill, build/command, build/crx,
// build/policies, build/store.
package release

import (
	"context"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/build/archive"
	"github.com/zapvol/bua/build/bill"
	"github.com/zapvol/bua/build/crx"
	"github.com/zapvol/bua/build/store"
)

const (
	// Module is what `go install` names.
	Module = "github.com/zapvol/bua"
	// Home is where releases are published.
	Home = "https://" + Module
	// minimumChrome is in the manifest too, and a test compares the two.
	minimumChrome = "125"
)

// Platform is what a program is built for.
type Platform struct{ OS, Arch string }

// String names it as files do.
func (p Platform) String() string { return p.OS + "-" + p.Arch }

// Platforms are those that there is a program for.
func Platforms() (list []Platform) {
	for _, system := range bill.Systems {
		list = append(list, Platform{system, "amd64"}, Platform{system, "arm64"})
	}
	return list
}

// Options is what a release is made of.
type Options struct {
	// Root is the tree.
	Root string
	// Source is where it comes from.
	Source
	// Version is the manifest's.
	Version string
	// Extension is the built one.
	Extension []archive.File
	// Key signs the .crx; without one there is none.
	Key *rsa.PrivateKey
	// URL is the folder from which the .crx and its update.xml are served; the
	// newest release when empty.
	URL string
	// StoreID is what the store calls the extension, when it has it.
	StoreID string
	// Manual are the pages and the completions, as the program's own tests write
	// them: man/ and completions/.
	Manual []archive.File
	// Packager is the program of build/packager.
	Packager string
	// Platforms and Build make the programs.
	Platforms []Platform
	Build     func(ctx context.Context, p Platform, out string) error
	// Parts are what others made.
	Parts []bill.Part
	// Compilers are named in the provenance, with their versions.
	Compilers map[string]string
}

// release is what has been made so far.
type release struct {
	Options
	licences []byte
	files    []archive.File
}

func (r *release) add(name string, data []byte) {
	r.files = append(r.files, archive.File{Name: name, Data: data})
}

// Make makes all artefacts, in memory: what fails leaves nothing half-done.
func Make(ctx context.Context, o Options) ([]archive.File, error) {
	r := &release{Options: o}
	ours, err := os.ReadFile(filepath.Join(o.Root, "LICENSE"))
	if err != nil {
		return nil, err
	}
	if r.licences, err = bill.Licences(string(ours), o.Parts); err != nil {
		return nil, err
	}
	r.add("LICENCES.txt", r.licences)
	sbom, err := bill.SBOM(Module, o.Version, o.When, o.Parts)
	if err != nil {
		return nil, err
	}
	r.add("bua-"+o.Version+".cdx.json", sbom)
	for _, step := range []func(context.Context) error{r.store, r.signed, r.policies, r.programs, r.elsewhere} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	if err := r.provenance(); err != nil {
		return nil, err
	}
	r.sums()
	slices.SortFunc(r.files, func(a, b archive.File) int { return strings.Compare(a.Name, b.Name) })
	return r.files, nil
}

// store makes what is handed in at the Chrome Web Store.
func (r *release) store(context.Context) error {
	l, err := store.ReadListing()
	if err != nil {
		return err
	}
	zip, err := store.Zip(r.Extension, l, r.When)
	if err != nil {
		return err
	}
	r.add("store/bua-"+r.Version+"-store.zip", zip)
	beside, err := l.Beside(r.Extension)
	if err != nil {
		return err
	}
	privacy, err := os.ReadFile(filepath.Join(r.Root, "docs", "privacy.md"))
	if err != nil {
		return err
	}
	pictures, err := store.Pictures()
	if err != nil {
		return err
	}
	beside = append(beside, pictures...)
	r.files = append(r.files, archive.Below("store", append(beside, archive.File{Name: "privacy-policy.md", Data: privacy}))...)
	return nil
}

// signed makes what an organisation installs by policy.
func (r *release) signed(context.Context) error {
	if r.Key == nil {
		return nil
	}
	base := r.base()
	files, err := store.Files(r.Extension, base+"/update.xml", "")
	if err != nil {
		return err
	}
	zip, err := archive.Zip(files, r.When)
	if err != nil {
		return err
	}
	file, err := crx.Pack(zip, r.Key)
	if err != nil {
		return err
	}
	public, err := crx.Public(r.Key)
	if err != nil {
		return err
	}
	name := "bua-extension-" + r.Version + ".crx"
	update, err := crx.Update{ID: crx.ID(public), Version: r.Version, URL: base + "/" + name, Chrome: minimumChrome, Remark: r.remark()}.XML()
	r.add(name, file)
	r.add("update.xml", update)
	return err
}

// base is the folder from which the .crx and its update.xml are served.
func (r *release) base() string {
	if r.URL == "" {
		return Home + "/releases/latest/download"
	}
	return strings.TrimSuffix(r.URL, "/")
}

// remark says that update.xml leads nowhere, as long as it does.
func (r *release) remark() string {
	if Published || r.URL != "" {
		return ""
	}
	return "Nothing is published at this address yet. Put this file and the .crx on a server of yours, and name it by the flag url of go run ./build package."
}

// sums lists all files with their hashes, as sha256sum -c reads it.
func (r *release) sums() {
	var out strings.Builder
	for _, f := range slices.SortedFunc(slices.Values(r.files), func(a, b archive.File) int { return strings.Compare(a.Name, b.Name) }) {
		fmt.Fprintf(&out, "%s  %s\n", Sum(f.Data), f.Name)
	}
	r.add("SHA256SUMS", []byte(out.String()))
}

// Sum is the SHA-256 of a file, in hex.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Write puts the artefacts into a folder in place of what was in it.
func Write(dir string, files []archive.File, when time.Time) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, f.Mode()); err != nil {
			return err
		}
		if err := os.Chtimes(path, when, when); err != nil {
			return err
		}
	}
	return nil
}

// Differences names the files that two releases do not have in common.
func Differences(one, two []archive.File) (list []string) {
	sums := map[string]string{}
	for _, f := range one {
		sums[f.Name] = Sum(f.Data)
	}
	for _, f := range two {
		switch sum, there := sums[f.Name]; {
		case !there:
			list = append(list, f.Name+" is in the second only")
		case sum != Sum(f.Data):
			list = append(list, f.Name+" differs")
		}
		delete(sums, f.Name)
	}
	for name := range sums {
		list = append(list, name+" is in the first only")
	}
	slices.Sort(list)
	return list
}
