package ui

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"testing"
)

// storePicture is one of the pictures that the Chrome Web Store shows.
type storePicture struct {
	name          string
	width, height int
	// title stands beside a picture of docs; without one it is the tile with the icon.
	title, of string
}

var storePictures = []storePicture{
	{"1-working", 1280, 800, "See what your agent does, and stop it", "docs/popup-working-light.png"},
	{"2-dialog", 1280, 800, "What waits for somebody is yours to answer", "docs/popup-dialog-light.webp"},
	{"3-blocklist", 1280, 800, "Blocked is blocked", "docs/options-blocklist.png"},
	{"4-pair", 1280, 800, "Paired with the program on your own machine", "docs/options-pair.png"},
	{"tile-small", 440, 280, "", "icons/128.png"},
	{"tile-large", 1400, 560, "", "icons/128.png"},
}

// TestStorePictures writes the pictures that the store is given, in the sizes
// that it takes, from those of docs: into BUA_STORE_PICTURES, which is
// build/store/pictures where they are kept.
func TestStorePictures(t *testing.T) {
	dir := folder(t, "BUA_STORE_PICTURES")
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t)
	for _, s := range storePictures {
		// A page on the disk may show pictures of the disk.
		page := filepath.Join(t.TempDir(), s.name+".html")
		if err := os.WriteFile(page, []byte(s.html(abs)), 0o644); err != nil {
			t.Fatal(err)
		}
		p.size(s.width, s.height, 1)
		p.send("Page.navigate", map[string]any{"url": "file://" + page}, nil)
		p.await(fmt.Sprintf(`document.title === %q && document.readyState === "complete" && document.images[0].naturalWidth > 0`, s.name))
		p.eval("new Promise(f => requestAnimationFrame(() => setTimeout(f)))", nil)
		p.picture(filepath.Join(dir, s.name+".png"), float64(s.width), float64(s.height), 0)
	}
}

func (s storePicture) html(root string) string {
	body := fmt.Sprintf(`<h1>%s</h1><img src="file://%s/%s">`, html.EscapeString(s.title), root, s.of)
	if s.title == "" {
		body = fmt.Sprintf(`<div class="tile"><img src="file://%s/%s"><p>bua</p></div>`, root, s.of)
	}
	return fmt.Sprintf(`<!doctype html><meta charset="utf-8"><title>%s</title><style>
* { box-sizing: border-box; margin: 0 }
body { width: %dpx; height: %dpx; overflow: hidden; background: #eef1f6; color: #1b1f24; font-family: "DejaVu Sans", sans-serif;
	display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 32px }
h1 { font-size: 38px; font-weight: 600 }
body > img { max-width: 1080px; max-height: 620px; border-radius: 12px; box-shadow: 0 8px 40px #1b1f2433 }
.tile { display: flex; align-items: center; gap: 24px }
.tile img { width: 96px }
.tile p { font-size: 72px; font-weight: 700 }
</style>%s`, s.name, s.width, s.height, body)
}
