package store

import (
	"bytes"
	"embed"
	"fmt"
	"image/png"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/archive"
)

// The pictures are drawn from those of docs by TestStorePictures in tests/ui,
// and kept, because another browser draws other bytes.
//
//go:embed pictures/*.png
var pictures embed.FS

// sizes are what the store takes.
var sizes = map[string][][2]int{
	"screenshot": {{1280, 800}, {640, 400}},
	"tile-small": {{440, 280}},
	"tile-large": {{1400, 560}},
}

// mostScreenshots is how many the store shows.
const mostScreenshots = 5

// Pictures are what the store shows, checked by its sizes.
func Pictures() ([]archive.File, error) {
	entries, err := pictures.ReadDir("pictures")
	if err != nil {
		return nil, err
	}
	var list []archive.File
	for _, e := range entries {
		data, err := pictures.ReadFile("pictures/" + e.Name())
		if err != nil {
			return nil, err
		}
		list = append(list, archive.File{Name: "pictures/" + e.Name(), Data: data})
	}
	return list, lintPictures(list)
}

func lintPictures(list []archive.File) error {
	screenshots := 0
	for _, f := range list {
		kind := strings.TrimSuffix(strings.TrimPrefix(f.Name, "pictures/"), ".png")
		if sizes[kind] == nil {
			kind = "screenshot"
			screenshots++
		}
		picture, err := png.DecodeConfig(bytes.NewReader(f.Data))
		if err != nil {
			return fmt.Errorf("%s is no PNG: %w", f.Name, err)
		}
		if !slices.Contains(sizes[kind], [2]int{picture.Width, picture.Height}) {
			return fmt.Errorf("%s has %d × %d pixels; for a %s the store takes %v", f.Name, picture.Width, picture.Height, kind, sizes[kind])
		}
	}
	if screenshots == 0 || screenshots > mostScreenshots {
		return fmt.Errorf("there are %d screenshots, and the store takes 1 to %d", screenshots, mostScreenshots)
	}
	return nil
}
