package toolchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/zapvol/bua/build/command"
)

// TinyGo is a compiler that is ready to use.
type TinyGo struct {
	// Path of the program.
	Path string
	// Version as it says itself, "0.41.1".
	Version string
	// Target is the target file for the worker.
	Target string
	// Root is TINYGOROOT.
	Root string
	// Env must be in the environment of every call.
	Env []string
}

// Build returns the arguments that build the worker's program.
func (g *TinyGo) Build(out, pkg string) []string {
	return []string{g.Path, "build", "-target", g.Target, "-opt=z", "-gc=none", "-no-debug", "-panic=trap", "-o", out, pkg}
}

// Emulate returns the arguments that run a compiled test program.
func (g *TinyGo) Emulate(program string) []string {
	return []string{"node", filepath.Join(g.Root, "targets", "wasm_exec.js"), program}
}

// minimum is the oldest TinyGo whose behaviour the worker was measured with.
const (
	minimumMajor = 0
	minimumMinor = 41
)

// TinyGo returns the compiler: the one on PATH when it is new enough, else one
// built from the module pinned in build/tinygo and kept in the cache.
func (t *Tools) TinyGo(ctx context.Context) (*TinyGo, error) {
	if t.tiny != nil {
		return t.tiny, nil
	}
	g, err := t.installedTinyGo(ctx)
	if err == nil && g == nil {
		g, err = t.pinnedTinyGo(ctx)
	}
	if err != nil {
		return nil, err
	}
	t.tiny = g
	return g, nil
}

// installedTinyGo returns nil when there is none that is new enough.
func (t *Tools) installedTinyGo(ctx context.Context) (*TinyGo, error) {
	path, err := exec.LookPath("tinygo")
	if err != nil {
		return nil, nil
	}
	said, err := command.Output(ctx, command.Cmd{Argv: []string{path, "version"}})
	if err != nil {
		t.Say.Note("tinygo", "%s does not run; using the pinned version instead", path)
		return nil, nil
	}
	version, ok := newEnough(said)
	if !ok {
		t.Say.Note("tinygo", "%s is %q, older than %d.%d; using the pinned version instead", path, said, minimumMajor, minimumMinor)
		return nil, nil
	}
	root, err := command.Output(ctx, command.Cmd{Argv: []string{path, "env", "TINYGOROOT"}})
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "lib", "wasi-libc")); err != nil {
		// A build from the module carries no libc of its own; the pinned build
		// knows how to use Debian's.
		t.Say.Note("tinygo", "%s is not a complete release (no wasi-libc under %s); using the pinned version instead", path, root)
		return nil, nil
	}
	return &TinyGo{Path: path, Version: version, Root: root, Target: filepath.Join(t.Root, "build", "tinygo", "release.json")}, nil
}

var versionText = regexp.MustCompile(`version (\d+)\.(\d+)\.(\d+)`)

// newEnough reads the answer of `tinygo version`.
func newEnough(said string) (string, bool) {
	m := versionText.FindStringSubmatch(said)
	if m == nil {
		return "", false
	}
	major, _ := strconv.Atoi(m[1])
	minor, _ := strconv.Atoi(m[2])
	return m[1] + "." + m[2] + "." + m[3], major > minimumMajor || major == minimumMajor && minor >= minimumMinor
}

const tinygoModule = "github.com/tinygo-org/tinygo"

// pinnedTinyGo builds TinyGo once per pin, Go version and target template.
func (t *Tools) pinnedTinyGo(ctx context.Context) (*TinyGo, error) {
	if err := t.Packages(ctx, Compile, Node); err != nil {
		return nil, fmt.Errorf("%w\n(or install a TinyGo release, %d.%d or newer, and put it on PATH)", err, minimumMajor, minimumMinor)
	}
	module := filepath.Join(t.Root, "build", "tinygo")
	key, err := fingerprint(ctx, module)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(t.Cache(), "tinygo-"+key)
	g := &TinyGo{
		Path:   filepath.Join(dir, "tinygo"),
		Target: filepath.Join(dir, "bua.json"),
		Root:   filepath.Join(dir, "root"),
		Env:    []string{"TINYGOROOT=" + filepath.Join(dir, "root")},
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		err = t.Say.Do("tinygo", "building TinyGo from its pinned module (once per machine, about a minute)", func() (string, error) {
			return "", t.buildTinyGo(ctx, module, dir)
		})
		if err != nil {
			return nil, err
		}
	}
	said, err := command.Output(ctx, command.Cmd{Argv: []string{g.Path, "version"}, Env: g.Env})
	if err != nil {
		return nil, fmt.Errorf("%w\nThe TinyGo in the cache does not run. Remove %s and run the build again", err, dir)
	}
	version, ok := newEnough(said)
	if !ok {
		return nil, fmt.Errorf("the pinned TinyGo says %q, which the build does not understand; remove %s and run the build again", said, dir)
	}
	g.Version = version
	return g, nil
}

func fingerprint(ctx context.Context, module string) (string, error) {
	h := sha256.New()
	for _, name := range []string{"go.mod", "go.sum", "bua.json"} {
		data, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return "", err
		}
		h.Write(data)
	}
	goVersion, err := command.Output(ctx, command.Cmd{Argv: []string{"go", "env", "GOVERSION"}})
	if err != nil {
		return "", err
	}
	h.Write([]byte(goVersion + " llvm" + llvm))
	return hex.EncodeToString(h.Sum(nil))[:12], nil
}

// buildTinyGo fills a folder beside dir and renames it at the end, so that an
// interrupted build leaves nothing that looks finished.
func (t *Tools) buildTinyGo(ctx context.Context, module, dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "tinygo-unfinished-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	cppflags, err := command.Output(ctx, command.Cmd{Argv: []string{"llvm-config-" + llvm, "--cppflags"}})
	if err != nil {
		return err
	}
	libdir, err := command.Output(ctx, command.Cmd{Argv: []string{"llvm-config-" + llvm, "--libdir"}})
	if err != nil {
		return err
	}
	_, err = command.Run(ctx, command.Cmd{
		Dir:  module,
		Env:  []string{"CGO_ENABLED=1", "CGO_CPPFLAGS=" + cppflags, "CGO_LDFLAGS=-L" + libdir, "GOOS=", "GOARCH="},
		Argv: []string{"go", "build", "-mod=readonly", "-buildvcs=false", "-tags", "llvm" + llvm, "-o", filepath.Join(tmp, "tinygo"), tinygoModule},
	})
	if err != nil {
		return err
	}
	source, err := command.Output(ctx, command.Cmd{Dir: module, Argv: []string{"go", "list", "-m", "-f", "{{.Dir}}", tinygoModule}})
	if err != nil {
		return err
	}
	if err := tinygoRoot(source, filepath.Join(tmp, "root")); err != nil {
		return err
	}
	if err := target(ctx, filepath.Join(module, "bua.json"), filepath.Join(tmp, "bua.json")); err != nil {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil && !errors.Is(err, os.ErrExist) {
		if _, there := os.Stat(filepath.Join(dir, "tinygo")); there == nil {
			return nil // another build finished first
		}
		return err
	}
	return nil
}

// ForeignTinyGo reports whether the compiler in use is another one than the
// pinned one, so that sizes are not comparable.
func (t *Tools) ForeignTinyGo() bool { return t.tiny != nil && len(t.tiny.Env) == 0 }
