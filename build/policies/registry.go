package policies

import (
	"fmt"
	"strings"
)

// registry is a file that writes the values into the registry of one machine. An
// entry of a list is a numbered value below a key of the list's name.
func registry(o Options, list []property) ([]byte, error) {
	var out strings.Builder
	line := func(format string, a ...any) { fmt.Fprintf(&out, format+"\r\n", a...) }
	line("Windows Registry Editor Version 5.00")
	for _, b := range browsers() {
		if o.UpdateURL != "" {
			line("\r\n[HKEY_LOCAL_MACHINE\\%s\\ExtensionSettings\\%s]", b.registry, o.ID)
			for _, m := range installation(o) {
				line("%s=%s", quoted(m.key), quoted(fmt.Sprint(m.value)))
			}
		}
		line("\r\n[HKEY_LOCAL_MACHINE\\%s]", b.values(o.ID))
		for _, p := range list {
			switch v := p.value.(type) {
			case int:
				line("%s=dword:%08x", quoted(p.key), v)
			case string:
				line("%s=%s", quoted(p.key), quoted(v))
			}
		}
		for _, p := range list {
			entries, is := p.value.([]string)
			if !is {
				continue
			}
			line("\r\n[HKEY_LOCAL_MACHINE\\%s\\%s]", b.values(o.ID), p.key)
			for i, entry := range entries {
				line("\"%d\"=%s", i+1, quoted(entry))
			}
		}
	}
	return []byte(out.String()), nil
}

// quoted is a string as a registry file has it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
