// Package bill says what is in bua that others made: the Go modules of the
// binary, the npm modules of the extension, and the runtimes of both compilers;
// under which licences, and with which texts. It decides what counts as a part.
//
// It imports: no other room.
package bill

import (
	"cmp"
	"context"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed texts
var texts embed.FS

// Part is one thing that others made.
type Part struct {
	// Kind is the ecosystem, as a package URL names it: golang, npm, generic.
	Kind string
	Name string
	// Version as that ecosystem writes it.
	Version string
	// Licence is its SPDX expression, "" when its text is not known.
	Licence string
	// SHA512 is the hash that the lock file has, in hex; "" for none.
	SHA512 string
	// In says what it is compiled into: "bua" or "extension".
	In string

	dir  string   // with its licence's text
	text []string // what is embedded here instead
}

// URL is its package URL.
func (p Part) URL() string {
	name := p.Name
	if scope, rest, ok := strings.Cut(name, "/"); p.Kind == "npm" && ok {
		name = "%40" + strings.TrimPrefix(scope, "@") + "/" + rest
	}
	return "pkg:" + p.Kind + "/" + name + "@" + p.Version
}

// With is the part with that text of its licence, instead of its folder's.
func (p Part) With(text string) Part {
	p.text = []string{text}
	return p
}

// Systems are those that bua is built for: another system takes other modules.
var Systems = []string{"linux", "darwin", "windows"}

// program is what is shipped.
const program = "./backend/cmd/bua"

// Go lists the modules that are in the binary of any of the systems.
func Go(ctx context.Context, root string) ([]Part, error) {
	list := map[string]Part{}
	for _, system := range Systems {
		cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-json=Module,Standard", program)
		cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, failed("go list", err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p struct {
				Standard bool
				Module   *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if m := p.Module; !p.Standard && m != nil && !m.Main {
				list[m.Path] = Part{Kind: "golang", Name: m.Path, Version: m.Version, Licence: LicenceOf(m.Dir), In: "bua", dir: m.Dir}
			}
		}
	}
	return byName(list), nil
}

// NPM lists the modules that are bundled into the extension, as the lock file
// has them.
func NPM(root string) ([]Part, error) {
	var lock struct {
		Packages map[string]struct {
			Version, License, Integrity string
			Dependencies                map[string]string
		}
	}
	data, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	list := map[string]Part{}
	var add func(dependencies map[string]string) error
	add = func(dependencies map[string]string) error {
		for name := range dependencies {
			p, ok := lock.Packages["node_modules/"+name]
			if _, done := list[name]; done {
				continue
			} else if !ok {
				return fmt.Errorf("package-lock.json has no %s: npm install writes it", name)
			}
			sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-"))
			if err != nil {
				return fmt.Errorf("package-lock.json: the integrity of %s: %w", name, err)
			}
			list[name] = Part{Kind: "npm", Name: name, Version: p.Version, Licence: p.License, SHA512: hex.EncodeToString(sum), In: "extension",
				dir: filepath.Join(root, "node_modules", filepath.FromSlash(name))}
			if err := add(p.Dependencies); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(lock.Packages[""].Dependencies); err != nil {
		return nil, err
	}
	return byName(list), nil
}

// Runtimes are what the compilers put into their output: Go's standard library,
// and in the extension's worker TinyGo's with the C library that it stands on.
func Runtimes(ctx context.Context, root, tinygo string) ([]Part, error) {
	ask := func(dir string, argv ...string) (string, error) {
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			return "", failed(strings.Join(argv, " "), err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	goEnv, err := ask(root, "go", "env", "GOVERSION", "GOROOT")
	if err != nil {
		return nil, err
	}
	version, goroot, _ := strings.Cut(goEnv, "\n")
	dir, err := ask(filepath.Join(root, "build", "tinygo"), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/tinygo-org/tinygo")
	if err != nil {
		return nil, err
	}
	libc, err := texts.ReadFile("texts/wasi-libc.txt")
	if err != nil {
		return nil, err
	}
	return []Part{
		{Kind: "generic", Name: "go", Version: strings.TrimPrefix(version, "go"), Licence: LicenceOf(goroot), In: "bua", dir: goroot},
		{Kind: "generic", Name: "tinygo", Version: tinygo, Licence: "BSD-3-Clause", In: "extension", dir: dir},
		Part{Kind: "generic", Name: "wasi-libc", Version: "debian", Licence: "MIT", In: "extension"}.With(string(libc)),
	}, nil
}

func failed(what string, err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%s: %w: %s", what, err, exit.Stderr)
	}
	return fmt.Errorf("%s: %w", what, err)
}

func byName(set map[string]Part) []Part {
	var list []Part
	for _, p := range set {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	return list
}
