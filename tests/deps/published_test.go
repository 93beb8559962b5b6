package deps

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zapvol/bua/build/release"
)

// TestPublished: where a person learns how to get bua stands whether it is published.
func TestPublished(t *testing.T) {
	for _, file := range []string{"README.md", "docs/guide/install.md"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		switch marked := strings.Contains(string(text), "<!-- unpublished -->"); {
		case release.Published && marked:
			t.Errorf("%s says that nothing is published: take out what stands between the marks", file)
		case !release.Published && !marked:
			t.Errorf("%s does not say that nothing is published yet", file)
		}
	}
}
