package bundle

import (
	"os"
	"path/filepath"
)

// stories is the folder of the page that shows every state of every page.
const stories = "tests/ui/stories"

// Stories bundles it into out. It opens from the file system: no backend, no
// extension, no server.
func Stories(root, out string) error {
	html, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(stories), "index.html"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "index.html"), html, 0o644); err != nil {
		return err
	}
	return bundle(root, script{entry: stories + "/main.tsx", out: "stories.js"}, out)
}
