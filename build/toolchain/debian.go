package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// llvm is the major version that TinyGo is built against: the newest one that
// both Debian 12 and 13 carry.
const llvm = "19"

// Need is one thing that must be on the machine, and the Debian package that
// brings it.
type Need struct {
	Package string
	// Any lists alternatives: a name without a slash is looked for on PATH, one
	// with a slash is a file pattern.
	Any []string
}

// Compile is what building the worker and testing with the race detector take
// when no TinyGo is installed.
var Compile = []Need{
	{"gcc", []string{"gcc"}},
	{"g++", []string{"g++"}},
	{"libc6-dev", []string{"/usr/include/stdlib.h", "/usr/include/*/stdlib.h"}},
	{"llvm-" + llvm + "-dev", []string{"/usr/lib/llvm-" + llvm + "/include/llvm-c/Core.h"}},
	{"libclang-" + llvm + "-dev", []string{"/usr/lib/llvm-" + llvm + "/include/clang-c/Index.h"}},
	{"clang-" + llvm, []string{"clang-" + llvm}},
	{"lld-" + llvm, []string{"wasm-ld-" + llvm}},
	{"libclang-rt-" + llvm + "-dev-wasm32", []string{"/usr/lib/llvm-" + llvm + "/lib/clang/*/lib/*/libclang_rt.builtins-wasm32.a"}},
	{"wasi-libc", []string{"/usr/include/wasm32-wasi/stdlib.h"}},
	{"binaryen", []string{"wasm-opt"}},
}

// Browser is what the demonstration and the tests in a real browser take.
var Browser = []Need{
	{"chromium", []string{"chromium", "chromium-browser", "google-chrome-for-testing", "/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome for Testing.app/Contents/MacOS/*"}},
}

// Display is what the tests with a window take: a display of their own, a window
// manager, what tells which window is active, and a pointer.
var Display = []Need{
	{"xvfb", []string{"Xvfb"}},
	{"openbox", []string{"openbox"}},
	{"x11-utils", []string{"xprop"}},
	{"xdotool", []string{"xdotool"}},
}

// PDF is what the texts of PDFs are compared with.
var PDF = []Need{{"poppler-utils", []string{"pdftotext"}}}

// Node is what npm's modules and the tests of wasm take.
var Node = []Need{
	{"nodejs", []string{"node"}},
	{"npm", []string{"npm"}},
}

// Race is what the race detector takes.
var Race = []Need{{"gcc", []string{"gcc"}}, {"libc6-dev", []string{"/usr/include/stdlib.h", "/usr/include/*/stdlib.h"}}}

// Git is what a release and its tests take: a source archive was unpacked without it.
var Git = []Need{{"git", []string{"git"}}}

// Missing returns the packages of those needs that nothing on the machine meets.
func Missing(needs ...[]Need) []string {
	var missing []string
	for _, list := range needs {
		for _, n := range list {
			if !met(n) && !slices.Contains(missing, n.Package) {
				missing = append(missing, n.Package)
			}
		}
	}
	return missing
}

func met(n Need) bool {
	for _, a := range n.Any {
		if !strings.Contains(a, "/") {
			if _, err := exec.LookPath(a); err == nil {
				return true
			}
		} else if found, err := filepath.Glob(a); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

// Packages installs what is missing, or says what to type when it may not.
func (t *Tools) Packages(ctx context.Context, needs ...[]Need) error {
	missing := Missing(needs...)
	if len(missing) == 0 {
		return nil
	}
	prefix, err := installer(ctx, missing)
	if err != nil {
		return err
	}
	what := "installing Debian packages: " + strings.Join(missing, " ")
	err = t.Say.Do("packages", what, func() (string, error) {
		apt := func(args ...string) error {
			argv := append(append([]string{}, prefix...), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y")
			_, err := command.Run(ctx, command.Cmd{Argv: append(argv, args...), Terminal: len(prefix) > 0})
			return err
		}
		if err := apt("update"); err != nil {
			return "", err
		}
		return "", apt(append([]string{"install", "--no-install-recommends"}, missing...)...)
	})
	if err != nil {
		return fmt.Errorf("%w\n\nInstalling failed. Try it by hand, then run the build again:\n    %s", err, byHand(missing))
	}
	if still := Missing(needs...); len(still) > 0 {
		return fmt.Errorf("these packages are installed but what the build needs of them is still not there: %s", strings.Join(still, " "))
	}
	return nil
}

// installer returns what goes before apt-get, or the sentence for a machine on
// which the build may not install anything.
func installer(ctx context.Context, missing []string) ([]string, error) {
	if runtime.GOOS == "darwin" {
		return nil, fmt.Errorf("this machine lacks %s, and the build installs packages only on Debian. On macOS type:\n"+
			"    brew tap tinygo-org/tools && brew install tinygo binaryen node && brew install --cask chromium\n"+
			"then run the build again", strings.Join(missing, ", "))
	}
	if _, err := exec.LookPath("apt-get"); err != nil {
		return nil, fmt.Errorf("this machine lacks what Debian calls %s, and it has no apt-get. "+
			"Install TinyGo (0.41 or newer) with binaryen, Node.js with npm, gcc and Chromium in your system's own way, so that "+
			"tinygo, wasm-opt, node, npm, gcc and chromium are on PATH; then run the build again", strings.Join(missing, " "))
	}
	if os.Geteuid() == 0 {
		return nil, nil
	}
	if _, err := exec.LookPath("sudo"); err == nil {
		if terminal() {
			return []string{"sudo"}, nil
		}
		if _, err := command.Run(ctx, command.Cmd{Argv: []string{"sudo", "-n", "true"}}); err == nil {
			return []string{"sudo", "-n"}, nil
		}
	}
	return nil, errors.New("the build may not install packages here (you are not root, and sudo does not work without a terminal). " +
		"Type this as root, then run the build again:\n    " + byHand(missing))
}

func byHand(missing []string) string {
	return "apt-get update && apt-get install -y " + strings.Join(missing, " ")
}

// terminal reports whether someone can type a password.
func terminal() bool {
	info, err := os.Stdin.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("CI") == ""
}
