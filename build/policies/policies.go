// Package policies writes an organisation's policies for the extension in the
// forms that systems take them: a JSON file for Linux, a template and a registry
// file for Windows, a profile for macOS, the JSON of the Google Admin console.
// Which values there are, and of what type, it reads from the extension's own
// schema, managed.json. It decides what stands in them to begin with.
//
// It imports: build/archive.
package policies

import (
	"fmt"

	"github.com/zapvol/bua/build/archive"
)

// Options is what the policies are for.
type Options struct {
	// Schema is managed.json.
	Schema []byte
	// ID is the extension's.
	ID string
	// UpdateURL is where browsers look for the extension. Without one the policies
	// set its values and do not install it.
	UpdateURL string
	// Version is the release's.
	Version string
	// Chrome is the oldest that the extension runs in.
	Chrome string
}

// browser is one whose policies have places of their own.
type browser struct {
	name string
	// registry is below HKEY_LOCAL_MACHINE.
	registry string
	// domain is of its preferences on macOS.
	domain string
}

func browsers() []browser {
	return []browser{
		{name: "Chrome", registry: `Software\Policies\Google\Chrome`, domain: "com.google.Chrome"},
		{name: "Edge", registry: `Software\Policies\Microsoft\Edge`, domain: "com.microsoft.Edge"},
	}
}

// values is the key of the registry in which the extension's values are.
func (b browser) values(id string) string {
	return b.registry + `\3rdparty\extensions\` + id + `\policy`
}

// Make writes all of them.
func Make(o Options) ([]archive.File, error) {
	list, err := read(o.Schema)
	if err != nil {
		return nil, err
	}
	for i := range list {
		value, there := ready[list[i].key]
		if !there {
			return nil, fmt.Errorf("managed.json has %q, for which build/policies/ready.go has no value to begin with", list[i].key)
		}
		list[i].value = value
	}
	var files []archive.File
	for _, f := range []struct {
		name string
		make func(Options, []property) ([]byte, error)
	}{
		{"google/bua.json", google},
		{"linux/bua.json", linux},
		{"macos/bua.mobileconfig", profile},
		{"windows/bua.admx", admx},
		{"windows/bua.reg", registry},
		{"windows/en-US/bua.adml", adml},
	} {
		data, err := f.make(o, list)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		files = append(files, archive.File{Name: f.name, Data: data})
	}
	return files, nil
}
