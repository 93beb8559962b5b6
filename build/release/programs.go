package release

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/archive"
)

// programs builds the program for each platform and packs it.
func (r *release) programs(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "bua-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	readme, err := os.ReadFile(filepath.Join(r.Root, "README.md"))
	if err != nil {
		return err
	}
	for _, p := range r.Platforms {
		name := "bua"
		if p.OS == "windows" {
			name = "bua.exe"
		}
		out := filepath.Join(dir, p.String(), name)
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return err
		}
		if err := r.Build(ctx, p, out); err != nil {
			return fmt.Errorf("building for %s: %w", p, err)
		}
		program, err := os.ReadFile(out)
		if err != nil {
			return err
		}
		files := append([]archive.File{
			{Name: name, Data: program, Exec: true},
			{Name: "LICENCES.txt", Data: r.licences},
			{Name: "README.md", Data: readme},
		}, r.Manual...)
		if err := r.archive(p, files); err != nil {
			return err
		}
		if p.OS == "linux" {
			if err := r.packages(ctx, p, filepath.Join(dir, p.String())); err != nil {
				return err
			}
		}
		if err := r.bundle(p, name, program); err != nil {
			return err
		}
	}
	return nil
}

// archive packs a program with its manual; people of Windows expect a zip.
func (r *release) archive(p Platform, files []archive.File) error {
	if p.OS == "linux" {
		unit, err := r.fill("bua.service")
		if err != nil {
			return err
		}
		files = append(files, archive.File{Name: "systemd/bua.service", Data: unit})
	}
	files = archive.Below("bua-"+r.Version, files)
	pack := archive.TarGz
	if p.OS == "windows" {
		pack = archive.Zip
	}
	data, err := pack(files, r.When)
	r.add(r.archiveName(p), data)
	return err
}

func (r *release) archiveName(p Platform) string {
	ending := ".tar.gz"
	if p.OS == "windows" {
		ending = ".zip"
	}
	return "bua-" + r.Version + "-" + p.String() + ending
}
