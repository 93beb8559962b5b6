package main

import (
	"cmp"
	"context"
	"crypto/rsa"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/archive"
	"github.com/zapvol/bua/build/bill"
	"github.com/zapvol/bua/build/bundle"
	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/crx"
	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/release"
	"github.com/zapvol/bua/build/toolchain"
)

// packaging is what the verb package is asked for.
type packaging struct {
	out, key, url, storeID string
	here, check, tag       bool
}

func packagingOf(h *workspace, args []string) (p packaging, err error) {
	f := flag.NewFlagSet("package", flag.ContinueOnError)
	f.StringVar(&p.out, "out", h.dist("release"), "the `folder` to write to, in place of what is in it")
	f.StringVar(&p.key, "key", "", "the `file` with the RSA key, in PEM, that signs the .crx; without it there is no .crx")
	f.StringVar(&p.url, "url", "", "the `address` of the folder that the .crx and update.xml are served from")
	f.StringVar(&p.storeID, "store-id", "", "the `id` that the store gave the extension, which the programs then let in, too")
	f.BoolVar(&p.here, "here", false, "programs for this machine's system and processor only")
	f.BoolVar(&p.check, "check", false, "make all of it once more in a fresh clone elsewhere, and compare")
	f.BoolVar(&p.tag, "tag", false, "make the version's tag as well, with the built extension in its commit")
	if err := f.Parse(args); err != nil {
		return p, errSaid
	}
	if f.NArg() > 0 {
		return p, fmt.Errorf("package takes no argument %q; -h lists its flags", f.Arg(0))
	}
	for _, path := range []*string{&p.out, &p.key} {
		if *path != "" {
			if *path, err = filepath.Abs(*path); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// pack makes a release.
func pack(ctx context.Context, h *workspace, args []string) error {
	p, err := packagingOf(h, args)
	if err != nil {
		return err
	}
	if err := h.tools.Packages(ctx, toolchain.Git); err != nil {
		return err
	}
	for _, step := range []func(context.Context, *workspace, []string) error{wasm, ui, checkBudget} {
		if err := step(ctx, h, nil); err != nil {
			return err
		}
	}
	o, err := released(ctx, h, p)
	if err != nil {
		return err
	}
	if o.Changed && p.check {
		return errors.New("--check makes it again from the commit, and the tree is not as the commit has it: commit first")
	}
	if o.Changed {
		h.say.Note("package", "the tree is not as its commit has it: this is no release, and has no provenance")
	}
	if p.key == "" {
		h.say.Note("package", "no --key: there will be no .crx and no update.xml")
	}
	if p.key != "" && p.url == "" && !release.Published {
		h.say.Note("package", "no --url: update.xml and the policies name the address of releases, where nothing is published yet")
	}
	var files []archive.File
	err = h.say.Do("package", "making the artefacts of "+o.Version, func() (said string, err error) {
		if files, err = release.Make(ctx, o); err != nil {
			return "", err
		}
		if now, err := release.ReadSource(ctx, h.root); err != nil || now != o.Source {
			return "", cmp.Or(err, errors.New("the tree changed while this was made of it: make it again"))
		}
		return fmt.Sprintf("%d files in %s", len(files), p.out), release.Write(p.out, files, o.When)
	})
	if err != nil {
		return err
	}
	list(files)
	if err := smoke(ctx, h, o, files); err != nil {
		return err
	}
	if p.tag {
		tag, err := release.Tag(ctx, h.root, o.Version, o.Source)
		if err != nil {
			return err
		}
		h.say.Note("package", "%s is the version's commit: git push origin %s publishes it", tag, tag)
	}
	if p.check {
		return twice(ctx, h, p, files)
	}
	return nil
}

// released collects what a release is made of.
func released(ctx context.Context, h *workspace, p packaging) (o release.Options, err error) {
	o = release.Options{Root: h.root, URL: p.url, StoreID: p.storeID, Platforms: release.Platforms()}
	if o.Source, err = release.ReadSource(ctx, h.root); err != nil {
		return o, err
	}
	if o.Version, err = bundle.Version(h.root); err != nil {
		return o, err
	}
	if p.key != "" {
		if o.Key, err = signingKey(p.key); err != nil {
			return o, err
		}
	}
	if p.here {
		o.Platforms = []release.Platform{{OS: runtime.GOOS, Arch: runtime.GOARCH}}
	}
	if o.Extension, err = archive.Dir(h.dist("extension")); err != nil {
		return o, err
	}
	if o.Packager, err = h.tools.Packager(ctx); err != nil {
		return o, err
	}
	if o.Manual, err = manual(ctx, h, o.Source); err != nil {
		return o, err
	}
	tiny, err := h.tools.TinyGo(ctx)
	if err != nil {
		return o, err
	}
	o.Compilers = map[string]string{"go": runtime.Version(), "tinygo": tiny.Version}
	for _, ask := range []func() ([]bill.Part, error){
		func() ([]bill.Part, error) { return bill.Go(ctx, h.root) },
		func() ([]bill.Part, error) { return bill.NPM(h.root) },
		func() ([]bill.Part, error) { return bill.Runtimes(ctx, h.root, tiny.Version) },
	} {
		parts, err := ask()
		if err != nil {
			return o, err
		}
		o.Parts = append(o.Parts, parts...)
	}
	ldflags := "-s -w -buildid= -X main.version=" + o.Version
	if p.storeID != "" {
		if _, err := command.Output(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "doc", "./backend/app", "StoreID"}}); err != nil {
			return o, errors.New("--store-id: the programs of this tree know of no such id: backend/app has no StoreID")
		}
		ldflags += " -X " + modulePath + "/backend/app.StoreID=" + p.storeID
	}
	o.Build = func(ctx context.Context, to release.Platform, out string) error {
		return h.say.Do("package", "building for "+to.String(), func() (string, error) {
			_, err := command.Run(ctx, command.Cmd{Dir: h.root, Env: []string{"CGO_ENABLED=0", "GOOS=" + to.OS, "GOARCH=" + to.Arch, "GOFLAGS="},
				Argv: []string{"go", "build", "-trimpath", "-buildvcs=false", "-ldflags", ldflags, "-o", out, "./backend/cmd/bua"}})
			return "", err
		})
	}
	return o, nil
}

func signingKey(file string) (*rsa.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return crx.Key(text)
}

// manual has the program's tests write its pages and completions: what writes
// them is a library that is in no program.
func manual(ctx context.Context, h *workspace, s release.Source) ([]archive.File, error) {
	dir, err := os.MkdirTemp("", "bua-manual-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	err = h.say.Do("package", "writing the manual and the completions", func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "test", "-vet=off", "-count=1", "-run", "^TestManual$", "./backend/cmd/bua"},
			Env: []string{"BUA_MANUAL=" + dir, fmt.Sprint("SOURCE_DATE_EPOCH=", s.When.Unix())}})
		return "", err
	})
	if err != nil {
		return nil, err
	}
	return archive.Dir(dir)
}

// smoke runs what was packed for this machine, taken out of its archive.
func smoke(ctx context.Context, h *workspace, o release.Options, files []archive.File) error {
	here := release.Platform{OS: runtime.GOOS, Arch: runtime.GOARCH}
	at := slices.IndexFunc(files, func(f archive.File) bool { return strings.HasSuffix(f.Name, here.String()+".mcpb") })
	if at < 0 {
		h.say.Note("package", "there is no program for %s to try", here)
		return nil
	}
	return h.say.Do("package", "trying the program for "+here.String(), func() (string, error) {
		dir, err := os.MkdirTemp("", "bua-smoke-")
		if err != nil {
			return "", err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		bundled, err := archive.Unzip(files[at].Data)
		if err != nil {
			return "", err
		}
		if err := release.Write(filepath.Join(dir, "unpacked"), bundled, o.When); err != nil {
			return "", err
		}
		program := filepath.Join(dir, "unpacked", "server", "bua")
		said, err := command.Output(ctx, command.Cmd{Argv: []string{program, "version"}})
		if err != nil {
			return "", err
		}
		if !strings.HasPrefix(said, "bua "+o.Version+",") {
			return "", fmt.Errorf("it says that it is %q, not %s", said, o.Version)
		}
		// The extension is inside.
		if _, err := command.Output(ctx, command.Cmd{Argv: []string{program, "extension", "--out", filepath.Join(dir, "extension")}}); err != nil {
			return "", err
		}
		if _, err := os.Stat(filepath.Join(dir, "extension", bundle.Wasm)); err != nil {
			return "", err
		}
		return said, nil
	})
}

// list prints what was made.
func list(files []archive.File) {
	for _, f := range files {
		fmt.Printf("  %s %10s  %s\n", release.Sum(f.Data), progress.Size(int64(len(f.Data))), f.Name)
	}
}

// twice makes the same in a fresh clone, in a folder of another name and length,
// and compares.
func twice(ctx context.Context, h *workspace, p packaging, files []archive.File) error {
	dir, err := os.MkdirTemp("", "bua-again-in-a-folder-of-another-name-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	tree, out := filepath.Join(dir, "tree"), filepath.Join(dir, "out")
	if _, err := command.Run(ctx, command.Cmd{Argv: []string{"git", "clone", "--quiet", "--no-hardlinks", h.root, tree}}); err != nil {
		return err
	}
	argv := []string{"go", "run", "./build", "package", "--out", out}
	if p.key != "" {
		argv = append(argv, "--key", p.key)
	}
	if p.url != "" {
		argv = append(argv, "--url", p.url)
	}
	if p.storeID != "" {
		argv = append(argv, "--store-id", p.storeID)
	}
	if p.here {
		argv = append(argv, "--here")
	}
	err = h.say.Do("package", "making it again in a fresh clone", func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: tree, Argv: argv, Env: []string{"TZ=Asia/Tokyo", "LC_ALL=C"}})
		return "", err
	})
	if err != nil {
		return err
	}
	again, err := archive.Dir(out)
	if err != nil {
		return err
	}
	if diff := release.Differences(files, again); len(diff) > 0 {
		return errors.New("the second time it came out otherwise:\n    " + strings.Join(diff, "\n    "))
	}
	h.say.Note("package", "%d files are the same, byte for byte, made twice in two folders", len(files))
	return nil
}
