package toolchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// Applications is what the applications of tests/apps take of Debian.
var Applications = []Need{
	{"php-cli", []string{"php"}},
	{"php-sqlite3", []string{"/usr/lib/php/*/sqlite3.so"}},
	{"php-intl", []string{"/usr/lib/php/*/intl.so"}},
	{"php-mbstring", []string{"/usr/lib/php/*/mbstring.so"}},
	{"php-xml", []string{"/usr/lib/php/*/dom.so"}},
	{"python3-django", []string{"/usr/lib/python3/dist-packages/django/__init__.py"}},
	{"jupyter-notebook", []string{"jupyter-notebook"}},
	{"python3-ipykernel", []string{"/usr/lib/python3/dist-packages/ipykernel/__init__.py"}},
}

// unpacked are packages whose files are used where they lie: installing them
// would bring a web server that nobody asked for.
var unpacked = []string{
	"adminer", "roundcube-core", "php-pear", "php-auth-sasl", "php-mail-mime", "php-net-smtp", "php-net-sieve", "php-masterminds-html5",
	"php-net-socket", "libjs-bootstrap4", "libjs-jquery", "libjs-jquery-minicolors", "libjs-jquery-ui", "libjs-jstimezonedetect",
}

// Apps installs the applications of tests/apps, once per machine, and returns
// the folder of the npm modules and the one of Debian's files.
func (t *Tools) Apps(ctx context.Context) (modules, debian string, err error) {
	if err := t.Packages(ctx, Browser, Node, Applications); err != nil {
		return "", "", err
	}
	pinned := filepath.Join(t.Root, "tests", "apps", "modules")
	h := sha256.New()
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(pinned, name))
		if err != nil {
			return "", "", err
		}
		h.Write(data)
	}
	modules = filepath.Join(t.Cache(), "apps-"+hex.EncodeToString(h.Sum(nil))[:12])
	of := sha256.Sum256([]byte(strings.Join(unpacked, " ")))
	debian = filepath.Join(t.Cache(), "apps-debian-"+hex.EncodeToString(of[:])[:12])
	err = t.once(modules, "installing the applications' pinned npm modules (once per machine)", func(dir string) error {
		for _, name := range []string{"package.json", "package-lock.json"} {
			data, err := os.ReadFile(filepath.Join(pinned, name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				return err
			}
		}
		// No script of a package runs: none of these needs one.
		_, err := command.Run(ctx, command.Cmd{Dir: dir, Argv: []string{"npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"}})
		return err
	})
	if err != nil {
		return "", "", err
	}
	err = t.once(debian, "unpacking the applications' Debian packages (once per machine)", func(dir string) error {
		if _, err := command.Run(ctx, command.Cmd{Dir: dir, Argv: append([]string{"apt-get", "-q", "download"}, unpacked...)}); err != nil {
			return err
		}
		packages, err := filepath.Glob(filepath.Join(dir, "*.deb"))
		if err != nil {
			return err
		}
		for _, p := range packages {
			if _, err := command.Run(ctx, command.Cmd{Dir: dir, Argv: []string{"dpkg-deb", "-x", p, dir}}); err != nil {
				return err
			}
		}
		return nil
	})
	return modules, debian, err
}

// once fills a folder that is not there yet; it comes to its place when it is
// full.
func (t *Tools) once(dir, what string, fill func(dir string) error) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	return t.Say.Do("apps", what, func() (string, error) {
		if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
			return "", err
		}
		half, err := os.MkdirTemp(filepath.Dir(dir), "half-")
		if err != nil {
			return "", err
		}
		defer func() { _ = os.RemoveAll(half) }()
		if err := fill(half); err != nil {
			return "", err
		}
		return "", os.Rename(half, dir)
	})
}
