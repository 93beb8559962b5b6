package chromium

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Product is what a browser says that it is.
type Product struct {
	Name, Version string
	Major         int
}

func (p Product) String() string { return p.Name + " " + p.Version }

// unbranded is the first version of branded Chrome that ignores --load-extension.
const unbranded = 137

// LoadsExtension reports whether it loads an extension that a switch names: Google Chrome
// does not any more.
func (p Product) LoadsExtension() bool {
	return !strings.HasPrefix(p.Name, "Google Chrome") || strings.Contains(p.Name, "for Testing") || p.Major < unbranded
}

// product is a line such as "Chromium 156.0.8078.79 built on Debian".
var product = regexp.MustCompile(`(?m)^\s*(\D*?)\s*(\d+)((?:\.\d+)+)`)

// Ask asks a browser what it is. On Windows it opens a window instead of answering.
func Ask(ctx context.Context, path string) (Product, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, path, "--version")
	c.WaitDelay = time.Second // a child of it may keep the pipe
	said, err := c.Output()
	m := product.FindStringSubmatch(string(said))
	if m == nil {
		how := "does not say its version"
		if err != nil {
			how += " (" + err.Error() + ")"
		}
		return Product{}, errors.New(how)
	}
	major, err := strconv.Atoi(m[2])
	return Product{Name: m[1], Version: m[2] + m[3], Major: major}, err
}

// takes refuses a Google Chrome that would start without the extension.
func takes(ctx context.Context, path string) error {
	if name := strings.ToLower(filepath.Base(path)); strings.HasSuffix(name, ".exe") || !strings.Contains(name, "google") {
		return nil // only that one has to be asked
	}
	if p, err := Ask(ctx, path); err == nil && !p.LoadsExtension() {
		return fmt.Errorf("%s at %s loads no extension by a switch: install Chromium (Debian: apt-get install chromium), name one with --chrome PATH, or let the agent work in your own browser (bua install)", p, path)
	}
	return nil
}
