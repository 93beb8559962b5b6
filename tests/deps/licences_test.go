package deps

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/bill"
)

// licences is what may be in the binary: its module and the licence that its own
// file says, on any system. A new module is read by a person and then added here.
var licences = map[string]string{
	"github.com/antithesishq/antithesis-sdk-go": "MIT",
	"github.com/beorn7/perks":                   "MIT",
	"github.com/cespare/xxhash/v2":              "MIT",
	"github.com/chromedp/cdproto":               "MIT",
	"github.com/coder/websocket":                "ISC",
	"github.com/coreos/go-oidc/v3":              "Apache-2.0",
	"github.com/go-jose/go-jose/v4":             "Apache-2.0",
	"github.com/go-json-experiment/json":        "BSD-3-Clause",
	"github.com/danieljoos/wincred":             "MIT", // on Windows
	"github.com/go-logr/logr":                   "Apache-2.0",
	"github.com/go-logr/stdr":                   "Apache-2.0",
	"github.com/godbus/dbus/v5":                 "BSD-2-Clause",
	"github.com/google/go-tpm":                  "Apache-2.0", // on Windows
	"github.com/google/jsonschema-go":           "MIT",
	"github.com/google/uuid":                    "BSD-3-Clause",
	"github.com/inconshreveable/mousetrap":      "Apache-2.0", // on Windows
	"github.com/klauspost/compress":             "Apache-2.0", // and BSD-3-Clause and MIT, part by part
	"github.com/minio/highwayhash":              "Apache-2.0",
	"github.com/modelcontextprotocol/go-sdk":    "Apache-2.0",
	"github.com/munnerz/goautoneg":              "BSD-3-Clause",
	"github.com/nats-io/jwt/v2":                 "Apache-2.0",
	"github.com/nats-io/nats-server/v2":         "Apache-2.0",
	"github.com/nats-io/nats.go":                "Apache-2.0",
	"github.com/nats-io/nkeys":                  "Apache-2.0",
	"github.com/nats-io/nuid":                   "Apache-2.0",
	"github.com/pelletier/go-toml/v2":           "MIT",
	"github.com/prometheus/client_golang":       "Apache-2.0",
	"github.com/prometheus/client_model":        "Apache-2.0",
	"github.com/prometheus/common":              "Apache-2.0",
	"github.com/prometheus/procfs":              "Apache-2.0",
	"github.com/segmentio/asm":                  "MIT",
	"github.com/segmentio/encoding":             "MIT",
	"github.com/spf13/cobra":                    "Apache-2.0",
	"github.com/spf13/pflag":                    "BSD-3-Clause",
	"github.com/tailscale/hujson":               "BSD-3-Clause",
	"go.opentelemetry.io/auto/sdk":              "Apache-2.0",
	"go.opentelemetry.io/otel":                  "Apache-2.0", // and BSD-3-Clause for what is Go's
	"go.opentelemetry.io/otel/log":              "Apache-2.0",
	"go.opentelemetry.io/otel/metric":           "Apache-2.0",
	"go.opentelemetry.io/otel/sdk":              "Apache-2.0",
	"go.opentelemetry.io/otel/trace":            "Apache-2.0",
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

// TestLicences: everything in the binary is under a licence that goes together
// with ours, as its own file says.
func TestLicences(t *testing.T) {
	is := is.New(t)
	parts, err := bill.Go(t.Context(), root)
	is.NoErr(err)
	is.True(len(parts) > 10)
	used := map[string]bool{}
	for _, p := range parts {
		used[p.Name] = true
		want, known := licences[p.Name]
		switch {
		case !known:
			t.Errorf("%s is in the binary and not on the list: its licence reads %q\n  read it and add it, if it goes together with Apache-2.0", p.Name, p.Licence)
		case p.Licence != want:
			t.Errorf("%s: its licence reads %q, not %s", p.Name, p.Licence, want)
		}
	}
	for path := range licences {
		if !used[path] {
			t.Errorf("%s is on the list and not in the binary: take it off", path)
		}
	}
}

// TestLicences_Bundled: the same for what is bundled into the extension.
func TestLicences_Bundled(t *testing.T) {
	is := is.New(t)
	want := map[string]string{"@mozilla/readability": "Apache-2.0", "@noble/hashes": "MIT", "marked": "MIT", "pdfjs-dist": "Apache-2.0", "preact": "MIT"}
	parts, err := bill.NPM(root)
	is.NoErr(err)
	is.Equal(len(parts), len(want))
	for _, p := range parts {
		if want[p.Name] == "" || p.Licence != want[p.Name] {
			t.Errorf("%s: %s is not on the list\n  read its licence and add it, if it goes together with Apache-2.0", p.Name, p.Licence)
		}
	}
}
