package obstacle_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/obstacle"
	"github.com/zapvol/bua/core/protocol"
)

//go:embed testdata/refusals.txt
var refusals string

// A refusal is told in the languages of refusals.txt: a page of a title and a
// sentence, and of a sentence alone.
func TestDetect_refusalsInManyLanguages(t *testing.T) {
	whole, sentence, blocked, other, pages := 0, 0, 0, 0, strings.Split(strings.TrimSpace(refusals), "\n")[1:]
	denied := func(title, text string) int {
		o := obstacle.Detect(obstacle.Input{URL: "https://site.example/x", Title: title, Markdown: text})
		if o != nil && o.Type == protocol.ObstacleAccessDenied {
			return 1
		}
		return 0
	}
	for _, row := range pages {
		p := strings.Split(row, "|")
		a, b, c, d := denied(p[1], "# "+p[1]+"\n\n"+p[2]), denied("Site", p[2]), denied("Site", p[3]), denied("Site", p[4])
		if a+b+c+d < 4 {
			t.Logf("%s: %d %d %d %d", p[0], a, b, c, d)
		}
		whole, sentence, blocked, other = whole+a, sentence+b, blocked+c, other+d
	}
	if whole < 39 || sentence < 39 {
		t.Errorf("of %d languages %d pages and %d sentences are found, want 39", len(pages), whole, sentence)
	}
	t.Logf("of %d languages: %d pages, %d sentences, %d in another way, %d of a blocked address", len(pages), whole, sentence, other, blocked)
}
