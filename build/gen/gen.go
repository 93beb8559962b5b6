// Package gen writes what follows from the types in core/protocol: the codec,
// the JSON Schema, the TypeScript types and the tables in docs; from the State
// that the worker tells the extension's pages, their types; and from the types
// in core/internal/engine both sides of the door of the page's engine; from those marked
// //bua:record, and what they are made of, how they are kept. The Go
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

// Run writes the generated files below root, the repository, and names those that it has
// written. A file that is up to date is left alone.
func Run(ctx context.Context, root string) (written []string, err error) {
	stale, err := stale(root)
	if err != nil {
		return nil, err
	}
	for _, o := range stale {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		path := filepath.Join(root, filepath.FromSlash(o.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return written, err
		}
		if err := os.WriteFile(path, o.text, 0o644); err != nil {
			return written, err
		}
		written = append(written, o.path)
	}
	return written, nil
}

// Check fails when a generated file is not what [Run] would write, and names
// every such file.
func Check(root string) error {
	stale, err := stale(root)
	all := []error{err}
	for _, o := range stale {
		all = append(all, fmt.Errorf("%s is stale: run `go run ./build gen` and commit it", o.path))
	}
	return errors.Join(all...)
}

// stale are the files that do not stand as they should.
func stale(root string) (list []output, err error) {
	outputs, err := generate(root)
	for _, o := range outputs {
		old, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(o.path)))
		if err != nil || !bytes.Equal(old, o.text) {
			list = append(list, o)
		}
	}
	return list, err
}

func generate(root string) (outputs []output, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			outputs, err = nil, r.error
		default:
			panic(r)
		}
	}()
	h := &house{root, map[string]*room{}}
	m, e, s := h.wire(), h.engine(), h.seams()
	for _, o := range []struct {
		path  string
		write func() []byte
	}{
		{"core/protocol/union_gen.go", on(m, unions)},
		{"core/protocol/fields_gen.go", on(m, fields)},
		{"core/protocol/codes_gen.go", on(m, codes)},
		{"core/protocol/schema/tool.gen.json", on(m, toolSchema)},
		{"core/protocol/schema/common.gen.json", on(m, commonSchema)},
		{"core/protocol/schema/actions.gen.txt", on(m, actionTexts)},
		{"core/protocol/schema/wire.gen.json", on(m, wireSchema)},
		{"contracts/protocol.gen.ts", on(m, typescript)},
		{"docs/messages.gen.md", on(m, tables)},
		{"core/agent/tools/tools_gen.go", on(m, agentTools)},
		{"core/coretest/kinds_gen.go", on(m, kinds)},
		{"contracts/state.gen.ts", on(h, stateTypes)},
		{"core/internal/engine/engine_gen.go", on(e, engineGo)},
		{"page/common/engine.gen.ts", on(e, engineTypes)},
		{"docs/engine.gen.md", on(e, engineTables)},
		{"wasm/chrome/calls_gen.go", on(s, chromeCodec)},
		{"wasm/worker/codec_gen.go", on(s, workerCodec)},
		{"wasm/local/calls_gen.go", on(s, localCodec)},
		{"contracts/agent.gen.ts", on(s, localTypes)},
		{"contracts/seam.gen.ts", on(s, seamTypes)},
		{"contracts/messages.gen.ts", on(s, messageTypes)},
		{"contracts/panel.gen.ts", on(s, panelTypes)},
		{"core/panel/codec_gen.go", on(s, panelCodec)},
		{"docs/seams.gen.md", on(s, seamTables)},
		{"core/session/rows_gen.go", on(s, rowCodec)},
		{"contracts/storage.gen.ts", on(s, storageTypes)},
		{"docs/storage.gen.md", on(s, storageTables)},
	} {
		outputs = append(outputs, output{o.path, o.write()})
	}
	return append(outputs, h.records()...), nil
}

// on is what writes a file from something.
func on[T any](from T, write func(T) []byte) func() []byte {
	return func() []byte { return write(from) }
}
