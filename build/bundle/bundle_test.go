package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func whole() map[string]string {
	return map[string]string{
		"manifest.json":           `{"version":"1.2.3","key":"K","background":{"service_worker":"serviceworker.js"},"icons":{"16":"icons/16.png"}}`,
		"icons/16.png":            "png",
		"serviceworker/main.ts":   "import { answer } from './answer';\nchrome.runtime.onMessage.addListener(() => answer as never);",
		"serviceworker/answer.ts": "export const answer: number = 42;",
		"page/engine.ts":          "export {};\n(globalThis as any).__bua = () => 1;",
		"page/pdf/reader.ts":      "export {};",
		"dist/extension/old.js":   "left over",
		"dist/extension/bua.wasm": "wasm",
	}
}

func TestBuild(t *testing.T) {
	is := is.New(t)
	root := tree(t, whole())
	out := filepath.Join(root, "dist", "extension")
	is.NoErr(Build(root, out))
	worker, err := os.ReadFile(filepath.Join(out, "serviceworker.js"))
	is.NoErr(err)
	is.True(strings.Contains(string(worker), "chrome.runtime.onMessage.addListener")) // names are kept for those who read it
	is.True(!strings.Contains(string(worker), "import "))                             // one file, nothing loaded later
	_, err = os.Stat(filepath.Join(out, "old.js"))
	is.True(os.IsNotExist(err)) // what no longer belongs is gone
	kept, err := os.ReadFile(filepath.Join(out, Wasm))
	is.NoErr(err)
	is.Equal(string(kept), "wasm") // another step's output stays
}

func TestBuild_Refuses(t *testing.T) {
	rows := []struct {
		name, file, text, says string
	}{
		{"a mistake in the source", "serviceworker/answer.ts", "export const = 1", "serviceworker/main.ts does not bundle"},
		{"an import of nothing", "serviceworker/main.ts", "import './gone';", "gone"},
		{"a manifest without a version", "manifest.json", `{"key":"K"}`, "no version"},
		{"a manifest without a key", "manifest.json", `{"version":"1"}`, "no key"},
		{"a manifest that names a file that is not there", "manifest.json", `{"version":"1","key":"K","icons":{"16":"icons/17.png"}}`, "icons/17.png"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			files := whole()
			files[row.file] = row.text
			root := tree(t, files)
			err := Build(root, filepath.Join(root, "dist", "extension"))
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), row.says)) // the error names it
		})
	}
}
