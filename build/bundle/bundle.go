// Package bundle makes the extension's folder: it bundles the TypeScript with
// esbuild, copies what goes in as it is, and stamps the manifest. It decides
// what is in the extension; what the files do is their rooms' affair.
package bundle

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// script is one bundle: one file, one self-invoking function, nothing loaded later.
type script struct {
	entry, out string
	// small leaves out white space and long names. The engine travels into every
	// page; the rest is read by reviewers.
	small bool
}

var engine = script{entry: "page/engine.ts", out: "engine.js", small: true}

// pdf reads PDFs. It is sent into a tab that shows one, with pdf.js in it.
var pdf = script{entry: "page/pdf/reader.ts", out: "pdf.js", small: true}

var scripts = []script{{entry: "serviceworker/main.ts", out: "serviceworker.js"}, engine, pdf}

// data are files that the agent in the browser reads.
var data = []string{"backend/app/sites.txt", "backend/model/presets.json", "backend/model/prices.json"}

// pages are folders with an index.html and a main.tsx or main.ts. One without an
// index.html is no page; that the manifest names no such page is checked.
var pages = []string{"popup", "options", "sidepanel", "offscreen"}

// words finds the lists of the words that values of managed.json may be. The templates have them.
var words = regexp.MustCompile(`,\s*"enum": \[[^\]]*\]`)

// Inputs are the files and folders that the bundle is made of.
func Inputs() []string {
	return []string{"serviceworker", "page", "contracts", "services", "ui", "popup", "options", "sidepanel", "offscreen", "backend/app/sites.txt", "backend/model/presets.json", "backend/model/prices.json", "core/protocol", "manifest.json", "managed.json", "icons", "_locales", "package-lock.json", "tsconfig.json"}
}

// Skip leaves out of the inputs what no bundle contains.
func Skip(path string) bool {
	return strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".test.ts")
}

// Wasm is the name of the worker's program in the extension, Agent that of the agent's. The
// TinyGo step writes them; the bundle leaves them alone.
const (
	Wasm  = "bua.wasm"
	Agent = "agent.wasm"
)

// Build bundles everything below root into out, in place of what was there.
func Build(root, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if err := empty(out, Wasm, Agent); err != nil {
		return err
	}
	for _, s := range scripts {
		if err := bundle(root, s, out); err != nil {
			return err
		}
	}
	for _, p := range pages {
		if err := page(root, p, out); err != nil {
			return err
		}
	}
	for _, dir := range []string{"icons", "_locales"} {
		if err := copyDir(filepath.Join(root, dir), filepath.Join(out, dir)); err != nil {
			return err
		}
	}
	for _, file := range data {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if errors.Is(err, os.ErrNotExist) {
			continue // a test's extension
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, filepath.Base(file)), text, 0o644); err != nil {
			return err
		}
	}
	// The schema of the organisation's policy, when there is one, without its lists of words:
	// Chrome would drop another word unseen, and the worker would allow what it should refuse.
	if schema, err := os.ReadFile(filepath.Join(root, "managed.json")); err == nil {
		if err := os.WriteFile(filepath.Join(out, "managed.json"), words.ReplaceAll(schema, nil), 0o644); err != nil {
			return err
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return manifest(root, out)
}

func bundle(root string, s script, out string) error {
	o := options(root, s)
	o.Outfile, o.Write = filepath.Join(out, s.out), true
	return messages(s.entry, api.Build(o))
}

// Engine bundles the page engine and returns it: the engine of the tests is the one that ships, or
// plain, with its own names, for a profile.
func Engine(root string, plain bool) (string, error) {
	o := options(root, engine)
	if plain {
		o.MinifyIdentifiers, o.MangleProps = false, ""
	}
	r := api.Build(o)
	if err := messages(engine.entry, r); err != nil {
		return "", err
	}
	return string(r.OutputFiles[0].Contents), nil
}

func options(root string, s script) api.BuildOptions {
	o := api.BuildOptions{
		AbsWorkingDir:     root,
		EntryPoints:       []string{s.entry},
		Bundle:            true,
		Format:            api.FormatIIFE,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		MinifyWhitespace:  s.small,
		MinifySyntax:      s.small,
		MinifyIdentifiers: s.small,
		Plugins:           []api.Plugin{Native()},
	}
	if s == engine {
		o.MangleProps = "^_[a-z]" // Readability's own, which nothing outside the bundle knows
	}
	return o
}

// messages turns esbuild's errors and warnings into one error: a warning in a
// bundle is a mistake nobody has read yet.
func messages(entry string, r api.BuildResult) error {
	all := append(api.FormatMessages(r.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}),
		api.FormatMessages(r.Warnings, api.FormatMessagesOptions{Kind: api.WarningMessage})...)
	if len(all) == 0 {
		return nil
	}
	return fmt.Errorf("%s does not bundle:\n%s", entry, strings.TrimSpace(strings.Join(all, "")))
}

// page bundles one HTML page with its script and style sheet, and with its worker where it has one.
func page(root, name, out string) error {
	html := filepath.Join(root, name, "index.html")
	text, err := os.ReadFile(html)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	dir := filepath.Join(out, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), text, 0o644); err != nil {
		return err
	}
	entry := name + "/main.tsx"
	if _, err := os.Stat(filepath.Join(root, entry)); errors.Is(err, os.ErrNotExist) {
		entry = name + "/main.ts"
	}
	if _, err := os.Stat(filepath.Join(root, name, "worker.ts")); err == nil {
		if err := bundle(root, script{entry: name + "/worker.ts", out: name + "/worker.js"}, out); err != nil {
			return err
		}
	}
	return bundle(root, script{entry: entry, out: name + "/main.js"}, out)
}
