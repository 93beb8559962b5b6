package ui

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestShots writes a picture of every story, in light and dark, in the sizes
// that there are: a person has to look at them.
func TestShots(t *testing.T) {
	dir := folder(t, "BUA_SHOTS")
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
	p.await(`!document.querySelector(".actions[aria-disabled=true]")`)
	var box struct{ Width, Height float64 }
	p.eval(`(() => { const r = (document.querySelector(".popup") ?? document.documentElement).getBoundingClientRect();
		return {Width: innerWidth, Height: document.querySelector(".popup") ? Math.ceil(r.height) : innerHeight} })()`, &box)
	p.picture(file, box.Width, box.Height, 80)
}
