package toolchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// tinygoRoot lays out TINYGOROOT from the module's files. The module's zip
// lacks TinyGo's submodules, net among them; its empty folder must exist all
// the same. So net and net/http do not exist for the worker.
func tinygoRoot(source, root string) error {
	for _, part := range []string{"src", "targets", "lib"} {
		if err := copyTree(filepath.Join(source, part), filepath.Join(root, part)); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(root, "src", "net"), 0o755)
}

// copyTree copies a folder of the module cache, whose files are read-only, to
// writable ones, so that the cache can be removed by hand.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o644)
	})
}

// target fills the template of our target file with where this machine keeps
// the C library and the compiler's runtime for wasm.
func target(ctx context.Context, template, out string) error {
	text, err := os.ReadFile(template)
	if err != nil {
		return err
	}
	builtins, err := builtins(ctx)
	if err != nil {
		return err
	}
	include, lib, err := wasiLibc()
	if err != nil {
		return err
	}
	filled := strings.NewReplacer("{wasi-include}", include, "{wasi-lib}", lib, "{builtins}", builtins).Replace(string(text))
	if !json.Valid([]byte(filled)) {
		return fmt.Errorf("%s does not give valid JSON for this machine: %s", template, filled)
	}
	return os.WriteFile(out, []byte(filled), 0o644)
}

// builtins asks clang where its runtime for wasm is.
func builtins(ctx context.Context) (string, error) {
	path, err := command.Output(ctx, command.Cmd{Argv: []string{"clang-" + llvm, "--target=wasm32-wasi", "-rtlib=compiler-rt", "-print-libgcc-file-name"}})
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("clang's runtime for wasm is not at %s: apt-get install libclang-rt-%s-dev-wasm32", path, llvm)
	}
	return filepath.Clean(path), nil
}

func wasiLibc() (include, lib string, err error) {
	for _, triple := range []string{"wasm32-wasi", "wasm32-wasip1"} {
		include, lib = "/usr/include/"+triple, "/usr/lib/"+triple
		_, noHeader := os.Stat(include + "/stdlib.h")
		_, noLib := os.Stat(lib + "/libc.a")
		if noHeader == nil && noLib == nil {
			return include, lib, nil
		}
	}
	return "", "", errors.New("no C library for wasm found: apt-get install wasi-libc")
}
