package serviceworker

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/protocol/schema"
	"github.com/zapvol/bua/tests/e2e"
)

// record has the worker keep each call that it makes to the browser, with its
// arguments, long texts cut.
const record = `(() => {
	const kept = globalThis.__kept = [];
	const short = (_, v) => typeof v === "string" ? v.slice(0, 4000) : typeof v === "function" ? "f" : v;
	const wrap = (home, path, depth) => {
		for (const name of Object.keys(home)) {
			const v = home[name];
			if (typeof v === "function") {
				home[name] = (...args) => { kept.push([path + "." + name, JSON.stringify(args, short)]); return v.apply(home, args); };
			} else if (v && typeof v === "object" && depth > 0 && !name.startsWith("on")) wrap(v, path + "." + name, depth - 1);
		}
	};
	wrap(chrome, "chrome", 2);
})()`

// hostile are texts that would do something if anything ran them, opened them
// or put them into a command: each would mark the page, or reach the host that
// is blocked.
func hostile(blocked string) []string {
	const own = `document.documentElement.setAttribute('owned','1')`
	return []string{
		"javascript:" + own, "file:///etc/passwd", "chrome://settings/", "devtools://devtools/bundled/inspector.html", "view-source:http://127.0.0.1/",
		"chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/options/index.html", "data:text/html,<script>" + own + "</script>", "blob:null/x", "filesystem:null/x",
		blocked, "//" + strings.TrimPrefix(blocked, "http://"), "\t" + blocked, "/etc/passwd",
		`"});` + own + `;//`, `'));` + own + `;//`, "`);" + own + ";//", "${" + own + "}", "</script><script>" + own + "</script>", "<img src=x onerror=" + own + ">",
		"/*engine*/" + own, "$&$'$`" + own, "\u2028" + own, "\x00" + own, `{"method":"Storage.getCookies","params":{}}`, "Network.getAllCookies", strings.Repeat("A", 5000),
	}
}

// powers are commands that no action may become, whatever is in its members.
var powers = []string{"Storage.getCookies", "Network.getAllCookies", "Network.getCookies", "Page.setBypassCSP", "Target.createTarget", "Target.attachToTarget",
	"Target.exposeDevToolsProtocol", "Browser.close", "Browser.setDownloadBehavior", "Page.setDownloadBehavior", "Page.setDocumentContent", "Network.setExtraHTTPHeaders",
	"Network.setCookie", "Security.setIgnoreCertificateErrors", "ServiceWorker.unregister", "IO.read", "Debugger.enable", "Runtime.compileScript", "Page.printToPDF",
	"Tracing.start", "SystemInfo.getInfo", "WebAuthn.enable", "Autofill.trigger", "Emulation.setUserAgentOverride", "Network.loadNetworkResource"}

// ordinary is a value for each member that an action must have.
var ordinary = map[string]any{"url": "", "selector": "#field", "text": "x", "key": "a", "direction": "down", "expression": "return 1", "do": nil,
	"fields": []any{map[string]any{"selector": "#field", "value": "v"}}, "options": []any{"one"}, "checked": true, "query": "x", "message": "m",
	"to": map[string]any{"selector": "#field"}, "name": "a.txt", "tabId": nil, "secret": nil}

// TestMalice: a backend that is no longer ours sends each action with each
// member hostile, and whatever else the wire can carry. What the worker asks of
// the browser stays within the lists of build/budget.json, no text becomes
// code, no address of ours or of the machine is opened, nothing reaches the
// blocked host, and the worker lives.
func TestMalice(t *testing.T) {
	is := is.New(t)
	var visits atomic.Int64
	shut := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	t.Cleanup(shut.Close)
	blocked := strings.Replace(shut.URL, "127.0.0.1", "localhost", 1) + "/in"
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>Page</title><input id=field value=v><input type=file id=file><select id=s><option>one</select><button>Go</button>`)
	}))
	t.Cleanup(site.Close)

	r, wire := newHarness(t, protocol.FeatureEffects)
	w := r.worker(t)
	w.eval(t, nil, `chrome.storage.local.set({blocklist: ["localhost"]})`)
	e2e.Await(t, "it comes to that", func() bool { // the worker has read it
		got := wire.do(t, fmt.Sprintf(`{"type":"open_tab","url":%q}`, blocked))
		return got.Error != nil && got.Error.Code == protocol.CodeDomainBlocked
	})
	visits.Store(0)
	w.eval(t, nil, record)

	m := &malice{T: t, harness: r, wire: wire, site: site.URL + "/", answers: map[string]int{}}
	for _, a := range actions(t) {
		m.try(a, hostile(blocked))
	}
	m.strange()
	is.True(m.sent > 600)                          // it was an attack at all
	is.True(m.answers["ok"] > 50)                  // and not all of it was refused at the door
	is.Equal(visits.Load(), int64(0))              // nothing went to the blocked host
	is.Equal(w.state(t).Deaths, 0)                 // nothing kills the core
	e2e.Await(t, "it comes to that", func() bool { // and it goes on working, over another connection if need be
		n := m.answers["ok"]
		m.send(`{"type":"get_tabs"}`)
		return m.answers["ok"] > n
	})
	w.judge(t, m.sent, m.answers)
}

// action is one of the protocol's, with the schema of its members.
type action struct {
	kind     string
	members  map[string]map[string]any
	required []string
}

// actions are all there are, read from the wire's schema.
func actions(t testing.TB) (list []action) {
	t.Helper()
	type of struct {
		OneOf      []map[string]any          `json:"oneOf"`
		Properties map[string]map[string]any `json:"properties"`
		Required   []string                  `json:"required"`
	}
	var wire struct {
		Defs map[string]of `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(schema.Wire()), &wire); err != nil {
		t.Fatal(err)
	}
	for _, ref := range wire.Defs["Action"].OneOf {
		name, _ := ref["$ref"].(string)
		def := wire.Defs[strings.TrimPrefix(name, "#/$defs/")]
		kind, _ := def.Properties["type"]["enum"].([]any)
		if len(kind) != 1 {
			t.Fatalf("%v has no type", ref)
		}
		delete(def.Properties, "type")
		list = append(list, action{kind[0].(string), def.Properties, def.Required})
	}
	if len(list) != len(protocol.Kinds()) {
		t.Fatalf("the schema has %d actions, the protocol %d", len(list), len(protocol.Kinds()))
	}
	return list
}

// malice sends and counts.
type malice struct {
	*testing.T
	harness *harness
	wire    *wire
	site    string
	sent    int
	answers map[string]int
}

// try sends an action as it should be, and once with each hostile value in each
// member, each in a tab that is there.
func (m *malice) try(a action, texts []string) {
	var opened struct{ TabID int }
	m.alive()
	m.wire.get(m, fmt.Sprintf(`{"type":"open_tab","url":%q}`, m.site), &opened)
	base := map[string]any{"type": a.kind}
	for name := range a.members {
		needed := slices.Contains(a.required, name) || name == "selector" || name == "text" && a.kind == "type" || name == "text" && a.kind == "upload_file"
		if v := ordinary[name]; v != nil && needed {
			base[name] = v
		}
	}
	if base["url"] == "" {
		base["url"] = m.site
	}
	if a.members["tabId"] != nil {
		base["tabId"] = opened.TabID
	}
	tries := []map[string]any{base}
	with := func(name string, v any) {
		one := maps.Clone(base)
		if one[name] = v; name == "uid" {
			delete(one, "selector")
		}
		tries = append(tries, one)
	}
	for name, of := range a.members {
		switch {
		case a.kind == "evaluate" && name == "expression": // its text is code by design
		case of["type"] == "string" && of["enum"] == nil:
			for _, text := range texts {
				with(name, text)
			}
		case of["type"] == "array" || of["type"] == nil:
			for _, text := range texts[13:20] {
				with(name, []any{text})
				with(name, []any{map[string]any{"selector": text, "value": text}})
				with(name, map[string]any{"selector": text})
			}
		}
		for _, v := range []any{nil, -1, 1 << 40, 0.5, "x", []any{}, map[string]any{"a": 1}, json.RawMessage("1e999")} {
			with(name, v)
		}
	}
	with("method", "Storage.getCookies")
	with("params", map[string]any{"expression": texts[0]})
	with("sessionId", "x")
	for _, one := range tries {
		data, err := json.Marshal(one)
		if err != nil {
			data = fmt.Appendf(nil, `{"type":%q,"amount":1e999}`, a.kind)
		}
		m.send(string(data))
	}
	m.alive()
	owned := m.wire.do(m, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"return document.documentElement.getAttribute('owned')"}`, opened.TabID))
	if strings.Contains(string(owned.Result), `"1"`) {
		m.Errorf("%s: a hostile text ran in the page", a.kind)
	}
}

// alive awaits the next connection where a message has ended the one before.
func (m *malice) alive() {
	select {
	case <-m.wire.closed:
		m.answers["closed"]++
		m.wire = m.harness.await(m, 40*time.Second)
	default:
	}
}

// send sends one and gives it up after a moment: what waits for an element
// need not wait longer.
func (m *malice) send(action string) {
	m.alive()
	ch := m.wire.start(m, action)
	id := "r" + protocolID(m.wire.next.Load())
	var got protocol.Response
	select {
	case got = <-ch:
	case <-m.wire.closed:
		return
	case <-time.After(300 * time.Millisecond):
		if err := m.wire.ws.Write(m.Context(), websocket.MessageText, []byte(`{"type":"cancel","id":"`+id+`"}`)); err != nil {
			select { // what was sent has ended the connection, later than a moment
			case <-m.wire.closed:
				return
			case <-time.After(20 * time.Second):
				m.Fatal(err)
			}
		}
		select {
		case got = <-ch:
		case <-m.wire.closed:
			return
		case <-time.After(20 * time.Second):
			m.Fatalf("no answer to %.300s", action)
		}
	}
	how := "ok"
	if got.Error != nil {
		how = string(got.Error.Code)
	}
	m.sent++
	m.answers[how]++
}

// strange sends what is no action: commands by name, and messages that only
// the other side sends.
func (m *malice) strange() {
	for _, p := range powers {
		m.send(fmt.Sprintf(`{"type":%q}`, p))
		m.send(fmt.Sprintf(`{"type":"cdp","method":%q,"params":{}}`, p))
		m.send(fmt.Sprintf(`{"type":"get_tabs","method":%q,"params":{"x":1}}`, p))
	}
	for _, text := range []string{
		`{"type":"command","id":"c1","method":"Storage.getCookies"}`, `{"type":"bridge_request","method":"stopAll"}`,
		`{"type":"response","id":"r1","result":{"ok":true}}`, `{"type":"event","event":{"type":"global_stop","endedCount":1}}`,
	} {
		m.alive()
		_ = m.wire.ws.Write(m.Context(), websocket.MessageText, []byte(text)) // it may end the connection
		m.send(`{"type":"get_tabs"}`)
	}
}

// judge holds what the worker asked of the browser against the lists.
func (w worker) judge(t *testing.T, sent int, answers map[string]int) {
	t.Helper()
	data, err := os.ReadFile("../../build/budget.json")
	if err != nil {
		t.Fatal(err)
	}
	var may struct{ CDP, Chrome []string }
	if err := json.Unmarshal(data, &may); err != nil {
		t.Fatal(err)
	}
	var kept [][2]string
	w.eval(t, &kept, "__kept")
	commands, calls := map[string]int{}, map[string]int{}
	for _, call := range kept {
		name, args := call[0], call[1]
		calls[name]++
		// storage is called by the area's name, which the list shows as […].
		if !slices.Contains(may.Chrome, name) && !strings.HasPrefix(name, "chrome.storage.") {
			t.Errorf("%s is called, which is not in build/budget.json: %.300s", name, args)
		}
		if name != "chrome.debugger.sendCommand" {
			opens(t, name, args)
			continue
		}
		var sent []json.RawMessage
		var method string
		if json.Unmarshal([]byte(args), &sent) != nil || len(sent) < 2 || json.Unmarshal(sent[1], &method) != nil {
			t.Fatalf("a command that cannot be read: %.300s", args)
		}
		commands[method]++
		if !slices.Contains(may.CDP, method) {
			t.Errorf("%s is sent, which is not in build/budget.json", method)
		}
		switch method {
		case "Page.navigate":
			opens(t, method, string(sent[2]))
		case "DOM.setFileInputFiles": // only a finished download's own path, and there was none
			t.Errorf("a file of the machine is given to a page: %s", sent[2])
		}
	}
	if len(commands) < 20 || commands["Page.navigate"] == 0 || calls["chrome.tabs.create"]+calls["chrome.windows.create"] == 0 {
		t.Errorf("too little was seen to judge by: %v %v", commands, calls)
	}
	t.Logf("%d messages, answered %v; %d calls of %d kinds, among them commands of %d kinds", sent, answers, len(kept), len(calls), len(commands))
}

// opens finds addresses that must never be opened.
func opens(t *testing.T, name, args string) {
	t.Helper()
	var urls []string
	var dig func(v any)
	dig = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				dig(one)
			}
		case map[string]any:
			for k, one := range v {
				switch one := one.(type) {
				case string:
					if k == "url" {
						urls = append(urls, one)
					}
				case []any:
					for _, u := range one {
						if u, ok := u.(string); ok && k == "url" {
							urls = append(urls, u)
						}
					}
				}
				dig(one)
			}
		}
	}
	var v any
	if json.Unmarshal([]byte(args), &v) != nil {
		return
	}
	dig(v)
	for _, u := range urls {
		if u != "about:blank" && !strings.HasPrefix(u, "about:blank#bua") && !strings.HasPrefix(u, "http://127.0.0.1:") {
			t.Errorf("%s is asked to open %q", name, u)
		}
	}
}
