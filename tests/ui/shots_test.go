package ui

import (
	"cmp"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShots writes a picture of every story, in light and dark, in the sizes
// that there are: a person has to look at them.
func TestShots(t *testing.T) {
	dir := os.Getenv("BUA_SHOTS")
	if dir == "" {
		t.Skip("BUA_SHOTS names no folder for the pictures")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	format := cmp.Or(os.Getenv("BUA_SHOTS_FORMAT"), "png")
	p := newPage(t)
	lang := os.Getenv("BUA_SHOTS_LANG")
	scale := 1.0
	if os.Getenv("BUA_SHOTS_FINE") != "" {
		scale = 2
	}
	for _, s := range p.stories() {
		if only := os.Getenv("BUA_SHOTS_ONLY"); only != "" && !strings.Contains(s.String(), only) {
			continue
		}
		for _, theme := range []string{"light", "dark"} {
			q := s.query("theme", theme)
			if lang != "" {
				q.Set("lang", lang)
			}
			if d := os.Getenv("BUA_SHOTS_DIR"); d != "" {
				q.Set("dir", d)
			}
			name := strings.NewReplacer("/", "-", " ", "-", ",", "", "?", "").Replace(s.String()) + "-" + theme
			if s.page == "popup" {
				p.size(380, 600, scale)
				p.open(q)
				p.shot(filepath.Join(dir, name+"."+format))
				continue
			}
			p.size(1120, 800, scale)
			p.open(q)
			p.shot(filepath.Join(dir, name+"."+format))
			if theme == "light" {
				p.size(390, 800, scale)
				p.open(q)
				p.shot(filepath.Join(dir, name+"-narrow."+format))
			}
		}
	}
}

// shot writes the page as it is: of a popup only as much as there is.
func (p *page) shot(file string) {
	p.tb.Helper()
	params := map[string]any{"format": strings.TrimPrefix(filepath.Ext(file), ".")}
	if params["format"] == "webp" {
		params["quality"] = 80
	}
	var box struct{ Width, Height float64 }
	p.eval(`(() => { const r = (document.querySelector(".popup") ?? document.documentElement).getBoundingClientRect();
		return {Width: innerWidth, Height: document.querySelector(".popup") ? Math.ceil(r.height) : innerHeight} })()`, &box)
	params["clip"] = map[string]any{"x": 0, "y": 0, "width": box.Width, "height": box.Height, "scale": 1}
	var out struct{ Data string }
	p.send("Page.captureScreenshot", params, &out)
	data, err := base64.StdEncoding.DecodeString(out.Data)
	if err != nil {
		p.tb.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		p.tb.Fatal(err)
	}
}
