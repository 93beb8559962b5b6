package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// managed starts a browser for which an organisation's policy holds, a real
// policy file that only this browser sees, with a profile.
func managed(t *testing.T, profile, ours string, args ...string) *cdp.Conn {
	t.Helper()
	is := is.New(t)
	path, err := chromium.Find("")
	is.NoErr(err)
	dir := t.TempDir()
	policy := `{"3rdparty":{"extensions":{"` + app.ExtensionID + `":` + ours + `}}}`
	is.NoErr(os.WriteFile(filepath.Join(dir, "policy.json"), []byte(policy), 0o644))
	// A mount of its own over the folder of the policies.
	const own = `mount -t tmpfs none /etc/chromium && mkdir -p /etc/chromium/policies/managed && cp "$0" /etc/chromium/policies/managed/ && `
	if out, err := exec.CommandContext(t.Context(), "unshare", "-m", "sh", "-c", own+"true", filepath.Join(dir, "policy.json")).CombinedOutput(); err != nil {
		t.Skipf("no policy without a mount namespace: %v %s", err, out)
	}
	wrapper := filepath.Join(dir, "chromium")
	script := "#!/bin/sh\nexec unshare -m sh -c '" + own + `exec "` + path + `" "$@"' "` + filepath.Join(dir, "policy.json") + "\" \"$@\"\n"
	is.NoErr(os.WriteFile(wrapper, []byte(script), 0o755))
	conn, _ := cdp.Launch(t, chromium.Options{Path: wrapper, UserDataDir: profile, Extension: e2e.Extension(t), Args: args})
	return conn
}

// TestPolicy: the organisation's entries reach the gate and the options through
// a real policy file.
func TestPolicy(t *testing.T) {
	is := is.New(t)
	conn := managed(t, "", `{"schemaVersion":1,"blocklist":["payroll.test","*.hr.test"],"consentMode":"ask"}`)
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

// TestPolicy_Mistyped: of a real policy with mistakes, a list that Chrome drops
// and words that it hands on, what was in force before holds, and the person
// sees it.
func TestPolicy_Mistyped(t *testing.T) {
	profile := t.TempDir()
	t.Run("as it was meant", func(t *testing.T) {
		page := extensionPage(t, managed(t, profile, `{"schemaVersion":1,"blocklist":["payroll.test"],"consentMode":"per-origin","dialogPolicy":"auto_dismiss","dialogTimeout":60}`), "options/index.html#blocklist")
		page.await(`document.querySelector("#consent-per-origin")?.checked`)
		page.await(`document.querySelector("#dialogs-auto_dismiss")?.checked && document.querySelector("#dialogs-wait").value === "60"`)
		page.await(`chrome.storage.local.get(null).then(s => s.managedBlocklist?.length === 1 && s.managedConsentMode === "per-origin" && s.managedDialogPolicy === "auto_dismiss" && s.managedDialogTimeout === 60 && s.managedFaults?.length === 0)`)
	})
	t.Run("mistyped", func(t *testing.T) {
		page := extensionPage(t, managed(t, profile, `{"schemaVersion":2,"blocklist":["payroll.test",7],"consentMode":"per_origin","dialogPolicy":7,"dialogTimeout":60}`), "options/index.html#blocklist")
		page.says("Something that your organisation has set is not understood")
		page.says("consentMode: the last value that was understood holds: per-origin.")
		page.says("dialogPolicy: the last value that was understood holds: auto_dismiss.")
		page.says("payroll.test")
		page.await(`document.querySelector("#consent-per-origin")?.checked && document.querySelector("#consent-per-origin").disabled`)
		page.await(`document.querySelector("#dialogs-auto_dismiss")?.checked && document.querySelector("#dialogs-auto_dismiss").disabled`)
	})
}
