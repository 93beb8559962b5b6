package install

import (
	"encoding/json"
	"slices"

	"github.com/zapvol/bua/core/link"
)

// browser is one of the Chromium family, and where it looks for native hosts.
type browser struct {
	name string
	// profile is the folder of its profiles, below the person's configuration on
	// Linux and macOS, below Local on Windows; the hosts of a person are in it.
	linux, mac, windows string
	// programs are its names on Linux, app its bundle on macOS.
	programs []string
	app      string
	// forAll is where it looks for hosts of the whole machine.
	forAllLinux, forAllMac string
	// key is its key of the registry.
	key string
}

// browsers are those that are known. Several are built on one key or folder: the
// same registration then serves all of them.
var browsers = []browser{
	{"Chrome", "google-chrome", "Google/Chrome", "Google/Chrome/User Data", []string{"google-chrome", "google-chrome-stable"}, "Google Chrome.app",
		"etc/opt/chrome/native-messaging-hosts", "Library/Google/Chrome/NativeMessagingHosts", `Software\Google\Chrome`},
	{"Chromium", "chromium", "Chromium", "Chromium/User Data", []string{"chromium", "chromium-browser"}, "Chromium.app",
		"etc/chromium/native-messaging-hosts", "Library/Application Support/Chromium/NativeMessagingHosts", `Software\Chromium`},
	{"Edge", "microsoft-edge", "Microsoft Edge", "Microsoft/Edge/User Data", []string{"microsoft-edge", "microsoft-edge-stable"}, "Microsoft Edge.app",
		"etc/opt/edge/native-messaging-hosts", "Library/Microsoft/Edge/NativeMessagingHosts", `Software\Microsoft\Edge`},
	{"Brave", "BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser/User Data", []string{"brave-browser", "brave"}, "Brave Browser.app",
		"etc/chromium/native-messaging-hosts", "Library/Application Support/Chromium/NativeMessagingHosts", `Software\Google\Chrome`},
	{"Vivaldi", "vivaldi", "Vivaldi", "Vivaldi/User Data", []string{"vivaldi", "vivaldi-stable"}, "Vivaldi.app",
		"etc/chromium/native-messaging-hosts", "Library/Application Support/Chromium/NativeMessagingHosts", `Software\Google\Chrome`},
	{"Opera", "opera", "com.operasoftware.Opera", "Opera Software/Opera Stable", []string{"opera"}, "Opera.app",
		"etc/chromium/native-messaging-hosts", "Library/Application Support/Chromium/NativeMessagingHosts", `Software\Google\Chrome`},
}

// Manifest is what a browser reads of the native host: which program it is, and
// which extensions may start it.
func Manifest(host, program string, accepted []string) []byte {
	origins := make([]string, len(accepted))
	for i, id := range accepted {
		origins[i] = link.Origin(id) + "/"
	}
	data, _ := json.MarshalIndent(struct {
		Name        string   `json:"name"`
		Description string   `json:"description"`
		Path        string   `json:"path"`
		Type        string   `json:"type"`
		Origins     []string `json:"allowed_origins"`
	}{host, "bua: pairs the extension with the backend on this machine", program, "stdio", origins}, "", "  ")
	return append(data, '\n')
}

// browsers plans the native host's registration in each browser that is found.
func (p *planner) browsers() {
	manifest := Manifest(p.o.Host, p.o.Program, p.o.Accepted)
	if p.m.System == "windows" {
		p.registry(manifest)
		return
	}
	var done []string
	for _, b := range browsers {
		if !p.found(b) {
			continue
		}
		dir := ""
		switch {
		case p.o.ForAll && p.m.System == "darwin":
			dir = p.m.root(b.forAllMac)
		case p.o.ForAll:
			dir = p.m.root(b.forAllLinux)
		case p.m.System == "darwin":
			dir = p.m.config(b.mac, "NativeMessagingHosts")
		default:
			dir = p.m.config(b.linux, "NativeMessagingHosts")
		}
		if !slices.Contains(done, dir) {
			done = append(done, dir)
			p.file("native host for "+b.name, manifest, 0o644, dir, p.o.Host+".json")
		}
	}
	if len(done) == 0 {
		p.note("no browser of the Chromium family was found; run bua install again once there is one")
	}
}

// registry is browsers on Windows: one manifest, and a key for each browser.
func (p *planner) registry(manifest []byte) {
	file := p.m.config("bua", p.o.Host+".json")
	hive := "HKCU"
	if p.o.ForAll {
		hive, file = "HKLM", p.m.root("ProgramData", "bua", p.o.Host+".json")
	}
	var keys []string
	for _, b := range browsers {
		key := hive + `\` + b.key + `\NativeMessagingHosts\` + p.o.Host
		if !p.found(b) || slices.Contains(keys, key) {
			continue
		}
		if keys == nil {
			p.file("native host", manifest, 0o644, file)
		}
		keys = append(keys, key)
		p.command("native host for "+b.name, key,
			[]string{"reg", "add", key, "/ve", "/t", "REG_SZ", "/d", file, "/f"}, []string{"reg", "delete", key, "/f"})
	}
	if keys == nil {
		p.note("no browser of the Chromium family was found; run bua install again once there is one")
	}
}

// found reports whether a browser is on the machine, or was used by the person.
func (p *planner) found(b browser) bool {
	m := p.m
	switch m.System {
	case "windows":
		return m.is(m.data(b.windows)) || m.is(m.config(b.windows)) // Opera's is in Roaming
	case "darwin":
		return m.is(m.root("Applications", b.app)) || !p.o.ForAll && m.is(m.config(b.mac))
	default:
		return slices.ContainsFunc(b.programs, m.Has) || !p.o.ForAll && m.is(m.config(b.linux))
	}
}
