// Command packager makes a .deb or a .rpm from a description: it is nfpm with
// those two formats alone. It is a module of its own, so that nothing of it is
// in bua's; the build compiles it once and keeps it.
//
//	packager CONFIG deb|rpm OUT
package main

import (
	"fmt"
	"os"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // the formats
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: packager CONFIG deb|rpm OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "packager: "+err.Error())
		os.Exit(1)
	}
}

func run(file, format, out string) error {
	config, err := nfpm.ParseFile(file)
	if err != nil {
		return err
	}
	info, err := config.Get(format)
	if err != nil {
		return err
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	to, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := packager.Package(info, to); err != nil {
		return err
	}
	return to.Close()
}
