package deps

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// licences is what may be in the binary: its module and the licence that its own
// file says. A new module is read by a person and then added here.
var licences = map[string]string{
	"github.com/antithesishq/antithesis-sdk-go": "MIT",
	"github.com/beorn7/perks":                   "MIT",
	"github.com/cespare/xxhash/v2":              "MIT",
	"github.com/chromedp/cdproto":               "MIT",
	"github.com/coder/websocket":                "ISC",
	"github.com/go-json-experiment/json":        "BSD-3-Clause",
	"github.com/godbus/dbus/v5":                 "BSD-2-Clause",
	"github.com/google/jsonschema-go":           "MIT",
	"github.com/google/uuid":                    "BSD-3-Clause",
	"github.com/klauspost/compress":             "Apache-2.0", // and BSD-3-Clause and MIT, part by part
	"github.com/minio/highwayhash":              "Apache-2.0",
	"github.com/modelcontextprotocol/go-sdk":    "Apache-2.0",
	"github.com/munnerz/goautoneg":              "BSD-3-Clause",
	"github.com/nats-io/jwt/v2":                 "Apache-2.0",
	"github.com/nats-io/nats-server/v2":         "Apache-2.0",
	"github.com/nats-io/nats.go":                "Apache-2.0",
	"github.com/nats-io/nkeys":                  "Apache-2.0",
	"github.com/nats-io/nuid":                   "Apache-2.0",
	"github.com/prometheus/client_golang":       "Apache-2.0",
	"github.com/prometheus/client_model":        "Apache-2.0",
	"github.com/prometheus/common":              "Apache-2.0",
	"github.com/prometheus/procfs":              "Apache-2.0",
	"github.com/segmentio/asm":                  "MIT",
	"github.com/segmentio/encoding":             "MIT",
	"github.com/spf13/cobra":                    "Apache-2.0",
	"github.com/spf13/pflag":                    "BSD-3-Clause",
	"github.com/yosida95/uritemplate/v3":        "BSD-3-Clause",
	"github.com/zalando/go-keyring":             "MIT",
	"go.yaml.in/yaml/v2":                        "Apache-2.0",
	"golang.org/x/crypto":                       "BSD-3-Clause",
	"golang.org/x/net":                          "BSD-3-Clause",
	"golang.org/x/oauth2":                       "BSD-3-Clause",
	"golang.org/x/sync":                         "BSD-3-Clause",
	"golang.org/x/sys":                          "BSD-3-Clause",
	"golang.org/x/term":                         "BSD-3-Clause",
	"golang.org/x/text":                         "BSD-3-Clause",
	"golang.org/x/time":                         "BSD-3-Clause",
	"google.golang.org/protobuf":                "BSD-3-Clause",
}

// signs are words by which a licence's text is known; the first that fits counts.
var signs = []struct{ licence, words string }{
	{"GPL", "GNU GENERAL PUBLIC LICENSE"}, {"GPL", "GNU LESSER GENERAL PUBLIC"}, {"GPL", "GNU AFFERO"}, {"MPL", "Mozilla Public License"},
	{"Apache-2.0", "Apache License"},
	{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"BSD-3-Clause", "Redistribution and use in source and binary forms"},
}

// TestLicences: everything in the binary is under a licence that goes together
// with ours, as its own file says.
func TestLicences(t *testing.T) {
	is := is.New(t)
	cmd := exec.Command("go", "list", "-deps", "-json=Module,Standard", "./backend/cmd/bua")
	cmd.Dir = root
	out, err := cmd.Output()
	is.NoErr(err)
	used := map[string]string{} // folder by module
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Standard bool
			Module   *struct{ Path, Dir string }
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else {
			is.NoErr(err)
		}
		if !p.Standard && p.Module != nil && p.Module.Path != module {
			used[p.Module.Path] = p.Module.Dir
		}
	}
	is.True(len(used) > 10)
	for path, dir := range used {
		want, known := licences[path]
		got := licenceIn(t, dir)
		switch {
		case !known:
			t.Errorf("%s is in the binary and not on the list: its licence reads %s\n  read it and add it, if it goes together with Apache-2.0", path, got)
		case got != want:
			t.Errorf("%s: its licence reads %s, not %s", path, got, want)
		}
	}
	for path := range licences {
		if used[path] == "" {
			t.Errorf("%s is on the list and not in the binary: take it off", path)
		}
	}
}

// licenceIn reads the licence of a module.
func licenceIn(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	for _, f := range files {
		name := strings.ToUpper(filepath.Base(f))
		if !strings.HasPrefix(name, "LICENSE") && !strings.HasPrefix(name, "LICENCE") && !strings.HasPrefix(name, "COPYING") {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		text := strings.Join(strings.Fields(string(data)), " ")
		for _, s := range signs {
			if strings.Contains(strings.ToLower(text), strings.ToLower(s.words)) {
				if s.licence == "BSD-3-Clause" && !strings.Contains(strings.ToLower(text), "neither the name") {
					return "BSD-2-Clause"
				}
				return s.licence
			}
		}
	}
	return "nothing known"
}

// TestLicences_Bundled: the same for what is bundled into the extension.
func TestLicences_Bundled(t *testing.T) {
	is := is.New(t)
	var pkg struct{ Dependencies map[string]string }
	is.NoErr(json.Unmarshal([]byte(read(t, "package.json")), &pkg))
	want := map[string]string{"@mozilla/readability": "Apache-2.0", "@noble/hashes": "MIT", "preact": "MIT"}
	var lock struct {
		Packages map[string]struct{ License string }
	}
	is.NoErr(json.Unmarshal([]byte(read(t, "package-lock.json")), &lock))
	for name := range pkg.Dependencies {
		if got := lock.Packages["node_modules/"+name].License; want[name] == "" || got != want[name] {
			t.Errorf("%s: %s is not on the list\n  read its licence and add it, if it goes together with Apache-2.0", name, got)
		}
	}
}
