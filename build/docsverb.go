package main

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"time"

	"github.com/zapvol/bua/build/bundle"
	"github.com/zapvol/bua/build/release"
	"github.com/zapvol/bua/build/site"
)

// docs makes the site of the documents.
func docs(ctx context.Context, h *workspace, args []string) error {
	f := flag.NewFlagSet("docs", flag.ContinueOnError)
	out := f.String("out", h.dist("site"), "the `folder` to write to, in place of what is in it")
	if err := f.Parse(args); err != nil {
		return errSaid
	}
	if f.NArg() > 0 {
		return fmt.Errorf("docs takes no argument %q; -h lists its flags", f.Arg(0))
	}
	to, err := filepath.Abs(*out)
	if err != nil {
		return err
	}
	version, err := bundle.Version(h.root)
	if err != nil {
		return err
	}
	return h.say.Do("docs", "making the site", func() (string, error) {
		files, err := site.Make(site.Options{Root: h.root, Home: release.Home, Version: version})
		if err != nil {
			return "", err
		}
		when := time.Now()
		if s, err := release.ReadSource(ctx, h.root); err == nil {
			when = s.When // the same commit gives the same files
		}
		return fmt.Sprintf("%d files; open %s", len(files), filepath.Join(to, "index.html")), release.Write(to, files, when)
	})
}
