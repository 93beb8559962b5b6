package install_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/internal/install"
)

// TestInstall_Extension: a new program and its extension take the place of the old ones, and
// both go; a folder with somebody else's files is left alone both ways.
func TestInstall_Extension(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, "linux")
	o := r.options()
	o.NoBrowsers, o.NoService = true, true
	o.Extension, o.Program = filepath.Join(r.Home, "bua-extension"), filepath.Join(r.Home, ".local/bin/bua")
	version := func(v string) {
		o.Files = []install.File{{What: "the program", Path: o.Program, Content: []byte(v), Mode: 0o755}}
		o.Unpack = func(dir string) error {
			for _, name := range []string{"manifest.json", "serviceworker.js", "bua.wasm"} {
				r.write(filepath.Join("bua-extension", name), v)
			}
			return nil
		}
	}
	r.write("theirs", "x")
	before := r.tree()
	for _, v := range []string{"1", "2"} {
		version(v)
		_, wrong := r.install(o)
		is.Equal(wrong, nil)
		is.Equal(r.read(".local/bin/bua"), v)
		is.Equal(r.read("bua-extension/manifest.json"), v)
	}
	info, err := os.Stat(o.Program)
	is.NoErr(err)
	is.Equal(info.Mode().Perm(), os.FileMode(0o755))
	is.Equal(r.uninstall(), nil)
	is.Equal(r.tree(), before)

	r.write("bua-extension/thesis.txt", "x")
	_, wrong := r.install(o)
	is.Equal(wrong, []string{"the extension, unpacked: holds other files; name another folder with --extension"})
	is.NoErr(os.RemoveAll(o.Extension))
	_, wrong = r.install(o)
	is.Equal(wrong, nil)
	is.NoErr(os.Remove(filepath.Join(o.Extension, "bua.wasm")))
	is.Equal(len(r.uninstall()), 1)
	is.Equal(r.read("bua-extension/manifest.json"), "2")
}

// TestShow: the person's usual browser opens the page, else one that is there.
func TestShow(t *testing.T) {
	for _, row := range []struct{ name, system, usual, has, ran string }{
		{"the usual one", "linux", "google-chrome.desktop\n", "chromium google-chrome", "google-chrome URL"},
		{"the usual one is another kind", "linux", "firefox.desktop\n", "chromium brave", "chromium URL"},
		{"nobody knows", "linux", "", "brave", "brave URL"},
		{"macOS", "darwin", "", "Applications/Google Chrome.app", "open -a Google Chrome URL"},
		{"Windows", "windows", "", "home/Local/Chromium/User Data", "rundll32 url.dll,FileProtocolHandler URL"},
		{"none", "linux", "firefox.desktop\n", "firefox", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t, row.system)
			ran := ""
			r.Ask = func(string, ...string) string { return row.usual }
			r.Start = func(program string, args ...string) error {
				ran = strings.Join(append([]string{program}, args...), " ")
				return nil
			}
			switch row.system {
			case "linux":
				r.Has = func(p string) bool { return strings.Contains(" "+row.has+" ", " "+p+" ") }
			case "darwin":
				is.NoErr(os.MkdirAll(filepath.Join(r.Root, row.has), 0o755))
			default:
				is.NoErr(os.MkdirAll(filepath.Join(r.dir, row.has), 0o755))
			}
			_, err := r.Show("URL")
			is.Equal(err == nil, row.ran != "")
			is.Equal(ran, row.ran)
		})
	}
}
