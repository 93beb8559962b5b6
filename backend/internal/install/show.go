package install

import (
	"errors"
	"strings"
)

// Show opens an address in the person's browser: the usual one where it is of the Chromium
// family, else the first that is found. It returns the browser's name.
func (m Machine) Show(url string) (name string, err error) {
	usual := ""
	if m.System == "linux" {
		usual = m.Ask("xdg-settings", "get", "default-web-browser")
	}
	var first func() (string, error)
	for _, b := range browsers {
		open := m.opens(b, url)
		switch {
		case open == nil:
		case usual != "" && strings.HasPrefix(strings.TrimSpace(usual), b.programs[0]):
			return open()
		case first == nil:
			first = open
		}
	}
	if first == nil {
		return "", errors.New("no browser of the Chromium family was found")
	}
	return first()
}

// opens is how a browser opens an address, nil for one that is not there.
func (m Machine) opens(b browser, url string) func() (string, error) {
	var argv []string
	switch m.System {
	case "windows":
		if m.is(m.data(b.windows)) || m.is(m.config(b.windows)) {
			argv = []string{"rundll32", "url.dll,FileProtocolHandler", url} // by the usual browser
		}
	case "darwin":
		if m.is(m.root("Applications", b.app)) {
			argv = []string{"open", "-a", strings.TrimSuffix(b.app, ".app"), url}
		}
	default:
		for _, p := range b.programs {
			if m.Has(p) {
				argv = []string{p, url}
				break
			}
		}
	}
	if argv == nil {
		return nil
	}
	return func() (string, error) { return b.name, m.Start(argv[0], argv[1:]...) }
}
