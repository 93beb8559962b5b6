package store

import (
	"bytes"
	"fmt"
	"image/png"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zapvol/bua/build/archive"
)

// The store's limits, as its documentation has them.
const (
	mostName        = 75
	mostShortName   = 12
	mostSummary     = 132
	mostDescription = 16000
	mostPurpose     = 1000
	mostZip         = 2 << 30
)

// Lint checks a zip and its listing against the rules of the store that a
// program can check, and returns a sentence for each that is broken.
func Lint(data []byte, l Listing) (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	files, err := archive.Unzip(data)
	if err != nil {
		return []string{"it is no zip: " + err.Error()}
	}
	if len(data) > mostZip {
		say("the zip has %d bytes, more than %d", len(data), mostZip)
	}
	m, err := readManifest(files)
	if err != nil {
		return append(faults, err.Error())
	}
	lintManifest(m, say)
	lintIcons(m, files, say)
	lintListing(m, l, say)
	for _, f := range files {
		lintFile(f, say)
	}
	slices.Sort(faults)
	return faults
}

func lintManifest(m manifest, say func(string, ...any)) {
	if m.ManifestVersion != 3 {
		say("manifest_version is %d, and the store takes 3", m.ManifestVersion)
	}
	if m.Key != "" {
		say("the manifest has a key: the store gives the id")
	}
	if m.UpdateURL != "" {
		say("the manifest has an update_url: the store is where updates come from")
	}
	if !goodVersion(m.Version) {
		say("version %q is not one to four numbers up to 65535 with dots between, without leading zeros, one of them above 0", m.Version)
	}
	if m.DefaultLocale != "" && m.messages[m.DefaultLocale] == nil {
		say("default_locale is %s, and there is no _locales/%s/messages.json", m.DefaultLocale, m.DefaultLocale)
	}
	if m.DefaultLocale == "" && len(m.messages) > 0 {
		say("there is a folder _locales, and the manifest has no default_locale")
	}
	locales := slices.Sorted(maps.Keys(m.messages))
	if !slices.Contains(locales, m.DefaultLocale) {
		locales = append(locales, m.DefaultLocale)
	}
	for _, locale := range locales {
		for _, text := range []struct {
			what, text string
			most       int
		}{{"name", m.Name, mostName}, {"short_name", m.ShortName, mostShortName}, {"description", m.Description, mostSummary}} {
			said := m.say(locale, text.text)
			switch n := utf8.RuneCountInString(said); {
			case said == "" && text.what != "short_name":
				say("the manifest's %s is empty in the language %q", text.what, locale)
			case n > text.most:
				say("the manifest's %s has %d characters in the language %q, more than %d", text.what, n, locale, text.most)
			}
		}
	}
	for where, policy := range m.Security {
		for _, bad := range []string{"'unsafe-eval'", "'unsafe-inline'"} {
			if strings.Contains(policy, bad) && where == "extension_pages" {
				say("the content security policy allows %s", bad)
			}
		}
		for directive := range strings.SplitSeq(policy, ";") {
			if words := strings.Fields(directive); len(words) > 1 && (words[0] == "script-src" || words[0] == "default-src") {
				for _, source := range words[1:] {
					if strings.Contains(source, ":") || strings.Contains(source, "*") {
						say("the content security policy takes scripts from %s: the store allows no code from elsewhere", source)
					}
				}
			}
		}
	}
}

func goodVersion(version string) bool {
	parts := strings.Split(version, ".")
	above := false
	for _, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || strconv.FormatUint(n, 10) != p {
			return false
		}
		above = above || n > 0
	}
	return len(parts) <= 4 && above
}

func lintIcons(m manifest, files []archive.File, say func(string, ...any)) {
	if m.Icons["128"] == "" {
		say("the manifest names no icon of 128 pixels, which the store shows")
	}
	for size, name := range m.Icons {
		at := slices.IndexFunc(files, func(f archive.File) bool { return f.Name == name })
		if at < 0 {
			say("the icon %s is not in the zip", name)
			continue
		}
		picture, err := png.DecodeConfig(bytes.NewReader(files[at].Data))
		if want, _ := strconv.Atoi(size); err != nil || picture.Width != want || picture.Height != want {
			say("the icon %s is not a PNG of %s × %s pixels", name, size, size)
		}
	}
}

func lintListing(m manifest, l Listing, say func(string, ...any)) {
	asked := m.permissions()
	for _, p := range asked {
		if len(l.Permissions[p]) < 20 {
			say("the listing does not say what the permission %s is for", p)
		}
	}
	for p := range l.Permissions {
		if !slices.Contains(asked, p) {
			say("the listing says what the permission %s is for, which the manifest does not ask for", p)
		}
	}
	switch open := m.connectsAnywhere(); {
	case open != "" && len(l.Network) < 20:
		say("the listing does not say why connect-src has %s", open)
	case open == "" && l.Network != "":
		say("the listing says why the extension connects anywhere, and connect-src names its hosts")
	}
	if n := utf8.RuneCountInString(l.SinglePurpose); n == 0 || n > mostPurpose {
		say("the single purpose has %d characters, not 1 to %d", n, mostPurpose)
	}
	for name, url := range map[string]string{"homepage": l.Homepage, "support": l.Support, "privacyPolicy": l.PrivacyPolicy} {
		if !strings.HasPrefix(url, "https://") {
			say("the listing's %s is no https address", name)
		}
	}
	for locale := range m.messages {
		if n := utf8.RuneCountInString(l.Descriptions[locale]); n == 0 || n > mostDescription {
			say("the description in the language %q has %d characters, not 1 to %d", locale, n, mostDescription)
		}
	}
	for locale := range l.Descriptions {
		if m.messages[locale] == nil {
			say("there is a description in the language %q, which the extension does not speak", locale)
		}
	}
}

// remote are the ways to run code that is not in the package.
var remote = []struct {
	what string
	in   *regexp.Regexp
}{
	{"loads a script from elsewhere", regexp.MustCompile(`<script[^>]+src\s*=\s*["']?(?:https?:)?//`)},
	{"imports a module from elsewhere", regexp.MustCompile(`import\s*\(?\s*["'](?:https?:)?//`)},
	{"imports a script from elsewhere", regexp.MustCompile(`importScripts\(\s*["'](?:https?:)?//`)},
	{"calls eval", regexp.MustCompile(`(?:^|[^.\w$])eval\(`)},
	{"makes a function of a text", regexp.MustCompile(`new Function\(`)},
	{"refers to a source map", regexp.MustCompile(`(?m)^//# sourceMappingURL=`)},
}

func lintFile(f archive.File, say func(string, ...any)) {
	base := path.Base(f.Name)
	top, _, _ := strings.Cut(f.Name, "/")
	ending := path.Ext(f.Name)
	switch {
	case strings.HasPrefix(base, ".") || base == "Thumbs.db" || strings.HasPrefix(f.Name, "__MACOSX"):
		say("%s has no place in a package", f.Name)
	case strings.HasPrefix(top, "_") && top != "_locales":
		say("%s: names that begin with _ are Chrome's", f.Name)
	case slices.Contains([]string{".pem", ".key", ".p12", ".pfx"}, ending):
		say("%s looks like a private key", f.Name)
	case slices.Contains([]string{".exe", ".dll", ".so", ".dylib", ".sh", ".bat", ".map", ".ts", ".tsx", ".go"}, ending):
		say("%s does not run in a browser", f.Name)
	}
	if strings.Contains(f.Name, "\\") || strings.HasPrefix(f.Name, "/") || slices.Contains(strings.Split(f.Name, "/"), "..") {
		say("%s is not a path inside the package", f.Name)
	}
	if ending == ".js" || ending == ".html" {
		for _, r := range remote {
			if found := r.in.Find(f.Data); found != nil {
				say("%s %s: %s", f.Name, r.what, found)
			}
		}
	}
}
