package actions_test

import (
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// picture takes a screenshot, which is a JPEG.
func (s *stage) picture(t *testing.T, line string) image.Image {
	t.Helper()
	url, _ := s.Get(t, s.act(t, line))["dataUrl"].(string)
	data, ok := strings.CutPrefix(url, "data:image/jpeg;base64,")
	picture, err := jpeg.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	if !ok || err != nil {
		t.Fatalf("dataUrl starts %.40q: %v", url, err)
	}
	return picture
}

// pixels counts those that are so.
func pixels(p image.Image, so func(c color.Color) bool) (n int) {
	for y := p.Bounds().Min.Y; y < p.Bounds().Max.Y; y++ {
		for x := p.Bounds().Min.X; x < p.Bounds().Max.X; x++ {
			if so(p.At(x, y)) {
				n++
			}
		}
	}
	return n
}

// dark is not near to white.
func dark(c color.Color) bool { r, g, b, _ := c.RGBA(); return r+g+b < 3*0x9000 }

// white is a sheet of paper.
func white(c color.Color) bool { r, g, b, _ := c.RGBA(); return min(r, g, b) > 0xf000 }

// specScreenshot: pictures of the viewport and of a whole page, within the limits, also of a
// tab that is not in front.
func specScreenshot(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/scroll.html")
	view := s.picture(t, "screenshot").Bounds()
	is.True(view.Dx() > 300 && view.Dy() > 200 && view.Dy() < 3000)
	is.True(s.picture(t, `screenshot {"fullPage":true}`).Bounds().Dy() > 5000)
	s.js(t, `(document.getElementById('tall').style.height = '300000px')`)
	is.True(s.picture(t, `screenshot {"fullPage":true}`).Bounds().Dy() > 5000)
	b.Open(t, site.URL("/blank.html"))
	s.picture(t, "screenshot")
}

// specDrag: with data, as HTML has it, and by pointer events alone.
func specDrag(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/drag.html")
	s.rows(t,
		row{name: "with data", do: "drag #source: #goal", told: "dropped true cargo"},
		row{name: "by pointer events", do: "drag #handle: #slot", told: "released slot"},
	)
}
