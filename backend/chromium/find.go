package chromium

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// ErrNotFound says that no browser was found and what to do.
var ErrNotFound = errors.New("no Chromium found: install it (Debian: apt-get install chromium) or name one with --chrome PATH")

// Find returns the path of a browser: the given one when it exists, else the
// first well-known name on PATH. Chromium comes before Chrome, because branded
// Chrome ignores --load-extension since version 137.
func Find(path string) (string, error) {
	if path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", errors.New("--chrome " + path + ": " + err.Error())
		}
		return path, nil
	}
	for _, name := range candidates() {
		if p, err := exec.LookPath(name); err == nil {
			return p, nil
		}
	}
	return "", ErrNotFound
}

func candidates() []string {
	names := []string{"chromium", "chromium-browser", "google-chrome-for-testing", "google-chrome", "google-chrome-stable"}
	if runtime.GOOS == "darwin" {
		names = append(names,
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
	}
	return names
}
