package runs

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"

	"github.com/matryer/is"
)

func TestSizeOf(t *testing.T) {
	is := is.New(t)
	var b bytes.Buffer
	is.NoErr(jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 321, 45)), nil))
	width, height := sizeOf(b.Bytes())
	is.Equal([]int{width, height}, []int{321, 45})
	exif := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xc0, 1, 1}, b.Bytes()[2:]...) // what looks like a frame in a comment
	width, _ = sizeOf(exif)
	is.Equal(width, 321)
	for n := range 30 {
		sizeOf(b.Bytes()[:n]) // cut anywhere, it does not end the program
	}
	width, height = sizeOf([]byte("\x89PNG\r\n\x1a\n"))
	is.Equal(width+height, 0)
}
