package doctor

import (
	"context"
	"encoding/json"
	"io/fs"
	"strconv"
	"time"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/extension"
)

// patience is how long one program, or one answer of the backend, may take.
const patience = 10 * time.Second

// oldest is the first major version that the extension runs in, as in its
// manifest (minimum_chrome_version).
const oldest = 125

// browser finds the browser and asks it for its version.
func (d Doctor) browser(ctx context.Context) []Finding {
	const check = "browser"
	path, err := chromium.Find(d.Chrome)
	if err != nil {
		if d.Chrome == "" && !d.Launch {
			return []Finding{note(check, "no Chromium is on PATH", "if yours is elsewhere all is well, else install it (Debian: apt-get install chromium)")}
		}
		return []Finding{wrong(check, err.Error(), "install it (Debian: apt-get install chromium), or name one with --chrome PATH")}
	}
	if d.System == "windows" { // it opens a window there instead of answering
		return []Finding{note(check, path+"; its version is not told on Windows", "see chrome://version: "+strconv.Itoa(oldest)+" or newer is needed")}
	}
	p, err := chromium.Ask(ctx, path)
	if err != nil {
		return []Finding{wrong(check, path+" "+err.Error(), "run "+path+" --version to see why, or name another browser with --chrome PATH")}
	}
	what := p.String() + " at " + path
	switch {
	case p.Major < oldest:
		return []Finding{wrong(check, what+" is too old", "update it: the extension needs "+strconv.Itoa(oldest)+" or newer")}
	case p.LoadsExtension():
		return []Finding{ok(check, what)}
	case d.Launch:
		return []Finding{wrong(check, what+" is branded Chrome, which takes no extension from the command line",
			"install Chromium, name one with --chrome PATH, or use bua mcp --launch --host direct")}
	default:
		return []Finding{note(check, what+" is branded Chrome", "load the extension by hand in chrome://extensions; bua mcp --launch needs a Chromium")}
	}
}

// window looks whether a browser's window can be seen here.
func (d Doctor) window() []Finding {
	const check = "window"
	switch {
	case d.System != "linux" || d.Env("DISPLAY") != "" || d.Env("WAYLAND_DISPLAY") != "":
		return []Finding{ok(check, "there is a display")}
	case d.Launch:
		return []Finding{note(check, "there is no display, so a launched browser runs headless", "set DISPLAY to watch it")}
	default:
		return []Finding{note(check, "there is no display here", "run the browser where one is, or use bua mcp --launch --headless")}
	}
}

// extension looks at the extension inside this program.
func (d Doctor) extension() Finding {
	const check = "extension"
	files, err := extension.FS()
	if err != nil {
		const do = "run go run ./build all and use dist/bua, or download a release"
		if d.Launch {
			return wrong(check, "this bua was built without the extension", do)
		}
		return note(check, "this bua was built without the extension, so bua extension cannot write it", do)
	}
	var m struct{ Version string }
	data, err := fs.ReadFile(files, "manifest.json")
	if err != nil || json.Unmarshal(data, &m) != nil || m.Version == "" {
		return wrong(check, "the extension inside this bua is damaged", "download bua again")
	}
	if d.Version != "dev" && m.Version != d.Version {
		return wrong(check, "the extension inside this bua is "+m.Version+", bua itself "+d.Version, "build it again with go run ./build all")
	}
	return ok(check, m.Version+" is inside this bua")
}
