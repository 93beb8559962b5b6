package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestActions: the words of actions are there in every language. That every action has
// them the compiler asks for.
func TestActions(t *testing.T) {
	is := is.New(t)
	data, err := os.ReadFile(filepath.Join(root, "ui", "words", "actions.json"))
	is.NoErr(err)
	var actions map[string]map[string]struct{ Did, Wants string }
	is.NoErr(json.Unmarshal(data, &actions))
	langs, err := os.ReadDir(filepath.Join(root, "_locales"))
	is.NoErr(err)
	for kind, in := range actions {
		is.Equal(len(in), len(langs)) // a language each
		for _, d := range langs {
			if said := in[strings.ReplaceAll(d.Name(), "_", "-")]; said.Did == "" || said.Wants == "" {
				t.Errorf("ui/words/actions.json has no words of %s for %s", d.Name(), kind)
			}
		}
	}
}
