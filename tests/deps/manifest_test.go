package deps

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
)

// The manifest's members are these. Whatever else Chrome knows (content
// scripts, web accessible resources, host permissions, commands, side panels)
// is another way in, and is decided here first.
func TestManifest_Members(t *testing.T) {
	is := is.New(t)
	var m map[string]json.RawMessage
	is.NoErr(json.Unmarshal([]byte(read(t, "manifest.json")), &m))
	is.Equal(slices.Sorted(maps.Keys(m)), []string{"action", "background", "commands", "content_security_policy", "default_locale", "description", "externally_connectable",
		"icons", "incognito", "key", "manifest_version", "minimum_chrome_version", "name", "optional_host_permissions", "optional_permissions", "options_ui", "permissions", "side_panel", "storage", "version"})
	is.Equal(string(m["incognito"]), `"not_allowed"`)
	is.Equal(string(m["manifest_version"]), "3")
}

// Each permission has a reason; one more is decided here first.
func TestManifest_Permissions(t *testing.T) {
	is := is.New(t)
	var m struct {
		Permissions []string
		Optional    []string `json:"optional_permissions"`
	}
	is.NoErr(json.Unmarshal([]byte(read(t, "manifest.json")), &m))
	is.Equal(m.Permissions, []string{
		"alarms",                // the worker comes back after Chrome ended it
		"contextMenus",          // a page, a selection or a link goes to the panel as a quotation (ADR 0194)
		"debugger",              // what bua does
		"declarativeNetRequest", // what a page opens asks before anybody can attach (ADR 0226)
		"downloads",             // files of blocked sites are cancelled, others are told (ADR 0089)
		"favicon",               // the popup's rows
		"idle",                  // sessions end when the screen locks
		"offscreen",             // the agent lives in a document of its own where no backend is paired (ADR 0248)
		"sidePanel",             // where a person gives bua's own agent a task (ADR 0194)
		"storage",               // pairing, blocklist, sessions
		"tabs",                  // titles and addresses of the tabs that are listed
	})
	is.Equal(m.Optional, []string{
		"nativeMessaging", // asked for when the person pairs with bua on this computer (ADR 0179)
		"notifications",   // asked for when the person wants to be told of what waits for them (ADR 0194)
	})
}

// No page and no other extension may speak to the worker: without the list every other
// extension may, and where it is empty chrome://extensions warns the person. It names bua alone.
func TestManifest_ExternallyConnectable(t *testing.T) {
	is := is.New(t)
	var m struct {
		Connectable map[string][]string `json:"externally_connectable"`
	}
	is.NoErr(json.Unmarshal([]byte(read(t, "manifest.json")), &m))
	is.Equal(m.Connectable, map[string][]string{"ids": {app.ExtensionID}})
	for _, room := range []string{"serviceworker", "popup", "options", "sidepanel", "contracts", "services", "ui"} {
		for _, file := range files(t, room, ".ts", ".tsx") {
			for _, event := range []string{"onMessageExternal", "onConnectExternal"} {
				is.True(!strings.Contains(read(t, file), event))
			}
		}
	}
}

// The pages run and load what is packed with them, and turn no text into markup
// or script: Chrome throws where one of them tries.
func TestManifest_ContentSecurity(t *testing.T) {
	is := is.New(t)
	var m struct {
		Security map[string]string `json:"content_security_policy"`
	}
	is.NoErr(json.Unmarshal([]byte(read(t, "manifest.json")), &m))
	got := map[string][]string{}
	for d := range strings.SplitSeq(m.Security["extension_pages"], ";") {
		words := strings.Fields(d)
		got[words[0]] = words[1:]
	}
	is.Equal(len(m.Security), 1) // no sandboxed pages
	is.Equal(got, map[string][]string{
		"default-src": {"'none'"},
		"script-src":  {"'self'", "'wasm-unsafe-eval'"},
		"style-src":   {"'self'"},
		"img-src":     {"'self'", "data:"},
		// The package, this machine by number, and the server that the person
		// paired with, which has TLS.
		"connect-src":               {"'self'", "http://127.0.0.1:*", "ws://127.0.0.1:*", "https:", "wss:"},
		"object-src":                {"'none'"},
		"base-uri":                  {"'none'"},
		"form-action":               {"'none'"},
		"frame-ancestors":           {"'none'"},
		"require-trusted-types-for": {"'script'"},
		"trusted-types":             {"program"}, // makes the address of one script: offscreen/program.ts
	})
}
