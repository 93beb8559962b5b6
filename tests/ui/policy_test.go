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
	"github.com/zapvol/bua/tests/fakemodel"
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

// TestPolicy: what the organisation has set in a real policy file reaches the gate and the options,
// and where it refuses an agent in the browser none lives there. Of a policy with mistakes, values
// that Chrome drops and words that it hands on, what was in force before holds, and the person sees it.
func TestPolicy(t *testing.T) {
	profile := t.TempDir()
	refuses := func(t *testing.T, conn *cdp.Conn) {
		t.Helper()
		p := extensionPage(t, conn, "sidepanel/index.html")
		p.says("Not installed yet?")
		p.await(`chrome.storage.local.get("agentPolicy").then(s => (s.agentPolicy?.localAgent ?? "allow") !== "allow")`)
		var documents int
		worker(t, conn, `chrome.runtime.getContexts({contextTypes: ["OFFSCREEN_DOCUMENT"]}).then(l => l.length)`, &documents)
		is.New(t).Equal(documents, 0)
	}
	t.Run("as it was meant", func(t *testing.T) {
		conn := managed(t, profile, `{"schemaVersion":1,"blocklist":["payroll.test","*.hr.test"],"consentMode":"per-origin","dialogPolicy":"auto_dismiss","dialogTimeout":60,"localAgent":"refuse"}`)
		page := extensionPage(t, conn, "options/index.html#blocklist")
		for _, says := range []string{"From your organisation", "payroll.test", "only what is below", "Your organisation has chosen this."} {
			page.says(says)
		}
		page.await(`document.querySelector("#consent-per-origin")?.checked && document.querySelector("#consent-per-origin").disabled`)
		page.await(`document.querySelector("#dialogs-auto_dismiss")?.checked && document.querySelector("#dialogs-wait").value === "60"`)
		page.await(`!document.querySelector("[aria-label^=Remove]")`)
		// The gate has read it and kept its copy.
		page.await(`chrome.storage.local.get(null).then(s => s.managedBlocklist?.length === 2 && s.managedConsentMode === "per-origin" && s.managedDialogPolicy === "auto_dismiss" && s.managedDialogTimeout === 60 && s.managedFaults?.length === 0)`)
		refuses(t, conn)
	})
	t.Run("mistyped", func(t *testing.T) {
		conn := managed(t, profile, `{"schemaVersion":2,"blocklist":["payroll.test",7],"consentMode":"per_origin","dialogPolicy":7,"dialogTimeout":60,"localAgent":7,"blockedCategories":["banks"],"grants":["a.example act"],"blockList":["x.test"]}`)
		page := extensionPage(t, conn, "options/index.html#blocklist")
		page.says("Something that your organisation has set is not understood")
		page.says("consentMode: the last value that was understood holds: per-origin.")
		page.says("dialogPolicy: the last value that was understood holds: auto_dismiss.")
		page.says("blockedCategories: this is not understood, so the safest value holds.")
		page.says("grants: this is not understood, so the safest value holds.")
		page.says("payroll.test")
		// What bua doctor says that Chrome drops it drops: a list with one number in it, too.
		page.await(`chrome.storage.managed.get(null).then(v => Object.keys(v).sort().join() === "blockedCategories,consentMode,dialogTimeout,grants,schemaVersion")`)
		page.await(`document.querySelector("#consent-per-origin")?.checked && document.querySelector("#consent-per-origin").disabled`)
		page.await(`document.querySelector("#dialogs-auto_dismiss")?.checked && document.querySelector("#dialogs-auto_dismiss").disabled`)
		refuses(t, conn)
	})
	t.Run("another word", func(t *testing.T) {
		conn := managed(t, profile, `{"schemaVersion":3,"localAgent":"yes"}`)
		extensionPage(t, conn, "options/index.html#blocklist").says("localAgent: this is not understood, so the safest value holds.")
		refuses(t, conn)
	})
}

// TestAlone_Policy: a model of the organisation's is there without anybody adding it, and works;
// no other is offered or taken, and no key.
func TestAlone_Policy(t *testing.T) {
	is := is.New(t)
	s := fakemodel.New(fakemodel.Traits{Model: "scripted", Browsers: true}, orders)
	t.Cleanup(s.Close)
	conn := managed(t, "", `{"schemaVersion":1,"agentModels":["llm/scripted `+s.URL+`/v1","gpt-5"],"agentOwnKeys":"refuse"}`)
	url, placed := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Runs in this browser")
	p.press("[data-models]")
	p.says("Your organisation has chosen the models. Your organisation allows no keys of your own here.")
	p.says("Not understood, so it allows nothing: agentModels: ")
	p.says("llm/scripted")
	p.await(`!document.querySelector("#modelkey, #ownbase, [aria-label^=Remove]")`)
	var said string
	p.eval(`new Promise(f => { const port = chrome.runtime.connect({name: "panel"}); port.onMessage.addListener(m => f(m.error?.code ?? "done"));
		port.postMessage({id: 1, call: "addModel", args: {name: "openai/gpt-5", key: "sk-mine"}}) })`, &said)
	is.Equal(said, "model_policy")
	p.press("[aria-label=Back]")
	p.run(`chrome.permissions.request = async () => true`) // the person's yes, which no test can press
	p.asks(url)
	p.press("[data-answer=once]")
	p.says("I pressed Place order.")
	is.Equal(placed.Load(), int32(1))
}
