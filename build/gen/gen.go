// Package gen writes what follows from the types in core/protocol: the codec,
// the JSON Schema, the TypeScript types and the tables in docs; from the State
// that the worker tells the extension's pages, their types; and from the types
// in core/internal/engine both sides of the door of the page's engine. The Go
// types and their comments are the only source. The package decides nothing
// about the wire but how it is spelled elsewhere.
//
// It reads syntax and constants, and does not need the package to compile: the
// first run finds none of the methods that it is about to write.
package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// output is one generated file, its path relative to the repository.
type output struct {
	path string
	text []byte
}

// Run writes the generated files below root, the repository. A file that is
// up to date is left alone.
func Run(ctx context.Context, root string) error {
	outputs, err := generate(root)
	if err != nil {
		return err
	}
	for _, o := range outputs {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := filepath.Join(root, filepath.FromSlash(o.path))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, o.text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, o.text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Check fails when a generated file is not what [Run] would write, and names
// every such file.
func Check(root string) error {
	outputs, err := generate(root)
	if err != nil {
		return err
	}
	var stale []error
	for _, o := range outputs {
		old, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(o.path)))
		if err != nil || !bytes.Equal(old, o.text) {
			stale = append(stale, fmt.Errorf("%s is stale: run `go run ./build gen` and commit it", o.path))
		}
	}
	return errors.Join(stale...)
}

func generate(root string) ([]output, error) {
	m, err := load(filepath.Join(root, "core", "protocol"))
	if err != nil {
		return nil, err
	}
	var outputs []output
	for _, w := range []struct {
		path  string
		write func(*model) ([]byte, error)
	}{
		{"core/protocol/union_gen.go", unions},
		{"core/protocol/fields_gen.go", fields},
		{"core/protocol/codes_gen.go", codes},
		{"core/protocol/schema/tool.gen.json", toolSchema},
		{"core/protocol/schema/common.gen.json", commonSchema},
		{"core/protocol/schema/actions.gen.txt", actionTexts},
		{"core/protocol/schema/wire.gen.json", wireSchema},
		{"contracts/protocol.gen.ts", typescript},
		{"docs/messages.gen.md", tables},
		{"core/agent/tools/tools_gen.go", agentTools},
		{"core/coretest/kinds_gen.go", kinds},
	} {
		text, err := w.write(m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.path, err)
		}
		outputs = append(outputs, output{w.path, text})
	}
	text, err := stateTypes(root)
	if err != nil {
		return nil, fmt.Errorf("contracts/state.gen.ts: %w", err)
	}
	outputs = append(outputs, output{"contracts/state.gen.ts", text})
	e, err := loadEngine(root)
	if err != nil {
		return nil, err
	}
	for _, w := range []struct {
		path  string
		write func(*engine) ([]byte, error)
	}{
		{"core/internal/engine/engine_gen.go", engineGo},
		{"page/common/engine.gen.ts", engineTypes},
		{"docs/engine.gen.md", engineTables},
	} {
		text, err := w.write(e)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.path, err)
		}
		outputs = append(outputs, output{w.path, text})
	}
	s, err := loadSeams(root)
	if err != nil {
		return nil, err
	}
	for _, w := range []struct {
		path  string
		write func(*seams) ([]byte, error)
	}{
		{"wasm/chrome/calls_gen.go", chromeCodec},
		{"wasm/worker/codec_gen.go", workerCodec},
		{"wasm/local/calls_gen.go", localCodec},
		{"contracts/agent.gen.ts", localTypes},
		{"contracts/seam.gen.ts", seamTypes},
		{"contracts/messages.gen.ts", messageTypes},
		{"contracts/panel.gen.ts", panelTypes},
		{"core/panel/codec_gen.go", panelCodec},
		{"docs/seams.gen.md", seamTables},
		{"core/session/rows_gen.go", rowCodec},
		{"contracts/storage.gen.ts", storageTypes},
		{"docs/storage.gen.md", storageTables},
	} {
		text, err := w.write(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.path, err)
		}
		outputs = append(outputs, output{w.path, text})
	}
	records, err := s.records()
	return append(outputs, records...), err
}
