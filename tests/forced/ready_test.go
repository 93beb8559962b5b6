package forced

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/policies"
	"github.com/zapvol/bua/core/protocol"
)

// TestReadyPolicy: the policy that a release has for Linux, as it is, installs the
// extension in a real Chromium, and every value of it arrives and is understood.
func TestReadyPolicy(t *testing.T) {
	is := is.New(t)
	o := newOrganisation(t)
	o.publish(t, first)
	schema, err := os.ReadFile("../../managed.json")
	is.NoErr(err)
	files, err := policies.Make(policies.Options{Schema: schema, ID: o.id, UpdateURL: o.server.URL + "/update.xml"})
	is.NoErr(err)
	var policy map[string]any
	for _, f := range files {
		if f.Name == "linux/bua.json" {
			is.NoErr(json.Unmarshal(f.Data, &policy))
		}
	}
	want := policy["3rdparty"].(map[string]any)["extensions"].(map[string]any)[o.id].(map[string]any)
	policy["DeveloperToolsAvailability"] = 1 // the test looks into the extension
	text, err := json.Marshal(policy)
	is.NoErr(err)
	o.write(t, string(text))

	b := start(t, o)
	b.installed(t)
	is.Equal(b.self(t), self{Version: first, InstallType: "admin", MayDisable: false})
	// Without a window Chrome goes on answering that there is no policy.
	_, _, err = b.conn.NewPage(t.Context(), "about:blank")
	is.NoErr(err)
	b.await(t, `chrome.storage.managed.get(null).then(all => Object.keys(all).length > 0)`)
	var got map[string]any
	b.eval(t, `chrome.storage.managed.get(null)`, &got)
	is.Equal(got, want)
	b.await(t, `chrome.storage.local.get("managedDeniedCapabilities").then(s => s.managedDeniedCapabilities?.[0] === "script")`)
	b.await(t, `chrome.storage.local.get("managedFaults").then(s => !(s.managedFaults?.length > 0))`)

	// The example's server is nobody's, and the test's page is of this machine. What
	// a policy leaves out stays in force, so that is said.
	values := maps.Clone(want)
	delete(values, "serverUrl")
	delete(values, "enrolment")
	values["privateNetwork"], values["consentMode"] = "allow", "off"
	text, err = json.Marshal(values)
	is.NoErr(err)
	o.decide(t, string(text))
	b.await(t, `chrome.storage.managed.get("serverUrl").then(s => s.serverUrl === undefined)`)
	b.await(t, `chrome.storage.local.get("managedPrivateNetwork").then(s => s.managedPrivateNetwork === "allow")`)
	b.pair(t)
	_, err = b.do(t, protocol.OpenTab{URL: "http://payroll.example.com/"})
	is.Equal(protocol.CodeOf(err), protocol.CodeDomainBlocked)
	_, err = b.do(t, protocol.OpenTab{URL: o.server.URL + "/page"})
	is.NoErr(err)
	_, err = b.do(t, protocol.Evaluate{Expression: "1"})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction) // a capability that the organisation has locked
	t.Log(err)
	is.True(strings.Contains(err.Error(), "organisation")) // so that it does not send the agent to the person
	is.Equal(b.locked(t), map[string]bool{"script": true, "upload": false, "download": false, "tools": false})
}

// locked is which switches of the options' capabilities cannot be pressed.
func (b *browser) locked(t *testing.T) (list map[string]bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	session, _, err := b.conn.NewPage(ctx, b.origin()+"options/index.html#blocklist")
	if err != nil {
		t.Fatal(err)
	}
	for len(list) == 0 {
		ask := `Object.fromEntries([...document.querySelectorAll("input[id^=may-]")].map(e => [e.id.slice(4), e.disabled && !e.checked]))`
		if err := b.conn.Eval(ctx, session, ask, &list); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond) // the page has read its storage when the switches are there
	}
	return list
}
