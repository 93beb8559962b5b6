package ui

import (
	"cmp"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sizes are those at which every state of a page is shown: the name, the
// viewport, and how much smaller it is in the picture.
var sizes = map[string][]struct {
	name          string
	width, height int
	scale         float64
	columns       int
}{
	"popup":     {{"", 380, 600, 0.6, 7}, {"-150", 380, 400, 0.4, 10}, {"-200", 380, 300, 0.4, 10}},
	"sidepanel": {{"", 400, 720, 0.6, 7}, {"-narrow", 320, 640, 0.6, 8}, {"-wide", 800, 720, 0.38, 6}},
	"options":   {{"", 1120, 800, 0.36, 4}, {"-200", 560, 400, 0.5, 6}, {"-phone", 390, 780, 0.36, 10}},
}

// TestPictures writes docs/screens: every state of every page at three sizes,
// in light and dark, on one sheet each.
//
//	go run ./build ui --pictures
//
// BUA_PICTURES names the folder; BUA_PICTURES_LANG and BUA_PICTURES_DIR show
// another language or direction, BUA_PICTURES_ONLY=popup one page, and
// BUA_PICTURES_FORMAT=png writes what every program can show.
func TestPictures(t *testing.T) {
	dir := folder(t, "BUA_PICTURES")
	p := newPage(t)
	format := cmp.Or(os.Getenv("BUA_PICTURES_FORMAT"), "webp")
	for of, all := range sizes {
		if only := os.Getenv("BUA_PICTURES_ONLY"); only != "" && only != of {
			continue
		}
		for _, s := range all {
			for _, theme := range []string{"light", "dark"} {
				q := url.Values{"sheet": {of}, "theme": {theme}, "width": {strconv.Itoa(s.width)}, "height": {strconv.Itoa(s.height)},
					"scale": {fmt.Sprint(s.scale)}, "columns": {strconv.Itoa(s.columns)}}
				for name, key := range map[string]string{"BUA_PICTURES_LANG": "lang", "BUA_PICTURES_DIR": "dir"} {
					if v := os.Getenv(name); v != "" {
						q.Set(key, v)
					}
				}
				p.size(2000, 4000, 1) // frames that nobody sees are not drawn
				p.open(q)
				p.sheet(filepath.Join(dir, of+s.name+"-"+theme+"."+format))
			}
		}
	}
}

// sheet writes what the page shows, small.
func (p *page) sheet(file string) {
	p.tb.Helper()
	var box struct{ Width, Height float64 }
	p.eval(`(() => { const r = document.body.getBoundingClientRect(); return {Width: r.width, Height: r.height} })()`, &box)
	if box.Height > 4000 || box.Width > 2000 {
		p.tb.Fatalf("%s is %g × %g, larger than what is drawn", file, box.Width, box.Height)
	}
	p.picture(file, box.Width, box.Height, 60)
}

// folder is where an environment variable has pictures written to; without it the test is skipped.
func folder(t *testing.T, variable string) string {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		t.Skip(variable + " names no folder for the pictures")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// picture writes what the page shows, in the format that the file's name says.
func (p *page) picture(file string, width, height float64, quality int) {
	p.tb.Helper()
	params := map[string]any{"format": strings.TrimPrefix(filepath.Ext(file), "."), "clip": map[string]any{"x": 0, "y": 0, "width": width, "height": height, "scale": 1}}
	if params["format"] == "webp" {
		params["quality"] = quality
	}
	var out struct{ Data []byte } // base64
	p.send("Page.captureScreenshot", params, &out)
	if err := os.WriteFile(file, out.Data, 0o644); err != nil {
		p.tb.Fatal(err)
	}
}
