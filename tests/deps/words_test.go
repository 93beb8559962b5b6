package deps

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/category"
)

// TestWords: words that Go and the extension's pages both write are the same ones.
func TestWords(t *testing.T) {
	is := is.New(t)
	text, err := os.ReadFile(filepath.Join(root, "contracts/bridge-service.ts"))
	is.NoErr(err)
	_, list, _ := strings.Cut(string(text), "allCategories = [")
	list, _, _ = strings.Cut(list, "]")
	is.Equal(strings.Split(strings.ReplaceAll(list, `"`, ""), ", "), category.Names()) // contracts/bridge-service.ts lists what core/category has
}
