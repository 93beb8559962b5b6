package ui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

const loopback = `{origins: ["http://127.0.0.1/*"]}`

// granted is the panel of a browser whose person has let the extension reach this machine's servers,
// by an extension that was given it from the start: the browser's own question no test can answer.
// A script that this one puts into pages reads nothing of what the extension stores.
func granted(t *testing.T) *page {
	t.Helper()
	profile := t.TempDir()
	dir := edited(t, func(m map[string]any) {
		m["host_permissions"] = []any{"http://127.0.0.1/*"}
		m["content_scripts"] = []any{map[string]any{"matches": []string{"http://127.0.0.1/*"}, "js": []string{"reader.js"}}}
	})
	read := `chrome.storage.local.get(null).then((all) => "read " + JSON.stringify(all), (e) => "refused: " + e.message).then((said) => { document.title = said })`
	if err := os.WriteFile(filepath.Join(dir, "reader.js"), []byte(read), 0o600); err != nil {
		t.Fatal(err)
	}
	conn, b := cdp.Launch(t, chromium.Options{Extension: dir, UserDataDir: profile})
	extensionPage(t, conn, "sidepanel/index.html").says("Choose a model") // its worker has begun
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<!doctype html><title>Page</title>`) }))
	t.Cleanup(site.Close)
	session, _, err := conn.NewPage(t.Context(), site.URL)
	if err != nil {
		t.Fatal(err)
	}
	(&page{t, conn, session}).await(`document.title.startsWith("refused: ") && document.title.includes("not allowed")`)
	b.Close()
	conn, _ = cdp.Launch(t, chromium.Options{Extension: e2e.Extension(t), UserDataDir: profile})
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	return p
}

// at has the person's provider at the address of a fake, and no model chosen. The panel that is opened
// then shows the task before, if there was one.
func (p *page) at(t *testing.T, provider, base string, tasks int) {
	t.Helper()
	worker(t, p.conn, fmt.Sprintf(`chrome.storage.local.set({agentSettings: {own: [{name: %[1]q, like: %[1]q, base: %[2]q}]}})`, provider, base), nil)
	p.reload()
	if tasks > 0 {
		p.press("[data-new]")
	}
	p.says("Choose a model")
}

// steps counts what a person does from the open panel on.
type steps struct {
	*page
	begun          time.Time
	clicks, fields int
}

func (s *steps) click(selector string) { s.tb.Helper(); s.clicks++; s.page.click(selector) }

func (s *steps) write(selector, text string) {
	s.tb.Helper()
	s.fields++
	s.page.write(selector, text)
}

// orders gives the task of the till, answers its question, and waits for the end.
func (s *steps) orders(url, what string) {
	s.tb.Helper()
	s.beside(url)
	s.write(".composer textarea", "Show me my order.")
	s.click("[data-start]")
	s.click("[data-answer=once]")
	s.says("I pressed Place order.")
	s.tb.Logf("%s → task done: %d fields, %d clicks, %.1f s from the open panel", what, s.fields, s.clicks, time.Since(s.begun).Seconds())
}

// TestAlone_Provider: from a fresh profile to a task that is done, with a key for a provider that
// lets no browser in of itself, and with Ollama on this computer, which is found at once. What goes
// wrong ends with its own sentence and what mends it: a key that is wrong, an Ollama that lets no
// extension in, a host that is allowed no longer. The key is shown nowhere.
func TestAlone_Provider(t *testing.T) {
	is := is.New(t)
	const key = "sk-canary"
	s := fakemodel.New(fakemodel.Traits{Model: "scripted", Others: []string{"another", "text-embedding-x"}, Key: key}, orders)
	t.Cleanup(s.Close)
	traits := fakemodel.Traits{Model: "qwen3", Kind: fakemodel.Ollama}
	ollama := fakemodel.New(traits, orders)
	t.Cleanup(ollama.Close)
	traits.Origins = true
	closed := fakemodel.New(traits, orders)
	t.Cleanup(closed.Close)
	url, placed := till(t)
	p := granted(t)
	again := func() {
		p.press("[data-new]")
		p.task("Show me my order.")
	}

	p.at(t, "ollama", closed.URL, 0)
	p.says("Ollama runs here and lets no extension in.")
	p.says("OLLAMA_ORIGINS=chrome-extension://* ollama serve")
	p.at(t, "ollama", ollama.URL, 0)
	person := &steps{page: p, begun: time.Now()}
	person.click("[data-add]")
	person.orders(url, "Ollama")
	is.Equal(placed.Load(), int32(1))

	p.at(t, "openai", s.URL+"/v1", 1)
	person = &steps{page: p, begun: time.Now()}
	person.says("kept in this browser's profile")
	person.write("#modelkey", key)
	person.click(".fields [type=submit]")
	person.await(`[...(document.querySelector("#modelname")?.options ?? [])].map(o => o.value).join() === "another,scripted"`) // its own list
	person.write("#modelname", "scripted")
	person.click(".fields [type=submit]")
	person.orders(url, "key")
	is.Equal(placed.Load(), int32(2))
	p.press("[data-models]")
	p.says("A key is stored")
	p.write("#modelkey", "sk-wrong")
	p.click(".fields [type=submit]")
	p.says("OpenAI does not take this key.")
	p.click("[data-write]")
	p.write("#modelname", "scripted")
	p.click(".fields [type=submit]")
	p.await(`document.querySelector("#modelkey").value === ""`)
	p.press("header .button") // back
	again()
	p.says("The provider refuses the key.")

	var has bool
	p.eval(`chrome.permissions.remove(`+loopback+`).then(() => chrome.permissions.contains(`+loopback+`))`, &has)
	is.True(!has)
	again()
	p.says("because you have not allowed it")
	p.says("Allow 127.0.0.1")
	var said string
	p.eval(`document.documentElement.outerHTML`, &said)
	is.True(!strings.Contains(said, "sk-"))
	p.at(t, "ollama", ollama.URL, 3)
	p.says("Use Ollama on this computer")
	worker(t, p.conn, `chrome.storage.local.get("agentSettings").then(({agentSettings: s}) => chrome.storage.local.set({agentSettings: {...s, default: "ollama/qwen3", models: [{provider: "ollama", model: "qwen3"}]}}))`, nil)
	p.reload()
	again()
	p.says("The browser keeps bua from " + ollama.URL)
	p.says("Allow 127.0.0.1")
	is.Equal(placed.Load(), int32(2))
}

// TestAlone_Full: where the browser gives no room, no task is begun that is not written down, and
// the panel says why. With room again it is.
func TestAlone_Full(t *testing.T) {
	is := is.New(t)
	conn := e2e.NewAlone(t).CDP
	url, placed := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	p.model(t, orders)
	quota := map[string]any{"origin": strings.TrimSuffix(origin, "/"), "quotaSize": 1}
	p.send("Storage.overrideQuotaForOrigin", quota, nil) // before anything is written: Chrome looks seldom
	p.beside(url)
	p.task("Show me my order.")
	p.says("because it cannot be recorded: see whether the disk is full, or delete runs that have ended")
	delete(quota, "quotaSize")
	p.send("Storage.overrideQuotaForOrigin", quota, nil)
	p.press("[data-start]")
	p.press("[data-answer=once]")
	p.says("I pressed Place order.")
	is.Equal(placed.Load(), int32(1))
}
