package deps

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// Files name no registry and no machine: both change under the project, and a
// lock file with addresses in it works in one place only.
func TestText_NoRegistriesNoMachines(t *testing.T) {
	// Written in two halves, or this file would fail its own test.
	hosts := regexp.MustCompile(strings.Join([]string{
		`proxy\.gol` + `ang\.org`, `sum\.gol` + `ang\.org`, `registry\.np` + `mjs\.org`, `registry\.ya` + `rnpkg\.com`,
		`deb\.deb` + `ian\.org`, `security\.deb` + `ian\.org`, `py` + `pi\.org`, `static\.cra` + `tes\.io`,
	}, "|"))
	machine := regexp.MustCompile(`(?:^|[\s"'=(:` + "`" + `])/(?:ro` + `ot|wo` + `rk|ho` + `me/[\w.-]+|Us` + `ers/[\w.-]+)/`)
	for _, file := range files(t, ".") {
		text := read(t, file)
		if !utf8.ValidString(text) || file == "LICENSE" {
			continue
		}
		if m := hosts.FindString(text); m != "" {
			t.Errorf("%s names the registry %s\n  tools know their registries by configuration; for a lock file: npm install --omit-lockfile-registry-resolved", file, m)
		}
		if m := machine.FindString(text); m != "" {
			t.Errorf("%s names a path of one machine:%s\n  use a path relative to the tree, or ask the system for it", file, m)
		}
	}
}
