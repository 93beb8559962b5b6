package store

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/archive"
)

var when = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func icon(t testing.TB, size int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, size, size))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// good is an extension and a listing that the store takes.
func good(t testing.TB) (files map[string]string, l Listing) {
	t.Helper()
	return map[string]string{
			"manifest.json":             `{"manifest_version":3,"name":"x","version":"1.2.3","description":"__MSG_says__","default_locale":"en","icons":{"128":"icons/128.png"},"permissions":["tabs"],"key":"K","content_security_policy":{"extension_pages":"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"}}`,
			"_locales/en/messages.json": `{"says":{"message":"What it is for"}}`,
			"icons/128.png":             string(icon(t, 128)),
			"worker.js":                 "chrome.tabs.query({});",
			"page.html":                 `<script src="page.js"></script>`,
		}, Listing{
			Category: "Tools", Homepage: "https://a.test", Support: "https://b.test", PrivacyPolicy: "https://c.test", SinglePurpose: "One thing.",
			Permissions: map[string]string{"tabs": "Lists the tabs that the agent works in."}, Descriptions: map[string]string{"en": "More of it."},
		}
}

func listed(files map[string]string) (list []archive.File) {
	for name, text := range files {
		list = append(list, archive.File{Name: name, Data: []byte(text)})
	}
	return list
}

func TestZip(t *testing.T) {
	is := is.New(t)
	files, l := good(t)
	data, err := Zip(listed(files), l, when)
	is.NoErr(err)
	again, err := Zip(listed(files), l, when)
	is.NoErr(err)
	is.Equal(data, again)
	in, err := archive.Unzip(data)
	is.NoErr(err)
	at := slices.IndexFunc(in, func(f archive.File) bool { return f.Name == "manifest.json" })
	var m map[string]any
	is.NoErr(json.Unmarshal(in[at].Data, &m))
	_, key := m["key"]
	is.True(!key) // the store gives the id
	is.Equal(m["version"], "1.2.3")
	is.Equal(len(in), len(files))
}

func TestFiles(t *testing.T) {
	is := is.New(t)
	files, _ := good(t)
	list, err := Files(listed(files), "https://updates.test/update.xml", "4.5")
	is.NoErr(err)
	at := slices.IndexFunc(list, func(f archive.File) bool { return f.Name == "manifest.json" })
	var m map[string]any
	is.NoErr(json.Unmarshal(list[at].Data, &m))
	is.Equal(m["update_url"], "https://updates.test/update.xml")
	is.Equal(m["version"], "4.5")
	is.Equal(m["key"], nil)
}

func TestLint(t *testing.T) {
	manifest := func(from, to string) func(map[string]string, *Listing) {
		return func(f map[string]string, _ *Listing) {
			if !strings.Contains(f["manifest.json"], from) {
				panic("the manifest has no " + from)
			}
			f["manifest.json"] = strings.Replace(f["manifest.json"], from, to, 1)
		}
	}
	file := func(name, text string) func(map[string]string, *Listing) {
		return func(f map[string]string, _ *Listing) { f[name] = text }
	}
	for _, row := range []struct {
		name string
		bend func(map[string]string, *Listing)
		says string
	}{
		{"an old manifest", manifest(`"manifest_version":3`, `"manifest_version":2`), "takes 3"},
		{"a version with a leading zero", manifest("1.2.3", "1.02"), "leading zeros"},
		{"a version of five numbers", manifest("1.2.3", "1.2.3.4.5"), "one to four numbers"},
		{"a version that is too large", manifest("1.2.3", "65536"), "65535"},
		{"a version of zeros", manifest("1.2.3", "0.0"), "above 0"},
		{"a long name", manifest(`"name":"x"`, `"name":"`+strings.Repeat("x", 76)+`"`), "more than 75"},
		{"a long summary in one language", file("_locales/en/messages.json", `{"says":{"message":"`+strings.Repeat("é", 133)+`"}}`), "133 characters"},
		{"a message that is not there", file("_locales/en/messages.json", `{}`), "description is empty"},
		{"a language that is not there", manifest(`"en"`, `"de"`), "_locales/de"},
		{"no large icon", manifest(`"128":"icons/128.png"`, `"48":"icons/128.png"`), "no icon of 128"},
		{"an icon of another size", file("icons/128.png", string(icon(t, 64))), "not a PNG of 128"},
		{"a permission without a reason", manifest(`["tabs"]`, `["tabs","idle"]`), "permission idle is for"},
		{"hosts without a reason", manifest(`["tabs"]`, `["tabs"],"host_permissions":["<all_urls>"]`), "<all_urls>"},
		{"a reason without a permission", manifest(`["tabs"]`, `[]`), "does not ask for"},
		{"a connection anywhere without a reason", manifest("default-src 'none'", "default-src 'none'; connect-src 'self' wss:"), "connect-src has wss:"},
		{"a reason for what it does not connect to", func(_ map[string]string, l *Listing) { l.Network = "The server is of the user's own choice." }, "names its hosts"},
		{"no privacy policy", func(_ map[string]string, l *Listing) { l.PrivacyPolicy = "" }, "privacyPolicy"},
		{"no purpose", func(_ map[string]string, l *Listing) { l.SinglePurpose = "" }, "single purpose"},
		{"a language without a description", func(_ map[string]string, l *Listing) { l.Descriptions = nil }, "the description in"},
		{"a description in a language that it does not speak", func(_ map[string]string, l *Listing) { l.Descriptions["de"] = "x" }, "does not speak"},
		{"scripts that policy takes from elsewhere", manifest("'wasm-unsafe-eval'", "https://cdn.test"), "from elsewhere"},
		{"a policy that allows eval", manifest("'wasm-unsafe-eval'", "'unsafe-eval'"), "allows 'unsafe-eval'"},
		{"a page that loads code", file("page.html", `<script type="module" src="https://cdn.test/x.js"></script>`), "page.html loads"},
		{"a script that imports code", file("worker.js", `await import("https://cdn.test/x.js")`), "worker.js imports"},
		{"a script that evaluates", file("worker.js", `eval(text)`), "calls eval"},
		{"a source map", file("worker.js", "x\n//# sourceMappingURL=x.map"), "source map"},
		{"a private key", file("key.pem", "x"), "private key"},
		{"a hidden file", file("icons/.DS_Store", "x"), "no place"},
		{"a name that is Chrome's", file("_metadata/x", "x"), "Chrome's"},
		{"a source", file("worker.ts", "x"), "does not run"},
		{"a path that leaves the package", file("a/../../x.js", "x"), "not a path"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			files, l := good(t)
			row.bend(files, &l)
			_, err := Zip(listed(files), l, when)
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), row.says)) // the sentence names it
		})
	}
	t.Run("a key and an update address", func(t *testing.T) {
		is := is.New(t)
		files, l := good(t)
		manifest(`"key":"K"`, `"key":"K","update_url":"https://a.test"`)(files, &l)
		data, err := archive.Zip(listed(files), when)
		is.NoErr(err)
		said := strings.Join(Lint(data, l), "; ")
		is.True(strings.Contains(said, "has a key") && strings.Contains(said, "update_url"))
	})
}

// The listing that we keep fits the manifest that we have: every permission has
// its reason, every language its description.
func TestListing_OfThisExtension(t *testing.T) {
	is := is.New(t)
	root := filepath.Join("..", "..")
	l, err := ReadListing()
	is.NoErr(err)
	files := map[string]string{}
	for _, name := range []string{"manifest.json", "managed.json", "icons/16.png", "icons/32.png", "icons/48.png", "icons/128.png"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		is.NoErr(err)
		files[name] = string(data)
	}
	locales, err := archive.Dir(filepath.Join(root, "_locales"))
	is.NoErr(err)
	for _, f := range locales {
		files["_locales/"+f.Name] = string(f.Data)
	}
	_, err = Zip(listed(files), l, when)
	is.NoErr(err)
	beside, err := l.Beside(listed(files))
	is.NoErr(err)
	var names []string
	for _, f := range beside {
		names = append(names, f.Name)
	}
	is.Equal(len(names), 1+len(slices.Collect(maps.Keys(l.Descriptions))))
	is.True(slices.Contains(names, "listing-de.txt"))
}

// The built extension passes whole, where it is built.
func TestZip_OfThisExtension(t *testing.T) {
	is := is.New(t)
	dir := filepath.Join("..", "..", "dist", "extension")
	if _, err := os.Stat(filepath.Join(dir, "bua.wasm")); err != nil {
		t.Skip("the extension is not built: go run ./build ui")
	}
	files, err := archive.Dir(dir)
	is.NoErr(err)
	l, err := ReadListing()
	is.NoErr(err)
	data, err := Zip(files, l, when)
	is.NoErr(err)
	t.Logf("the store's zip has %d bytes", len(data))
}
