package store

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/archive"
)

func TestPictures(t *testing.T) {
	is := is.New(t)
	list, err := Pictures()
	is.NoErr(err)
	is.True(len(list) >= 3)
}

func TestPictures_Refuses(t *testing.T) {
	picture := func(name string, width, height int) archive.File {
		var out bytes.Buffer
		if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
			t.Fatal(err)
		}
		return archive.File{Name: "pictures/" + name, Data: out.Bytes()}
	}
	good := picture("1.png", 1280, 800)
	for _, row := range []struct {
		name string
		list []archive.File
		says string
	}{
		{"none", nil, "0 screenshots"},
		{"six", []archive.File{good, good, good, good, good, good}, "6 screenshots"},
		{"a screenshot of another size", []archive.File{picture("1.png", 1281, 800)}, "1281 × 800"},
		{"a tile of a screenshot's size", []archive.File{good, picture("tile-small.png", 1280, 800)}, "tile-small"},
		{"no picture", []archive.File{{Name: "pictures/1.png", Data: []byte("x")}}, "no PNG"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			err := lintPictures(row.list)
			is.True(err != nil && strings.Contains(err.Error(), row.says))
		})
	}
	is.New(t).NoErr(lintPictures([]archive.File{good, picture("tile-small.png", 440, 280), picture("tile-large.png", 1400, 560)}))
}
