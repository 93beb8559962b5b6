package debugger_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

func (b *bench) picture(a protocol.Screenshot) (image.Image, *protocol.Effects) {
	b.t.Helper()
	res, err := b.run(a)
	b.NoErr(err)
	shot := res.(protocol.ScreenshotResult)
	data, ok := strings.CutPrefix(shot.DataURL, "data:image/jpeg;base64,")
	b.True(ok)
	raw, err := base64.StdEncoding.DecodeString(data)
	b.NoErr(err)
	img, err := jpeg.Decode(bytes.NewReader(raw))
	b.NoErr(err)
	return img, shot.Effects
}

func TestScreenshot(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":     html(`<body style="margin:0;background:#fff"><div style="height:2500px;background:linear-gradient(red,blue)"></div>`),
		"/tall": html(`<body style="margin:0"><div style="height:60000px;background:linear-gradient(red,blue)"></div>`),
		"/pass": html(`<body style="margin:0"><input type=password value=secretsecret style="border:0;outline:0;width:400px;height:80px;font-size:60px;color:#000;background:#fff">`),
	})
	b.goTo("/")
	img, fx := b.picture(protocol.Screenshot{})
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	t.Log("viewport", w, h)
	b.True(w > 300 && h > 200 && h < 2000)
	b.True(fx == nil)
	img, fx = b.picture(protocol.Screenshot{FullPage: true})
	b.Equal(img.Bounds().Dy(), 2500)
	r, _, bl, _ := img.At(10, 2480).RGBA()
	b.True(bl > r) // the end of the page is really drawn
	b.True(fx == nil)
	b.Equal(b.eval("innerHeight < 2000"), "true") // the window is as it was

	b.goTo("/tall")
	img, fx = b.picture(protocol.Screenshot{FullPage: true})
	b.Equal(img.Bounds().Dy(), 16000)
	t.Log(fx.Unsettled)
	b.True(strings.Contains(fx.Unsettled, "16000 px of 60000 px"))

	b.goTo("/pass")
	img, _ = b.picture(protocol.Screenshot{})
	dark := 0
	for x := range 400 {
		for y := range 80 {
			if r, g, bl, _ := img.At(x, y).RGBA(); r+g+bl < 3*0x4000 {
				dark++
			}
		}
	}
	b.Equal(dark, 0) // not even the number of characters shows
}
