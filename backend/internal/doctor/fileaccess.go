package doctor

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"

	"github.com/zapvol/bua/backend/app"
)

// profiles are the usual folders of browsers' profiles, by system, below the
// person's home.
var profiles = map[string][]string{
	"linux":   {".config/chromium", ".config/google-chrome", ".config/google-chrome-beta", ".config/microsoft-edge", ".config/BraveSoftware/Brave-Browser"},
	"darwin":  {"Library/Application Support/Chromium", "Library/Application Support/Google/Chrome", "Library/Application Support/Microsoft Edge", "Library/Application Support/BraveSoftware/Brave-Browser"},
	"windows": {"AppData/Local/Chromium/User Data", "AppData/Local/Google/Chrome/User Data", "AppData/Local/Microsoft/Edge/User Data", "AppData/Local/BraveSoftware/Brave-Browser/User Data"},
}

// unpacked are the places from which an extension is installed whose access to
// files cannot be switched off: a folder, and the command line.
var unpacked = map[int]bool{4: true, 8: true}

// fileAccess looks whether the extension may read files: only the reading of
// what a page downloaded needs it. The browser alone knows, in its profile's
// settings; where none of the usual profiles has the extension, nothing is said.
func (d Doctor) fileAccess() []Finding {
	const check = "files"
	on, off := 0, ""
	home := d.Env("HOME")
	if d.System == "windows" {
		home = d.Env("USERPROFILE")
	}
	if home == "" {
		return nil
	}
	for _, browser := range profiles[d.System] {
		found, _ := filepath.Glob(filepath.Join(home, filepath.FromSlash(browser), "*", "*Preferences"))
		for _, file := range found {
			switch may, there := mayReadFiles(file); {
			case !there:
			case may:
				on++
			default:
				off = filepath.Dir(file)
			}
		}
	}
	switch {
	case off != "":
		return []Finding{note(check, "the extension may not read files in "+off+", so an agent cannot read what it downloads there; all else works",
			"if it should: chrome://extensions, bua, Details, Allow access to file URLs")}
	case on > 0:
		return []Finding{ok(check, "the extension may read files ("+strconv.Itoa(on)+"), which the reading of downloads needs; pages of files stay out of an agent's reach")}
	}
	return nil
}

// mayReadFiles reads the settings of one profile; there says that the extension
// is installed in it.
func mayReadFiles(file string) (may, there bool) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 32<<20 {
		return false, false
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return false, false
	}
	var p struct {
		Extensions struct {
			Settings map[string]struct {
				Location int
				May      *bool `json:"newAllowFileAccess"`
			}
		}
	}
	if json.Unmarshal(data, &p) != nil {
		return false, false
	}
	s, there := p.Extensions.Settings[app.ExtensionID]
	if !there || s.Location == 0 {
		return false, false
	}
	return unpacked[s.Location] || s.May != nil && *s.May, true
}
