package actions_test

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/jpeg" // decodes what the product encodes
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func TestScreenshot(t *testing.T) { onBoth(t, "pictures of a tab behind others", specScreenshot) }

func specScreenshot(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/scroll.html"))

	t.Run("of the viewport", func(t *testing.T) {
		is := is.New(t)
		w, h := measured(t, b, map[string]any{"type": "screenshot", "tabId": tab})
		is.True(w > 300)
		is.True(h > 200 && h < 3000)
	})
	t.Run("of the whole page", func(t *testing.T) {
		is := is.New(t)
		_, h := measured(t, b, map[string]any{"type": "screenshot", "fullPage": true, "tabId": tab})
		is.True(h > 5000)
	})
	t.Run("of a very tall page, within the limits", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "evaluate", "expression": `document.getElementById('tall').style.height = '300000px'`, "tabId": tab})
		_, h := measured(t, b, map[string]any{"type": "screenshot", "fullPage": true, "tabId": tab})
		is.True(h > 5000)
	})
	t.Run("of a tab that is not in front", func(t *testing.T) {
		b.Open(t, site.URL("/blank.html"))
		measured(t, b, map[string]any{"type": "screenshot", "tabId": tab})
	})
}

// measured takes a screenshot and returns the size of the JPEG.
func measured(t *testing.T, b *e2e.Product, action any) (w, h int) {
	t.Helper()
	url, _ := b.Get(t, action)["dataUrl"].(string)
	data, ok := strings.CutPrefix(url, "data:image/jpeg;base64,")
	if !ok {
		t.Fatalf("dataUrl starts %.40q", url)
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	c, format, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || format != "jpeg" {
		t.Fatal(format, err)
	}
	return c.Width, c.Height
}
