package ui

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/cmd/bua/program"
	"github.com/zapvol/bua/tests/bed"
	"github.com/zapvol/bua/tests/cdp"
)

// TestPolicy: the organisation's entries reach the gate and the options through
// a real policy file, which only this browser sees.
func TestPolicy(t *testing.T) {
	is := is.New(t)
	path, err := chromium.Find("")
	is.NoErr(err)
	dir := t.TempDir()
	policy := `{"3rdparty":{"extensions":{"` + program.ExtensionID + `":{"schemaVersion":1,"blocklist":["payroll.test","*.hr.test"],"consentMode":"ask"}}}}`
	is.NoErr(os.WriteFile(filepath.Join(dir, "policy.json"), []byte(policy), 0o644))
	// A mount of its own over the folder of the policies.
	const own = `mount -t tmpfs none /etc/chromium && mkdir -p /etc/chromium/policies/managed && cp "$0" /etc/chromium/policies/managed/ && `
	if out, err := exec.CommandContext(t.Context(), "unshare", "-m", "sh", "-c", own+"true", filepath.Join(dir, "policy.json")).CombinedOutput(); err != nil {
		t.Skipf("no policy without a mount namespace: %v %s", err, out)
	}
	wrapper := filepath.Join(dir, "chromium")
	script := "#!/bin/sh\nexec unshare -m sh -c '" + own + `exec "` + path + `" "$@"' "` + filepath.Join(dir, "policy.json") + "\" \"$@\"\n"
	is.NoErr(os.WriteFile(wrapper, []byte(script), 0o755))

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b, err := chromium.Launch(ctx, chromium.Options{Path: wrapper, Extension: bed.Extension(t), Headless: true, Debug: true})
	is.NoErr(err)
	t.Cleanup(b.Close)
	conn, err := cdp.Dial(ctx, b.DevTools)
	is.NoErr(err)
	t.Cleanup(conn.Close)
	page := extensionPage(t, conn, "options/index.html#blocklist")
	page.says("From your organisation")
	page.says("payroll.test")
	page.says("only what is below")
	page.says("Your organisation has chosen this.")
	page.await(`document.querySelector("#consent-ask")?.checked && document.querySelector("#consent-ask").disabled`)
	var removable int
	page.eval(`document.querySelectorAll("[aria-label^=Remove]").length`, &removable)
	is.Equal(removable, 0)
	page.await(`chrome.storage.local.get("managedBlocklist").then(s => s.managedBlocklist?.length === 2)`) // the gate has read it and kept its copy
}
