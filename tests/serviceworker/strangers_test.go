package serviceworker

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

const ours = "ipbjjblpngibdjpdbmhncgfolgnjeonk"

// stranger is another extension, with all the permissions that help it.
const stranger = `{"manifest_version": 3, "name": "stranger", "version": "1",
	"permissions": ["tabs", "scripting", "debugger", "management", "storage"], "host_permissions": ["<all_urls>"],
	"background": {"service_worker": "worker.js"}, "externally_connectable": {"ids": ["*"]}}`

// knock tries every way that Chrome has for one script to reach an extension's
// worker or pages, and says what each came to.
const knock = `(async () => {
	const id = "` + ours + `", out = {};
	const kinds = ["bridge_request", "bridge_broadcast", "getState", "stopAll", "pair", "consent", "resume", "profile"];
	const messages = kinds.flatMap((k) => [{kind: k}, {kind: "bridge_request", method: k, args: {}}, {kind: "bridge_request", method: k, args: {serverUrl: "ws://127.0.0.1:1/", code: "x", profile: "default", tabId: 0}}, k]);
	const runtime = globalThis.chrome?.runtime;
	out.can = typeof runtime?.sendMessage;
	for (const m of messages) {
		let got = "nothing";
		try { const a = await runtime.sendMessage(id, m); if (a !== undefined) got = "answer " + JSON.stringify(a); } catch (e) { got = "refused"; }
		(out[got] ??= []).push(typeof m === "string" ? m : m.method ?? m.kind);
	}
	out.ports = await Promise.all(["bua", "panel", "panel-browser", "agent"].map((name) => new Promise((done) => {
		try {
			const p = runtime.connect(id, {name});
			p.onMessage.addListener((m) => done("answer " + JSON.stringify(m)));
			p.onDisconnect.addListener(() => done("closed " + (runtime.lastError?.message ?? "")));
			for (const m of [{kind: "bridge_request", method: "stopAll"}, {id: 1, call: "about", args: {}}, {id: 2, ask: "settings"}]) p.postMessage(m);
		} catch (e) { done("refused"); }
	})));
	out.files = [];
	for (const f of ["manifest.json", "bua.wasm", "engine.js", "pdf.js", "popup/index.html", "options/index.html", "sidepanel/index.html", "offscreen/index.html", "bootstrap.json"]) {
		try { await fetch("chrome-extension://" + id + "/" + f); out.files.push(f); } catch {}
	}
	return out;
})()`

type knocked struct {
	Can          string
	Ports, Files []string
}

// TestStrangers: another extension with every permission that helps, and a web
// page, reach neither the worker nor the pages, by messages, ports, files,
// frames or the debugger; nothing of the state changes. That the stranger can
// speak at all is shown by a third, which answers it.
func TestStrangers(t *testing.T) {
	is := is.New(t)
	var dirs []string
	for name, script := range map[string]string{"stranger": "", "third": `chrome.runtime.onMessageExternal.addListener((m, from, answer) => { answer("heard"); });`} {
		dir := filepath.Join(t.TempDir(), name)
		is.NoErr(os.MkdirAll(dir, 0o700))
		is.NoErr(os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(strings.Replace(stranger, `"stranger"`, `"`+name+`"`, 1)), 0o600))
		is.NoErr(os.WriteFile(filepath.Join(dir, name+".html"), []byte("<!doctype html><title>"+name+"</title>"), 0o600))
		is.NoErr(os.WriteFile(filepath.Join(dir, "worker.js"), []byte("globalThis.is = '"+name+"';"+script), 0o600))
		dirs = append(dirs, dir)
	}
	r, wire := newHarnessBeside(t, dirs)
	tab := open(t, wire)
	page := r.page(t)
	before := string(page.ask(t, "getState", "{}").OK)

	other, third := r.extension(t, "stranger"), r.extension(t, "third")
	var heard string
	other.eval(t, &heard, `chrome.runtime.sendMessage(%q, "hello")`, third.host(t))
	is.Equal(heard, "heard") // extensions can speak to one another here

	var raw json.RawMessage
	other.eval(t, &raw, "%s", knock)
	unheard(t, "another extension", raw, "function")

	// Its debugger and its scripts do not get into our pages.
	var into []string
	other.eval(t, &into, `(async () => {
		const got = [];
		for (const t of await chrome.debugger.getTargets()) if (t.url.includes(%q)) {
			for (const to of [{targetId: t.id}, {extensionId: %[1]q}]) try { await chrome.debugger.attach(to, "1.3"); got.push("attached to " + t.url); } catch {}
		}
		for (const t of await chrome.tabs.query({})) if ((t.url ?? "").includes(%[1]q)) {
			try { await chrome.scripting.executeScript({target: {tabId: t.id}, func: () => 1}); got.push("ran in " + t.url); } catch {}
		}
		return got;
	})()`, ours)
	is.Equal(len(into), 0)

	// A web page has the same ways, and frames.
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>Web</title>")
	}))
	t.Cleanup(srv.Close)
	session, target, err := r.cdp.NewPage(t.Context(), srv.URL)
	is.NoErr(err)
	web := worker{r, target, session}
	e2e.Await(t, "it comes to that", func() bool {
		var title string
		web.eval(t, &title, "document.title")
		return title == "Web"
	})
	web.eval(t, &raw, "%s", knock)
	unheard(t, "a web page", raw, "undefined")
	var framed []string
	web.eval(t, &framed, `Promise.all(["popup/index.html", "options/index.html", "sidepanel/index.html", "manifest.json"].map((f) => new Promise((done) => {
		const e = document.createElement("iframe");
		e.onload = () => { let seen = "hidden"; try { seen = e.contentDocument ? "hidden" : "other"; e.contentWindow.location.href; seen = "blank"; } catch {} done(seen); };
		e.src = "chrome-extension://%s/" + f;
		document.documentElement.append(e);
	})))`, ours)
	infos, err := r.cdp.Targets(t.Context())
	is.NoErr(err)
	for _, i := range infos {
		is.True(i.Type != "iframe" || !strings.Contains(i.URL, ours)) // no page of ours stands in a frame
	}
	t.Log("frames of our pages in a web page: ", framed)

	is.Equal(string(page.ask(t, "getState", "{}").OK), before)
	wire.get(t, fmt.Sprintf(`{"type":"extract","tabId":%d}`, tab), nil)
	is.Equal(r.worker(t).state(t).Deaths, 0)
}

// unheard says that nothing answered.
func unheard(t *testing.T, who string, raw json.RawMessage, can string) {
	t.Helper()
	is := is.New(t)
	var all map[string]json.RawMessage
	is.NoErr(json.Unmarshal(raw, &all))
	var k knocked
	is.NoErr(json.Unmarshal(raw, &k))
	is.Equal(k.Can, can)
	is.Equal(len(k.Files), 0) // none of our files is read
	is.Equal(len(k.Ports), 4)
	for _, port := range k.Ports { // it ends, the panel's too, and no call is answered
		is.True(port == "refused" || strings.HasPrefix(port, "closed "))
	}
	var refused []string
	is.NoErr(json.Unmarshal(all["refused"], &refused))
	is.Equal(len(refused), 32) // each message
	for name := range all {
		is.True(!strings.HasPrefix(name, "answer"))
	}
	t.Logf("%s: %d messages refused, ports %q", who, len(refused), k.Ports)
}

// extension is the worker of another extension, by what it calls itself.
func (r *harness) extension(t *testing.T, name string) (found worker) {
	t.Helper()
	e2e.Await(t, "it comes to that", func() bool {
		infos, err := r.cdp.Targets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range infos {
			if i.Type != "service_worker" || strings.Contains(i.URL, ours) {
				continue
			}
			session, err := r.cdp.Attach(t.Context(), i.TargetID)
			if err != nil {
				continue
			}
			var is string
			if r.cdp.Eval(t.Context(), session, "globalThis.is ?? ''", &is) == nil && is == name {
				found = worker{r, i.TargetID, session}
				return true
			}
		}
		return false
	})
	return found
}

// host is the id of the extension.
func (w worker) host(t *testing.T) (id string) {
	t.Helper()
	w.eval(t, &id, "chrome.runtime.id")
	return id
}
