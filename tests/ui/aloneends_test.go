package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// withExtension starts a browser with the extension of a folder.
func withExtension(t *testing.T, profile, dir string) (*cdp.Conn, *chromium.Browser) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b, err := chromium.Launch(ctx, chromium.Options{Extension: dir, Headless: true, Debug: true, UserDataDir: profile})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	conn, err := cdp.Dial(ctx, b.DevTools)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn, b
}

const loopback = `{origins: ["http://127.0.0.1/*"]}`

// granted is the panel of a browser whose person has let the extension reach this machine's servers,
// by an extension that was given it from the start: the browser's own question no test can answer.
func granted(t *testing.T) *page {
	t.Helper()
	profile := t.TempDir()
	conn, b := withExtension(t, profile, edited(t, func(m map[string]any) { m["host_permissions"] = []any{"http://127.0.0.1/*"} }))
	extensionPage(t, conn, "options/index.html")
	b.Close()
	conn, _ = withExtension(t, profile, e2e.Extension(t))
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	return p
}

// takesBack takes the leave for this machine's servers back.
func (p *page) takesBack(t *testing.T) {
	t.Helper()
	var has bool
	p.eval(`chrome.permissions.remove(`+loopback+`).then(() => chrome.permissions.contains(`+loopback+`))`, &has)
	is.New(t).True(!has)
}

// at has the person's provider at the address of a fake.
func (p *page) at(t *testing.T, provider, base string) {
	t.Helper()
	worker(t, p.conn, fmt.Sprintf(`chrome.storage.local.set({agentSettings: {own: [{name: %[1]q, like: %[1]q, base: %[2]q}]}})`, provider, base), nil)
	p.unchosen(t)
}

// unchosen opens the panel anew where no model is chosen.
func (p *page) unchosen(t *testing.T) {
	t.Helper()
	p.eval("location.reload()", nil)
	p.await(`document.querySelector("[data-new], .models")`) // a task of before, or none
	p.eval(`document.querySelector("[data-new]")?.click()`, nil)
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
func (s *steps) orders(url string) {
	s.tb.Helper()
	s.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(() => 0)`, nil)
	s.says("On ")
	s.write(".composer textarea", "Show me my order.")
	s.click("[data-start]")
}

func (s *steps) log(what string) {
	s.tb.Logf("%s: %d fields, %d clicks, %.1f s from the open panel", what, s.fields, s.clicks, time.Since(s.begun).Seconds())
}

// TestAlone_Key: from a fresh profile to a task that is done, with a provider that lets no browser
// in of itself; the key is shown nowhere. What then goes wrong ends with its own sentence and what
// mends it: a key that is wrong, a host that is allowed no longer.
func TestAlone_Key(t *testing.T) {
	is := is.New(t)
	const key = "sk-canary"
	s := fakemodel.New(fakemodel.Traits{Model: "scripted", Key: key}, fakemodel.Presser("Place order", "Thank you for your order."))
	t.Cleanup(s.Close)
	url, orders := till(t)
	p := granted(t)
	p.at(t, "openai", s.URL+"/v1")
	person := &steps{page: p, begun: time.Now()}
	person.says("kept in this browser's profile")
	person.write("#modelname", "scripted")
	person.write("#modelkey", key)
	person.click(".fields [type=submit]")
	person.orders(url)
	person.click("[data-answer=once]")
	person.says("I pressed Place order.")
	person.log("key → task done")
	is.Equal(orders.Load(), int32(1))

	again := func() {
		p.press("[data-new]")
		p.write(".composer textarea", "Show me my order.")
		p.press("[data-start]")
	}
	p.press("[data-models]")
	p.says("A key is stored")
	p.write("#modelname", "scripted")
	p.write("#modelkey", "sk-wrong")
	p.click(".fields [type=submit]")
	p.await(`document.querySelector("#modelkey").value === ""`)
	p.press("header .button") // back
	again()
	p.says("The provider refuses the key.")
	p.takesBack(t)
	again()
	p.says("because you have not allowed it")
	p.says("Allow 127.0.0.1")
	is.Equal(orders.Load(), int32(1))
	var said string
	p.eval(`document.documentElement.outerHTML`, &said)
	is.True(!strings.Contains(said, "sk-"))
}

// TestAlone_Ollama: Ollama on this computer is found at once and does a task. One that lets no
// extension in is told with the command that mends it, one whose host is not allowed with a button,
// also where a task was begun for it.
func TestAlone_Ollama(t *testing.T) {
	is := is.New(t)
	traits := fakemodel.Traits{Model: "qwen3", Kind: fakemodel.Ollama}
	s := fakemodel.New(traits, fakemodel.Presser("Place order", "Thank you for your order."))
	t.Cleanup(s.Close)
	url, orders := till(t)
	p := granted(t)
	p.at(t, "ollama", s.URL)
	person := &steps{page: p, begun: time.Now()}
	person.click("[data-add]")
	person.orders(url)
	person.click("[data-answer=once]")
	person.says("I pressed Place order.")
	person.log("Ollama → task done")
	is.Equal(orders.Load(), int32(1))

	traits.Origins = true
	closed := fakemodel.New(traits, fakemodel.Presser("x", "y"))
	t.Cleanup(closed.Close)
	p.at(t, "ollama", closed.URL)
	p.says("Ollama runs here and lets no extension in.")
	p.says("OLLAMA_ORIGINS=chrome-extension://* ollama serve")
	p.takesBack(t)
	p.unchosen(t)
	p.says("Use Ollama on this computer")

	worker(t, p.conn, `chrome.storage.local.get("agentSettings").then(({agentSettings: s}) => chrome.storage.local.set({agentSettings: {...s, default: "ollama/qwen3", models: [{provider: "ollama", model: "qwen3"}]}}))`, nil)
	p.eval("location.reload()", nil)
	p.press("[data-new]") // it shows the latest task
	p.write(".composer textarea", "Show me my order.")
	p.press("[data-start]")
	p.says("The browser keeps bua from " + closed.URL)
	p.says("Allow 127.0.0.1")
}

// TestAlone_TwoPanels: panels of two windows show the same task. An answer in both at the same
// moment counts once, and neither asks any more.
func TestAlone_TwoPanels(t *testing.T) {
	is := is.New(t)
	conn, _ := launch(t, "")
	url, orders := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	p.model(t, fakemodel.Presser("Place order", "Thank you for your order."))
	p.asks(url)
	p.eval(`chrome.windows.create({url: chrome.runtime.getURL("sidepanel/index.html?two")}).then(() => 0)`, nil)
	target, err := conn.AwaitTarget(t.Context(), "page", "index.html?two")
	is.NoErr(err)
	session, err := conn.Attach(t.Context(), target.TargetID)
	is.NoErr(err)
	other := &page{t, conn, session}
	panels := []*page{p, other}
	for _, one := range panels {
		one.ready("[data-answer=once]")
	}
	var both sync.WaitGroup
	for _, one := range panels {
		both.Go(func() { one.eval(`document.querySelector("[data-answer=once]")?.click()`, nil) })
	}
	both.Wait()
	for _, one := range panels {
		one.says("I pressed Place order.")
		is.True(!one.shows(`document.querySelector("[data-answer]")`))
	}
	is.Equal(orders.Load(), int32(1))
}

// TestAlone_Closed: a script that an extension puts into pages reads nothing of what it stores, not
// even one of bua's own, if it had any.
func TestAlone_Closed(t *testing.T) {
	const script = "reader.js"
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<!doctype html><title>Page</title>`) }))
	t.Cleanup(site.Close)
	dir := edited(t, func(m map[string]any) {
		m["content_scripts"] = []any{map[string]any{"matches": []string{"http://127.0.0.1/*"}, "js": []string{script}}}
	})
	read := `chrome.storage.local.get(null).then((all) => "read " + JSON.stringify(all), (e) => "refused: " + e.message).then((said) => { document.title = said })`
	if err := os.WriteFile(filepath.Join(dir, script), []byte(read), 0o600); err != nil {
		t.Fatal(err)
	}
	conn, _ := withExtension(t, "", dir)
	extensionPage(t, conn, "sidepanel/index.html").says("Choose a model") // its worker has begun
	session, _, err := conn.NewPage(t.Context(), site.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := &page{t, conn, session}
	p.await(`document.title.startsWith("refused: ") && document.title.includes("not allowed")`)
}

// TestAlone_Full: where the browser gives no room, no task is begun that is not written down, and
// the panel says why. With room again it is.
func TestAlone_Full(t *testing.T) {
	is := is.New(t)
	conn, _ := launch(t, "")
	url, orders := till(t)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.says("Choose a model")
	p.model(t, fakemodel.Presser("Place order", "Thank you for your order."))
	quota := map[string]any{"origin": strings.TrimSuffix(origin, "/"), "quotaSize": 1}
	p.send("Storage.overrideQuotaForOrigin", quota, nil) // before anything is written: Chrome looks seldom
	p.eval(`chrome.tabs.create({url: "`+url+`", active: true}).then(() => 0)`, nil)
	p.says("On ")
	p.write(".composer textarea", "Show me my order.")
	p.press("[data-start]")
	p.says("because it cannot be recorded: see whether the disk is full, or delete runs that have ended")
	delete(quota, "quotaSize")
	p.send("Storage.overrideQuotaForOrigin", quota, nil)
	p.press("[data-start]")
	p.press("[data-answer=once]")
	p.says("I pressed Place order.")
	is.Equal(orders.Load(), int32(1))
}

// TestAllow: a task that ended for want of a host goes on by the press that allows it, and by none
// that does not.
func TestAllow(t *testing.T) {
	is := is.New(t)
	p := newPage(t)
	p.open(story{"sidepanel", "failed, a host not allowed"}.query())
	p.says("because you have not allowed it")
	p.press("[data-allow-host]")
	p.await(`panel.calls.length === 2`)
	is.Equal(p.calls(), []string{"allow https://api.anthropic.com", `resume {"run":"r1","steps":20}`})
	p.open(story{"sidepanel", "failed, a host denied"}.query())
	p.press("[data-allow-host]")
	p.says("The browser may not reach api.anthropic.com.")
	is.Equal(p.calls(), []string{"allow https://api.anthropic.com"})
}
