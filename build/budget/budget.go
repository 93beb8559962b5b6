// Package budget holds the worker to what build/budget.json records: how large
// its program is, which CDP methods its Go names, which chrome.* calls its
// JavaScript makes; and the person's pages to their sizes. Growth and new powers are then decisions somebody read in
// a diff, never accidents. It only measures; it builds nothing.
package budget

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/progress"
)

// File is where the record lies, relative to the root.
const File = "build/budget.json"

// LimitGzip is the most the worker's program may weigh compressed, recorded or
// not: the wake-up time of the worker depends on it. 306 KB, a KB being 1,024
// bytes as in the limits of the protocol.
const LimitGzip = 306 << 10

// LimitAgentGzip is the same for the agent's program, which is loaded when a run is
// wanted where there is no backend. The goal is 280 KB: asyncify adds 29 (ADR 0254).
const LimitAgentGzip = 330 << 10

// limitPages is the most each of the person's pages may weigh compressed: the
// popup has to be there before a person has looked.
func limitPages() map[string]int64 {
	return map[string]int64{"popup": 30 << 10, "options": 50 << 10, "sidepanel": 120 << 10}
}

// tolerance is how far a size may move before somebody must look, in percent.
const tolerance = 2.0

// Record is what is recorded and what is measured.
type Record struct {
	// Wasm is the size of the worker's program in bytes.
	Wasm Size `json:"wasm"`
	// Agent is the size of the agent's.
	Agent Size `json:"agent"`
	// Pages are the sizes of the person's pages: markup, script and style sheet together.
	Pages map[string]Size `json:"pages"`
	// CDP are the DevTools methods and events that the core names.
	CDP []string `json:"cdp"`
	// Chrome are the calls of the extension's API in the worker's JavaScript.
	Chrome []string `json:"chrome"`
}

// Size is a size in bytes, plain and compressed.
type Size struct {
	Raw  int64 `json:"raw"`
	Gzip int64 `json:"gzip"`
}

// Measure looks at what was built below root.
func Measure(root string) (Record, error) {
	dir := filepath.Join(root, "dist", "extension")
	program, err := os.ReadFile(filepath.Join(dir, "bua.wasm"))
	if err != nil {
		return Record{}, fmt.Errorf("%w: build it first with go run ./build all", err)
	}
	agent, err := os.ReadFile(filepath.Join(dir, "agent.wasm"))
	if err != nil {
		return Record{}, fmt.Errorf("%w: build it first with go run ./build all", err)
	}
	script, err := os.ReadFile(filepath.Join(dir, "serviceworker.js"))
	if err != nil {
		return Record{}, fmt.Errorf("%w: build it first with go run ./build all", err)
	}
	var r Record
	if r.Wasm, err = weigh(program); err != nil {
		return r, err
	}
	if r.Agent, err = weigh(agent); err != nil {
		return r, err
	}
	if r.CDP, err = methods(filepath.Join(root, "core"), filepath.Join(root, "wasm")); err != nil {
		return r, err
	}
	if hidden := unnamed(program, r.CDP); len(hidden) > 0 {
		return r, fmt.Errorf("the built worker contains CDP methods that no string literal in core or wasm names, so no reader can find them: %s. "+
			"Write each method as one literal", strings.Join(hidden, ", "))
	}
	r.Chrome = calls(script)
	r.Pages, err = measurePages(dir)
	return r, err
}

func measurePages(extension string) (map[string]Size, error) {
	pages := map[string]Size{}
	for name := range limitPages() {
		var all []byte
		for _, file := range []string{"index.html", "main.css", "main.js"} {
			text, err := os.ReadFile(filepath.Join(extension, name, file))
			if err != nil {
				return nil, fmt.Errorf("%w: build it first with go run ./build all", err)
			}
			all = append(all, text...)
		}
		size, err := weigh(all)
		if err != nil {
			return nil, err
		}
		pages[name] = size
	}
	return pages, nil
}

func weigh(program []byte) (Size, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return Size{}, err
	}
	if _, err := z.Write(program); err != nil {
		return Size{}, err
	}
	if err := z.Close(); err != nil {
		return Size{}, err
	}
	return Size{Raw: int64(len(program)), Gzip: int64(packed.Len())}, nil
}

// Load reads the record. A missing file is the empty record.
func Load(root string) (Record, error) {
	data, err := os.ReadFile(filepath.Join(root, File))
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, nil
	} else if err != nil {
		return Record{}, err
	}
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return Record{}, fmt.Errorf("%s: %w", File, err)
	}
	return r, nil
}

// Save writes the record.
func Save(root string, r Record) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, File), append(data, '\n'), 0o644)
}

// Compare returns one line per difference that somebody must look at. Sizes
// are compared only when sameCompiler: another TinyGo than the pinned one
// gives other sizes for the same code, and only the limit counts there.
func Compare(recorded, built Record, sameCompiler bool) []string {
	var diff []string
	programs := []struct {
		name            string
		recorded, built Size
		limit           int64
	}{{"worker", recorded.Wasm, built.Wasm, LimitGzip}, {"agent", recorded.Agent, built.Agent, LimitAgentGzip}}
	for _, p := range programs {
		if p.built.Gzip > p.limit {
			diff = append(diff, fmt.Sprintf("%s, gzip: %s is over the limit of %s, which no record can raise: see which import grew it",
				p.name, progress.Size(p.built.Gzip), progress.Size(p.limit)))
		}
		if sameCompiler {
			diff = append(diff, moved(p.name+", raw", p.recorded.Raw, p.built.Raw)...)
			diff = append(diff, moved(p.name+", gzip", p.recorded.Gzip, p.built.Gzip)...)
		}
	}
	for name, limit := range limitPages() {
		if size := built.Pages[name]; size.Gzip > limit {
			diff = append(diff, fmt.Sprintf("%s, gzip: %s is over the limit of %s, which no record can raise: see what it imports",
				name, progress.Size(size.Gzip), progress.Size(limit)))
		} else {
			diff = append(diff, moved(name+", gzip", recorded.Pages[name].Gzip, size.Gzip)...)
		}
	}
	diff = append(diff, lists("CDP", recorded.CDP, built.CDP)...)
	return append(diff, lists("API", recorded.Chrome, built.Chrome)...)
}

func moved(what string, from, to int64) []string {
	if from == 0 {
		return []string{fmt.Sprintf("%s: %s, nothing recorded", what, progress.Size(to))}
	}
	percent := 100 * float64(to-from) / float64(from)
	if math.Abs(percent) <= tolerance {
		return nil
	}
	return []string{fmt.Sprintf("%s: %s → %s (%+.1f %%, more than ±%g %%)", what, progress.Size(from), progress.Size(to), percent, tolerance)}
}

func lists(what string, from, to []string) []string {
	var diff []string
	for _, s := range to {
		if !slices.Contains(from, s) {
			diff = append(diff, fmt.Sprintf("+ %s %s", what, s))
		}
	}
	for _, s := range from {
		if !slices.Contains(to, s) {
			diff = append(diff, fmt.Sprintf("- %s %s", what, s))
		}
	}
	return diff
}
