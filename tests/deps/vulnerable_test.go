package deps

import (
	"context"
	"flag"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

var vulnerabilities = flag.String("vulnerabilities", "", "look bua's modules up in the vulnerability database at this `URL`; Go's own is https://vuln.go.dev")

// scanner is pinned as every tool is.
const scanner = "golang.org/x/vuln/cmd/govulncheck@v1.1.4"

// The code that bua calls has no known vulnerability, as far as the database can
// be asked: the tests themselves talk to nobody.
func TestVulnerabilities(t *testing.T) {
	by := "by hand: go run " + scanner + " ./..."
	if *vulnerabilities == "" {
		t.Skip("known vulnerabilities are looked up with -vulnerabilities https://vuln.go.dev; " + by)
	}
	index := strings.TrimSuffix(*vulnerabilities, "/") + "/index/db.json"
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, index, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Skip("the database of known vulnerabilities cannot be reached from here ("+err.Error()+"); where it can,", by)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Skip("the database of known vulnerabilities cannot be reached from here ("+index+": "+res.Status+"); where it can,", by)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "run", scanner, "-db", *vulnerabilities, "./...")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
