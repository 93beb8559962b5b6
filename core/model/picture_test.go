//go:build !tinygo

package model

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"testing"

	"github.com/matryer/is"
)

// The picture that is written by hand is the one that every reader sees.
func TestTwoColours(t *testing.T) {
	is := is.New(t)
	for left := range colours {
		for right := range colours {
			p := twoColours(left, right)
			data, err := base64.StdEncoding.DecodeString(p.Data)
			is.NoErr(err)
			img, err := png.Decode(bytes.NewReader(data))
			is.NoErr(err)
			is.Equal(img.Bounds().Dx(), p.Width)
			is.Equal(img.Bounds().Dy(), p.Height)
			for x, want := range map[int]string{0: colours[left].rgb, 63: colours[left].rgb, 64: colours[right].rgb, 127: colours[right].rgb} {
				r, g, b, _ := img.At(x, x).RGBA()
				is.Equal([]byte{byte(r), byte(g), byte(b)}, []byte(want))
			}
		}
	}
}
