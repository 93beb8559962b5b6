package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// apart is a backend and a browser that know nothing of one another: what a
// person has who has just installed both.
func apart(t *testing.T, profile string) (*app.Main, *cdp.Conn, *chromium.Browser) {
	t.Helper()
	conn, browser := launch(t, profile)
	return unknown(t), conn, browser
}

// unknown is a backend that no browser knows.
func unknown(t *testing.T) *app.Main { return e2e.Backend(t, app.Options{Private: true}) }

func launch(t *testing.T, profile string, args ...string) (*cdp.Conn, *chromium.Browser) {
	t.Helper()
	return cdp.Launch(t, chromium.Options{Extension: e2e.Extension(t), UserDataDir: profile, Args: args})
}

// TestOptions_Pair: from the first page to a connected agent, with the
// mistakes that people make; then revoked, and forgotten.
func TestOptions_Pair(t *testing.T) {
	is := is.New(t)
	m, conn, _ := apart(t, "")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	welcome, err := conn.AwaitTarget(ctx, "page", origin+"options/index.html#welcome")
	is.NoErr(err)
	session, err := conn.Attach(ctx, welcome.TargetID)
	is.NoErr(err)
	page := &page{t, conn, session}
	page.says("Welcome to bua")
	popup := extensionPage(t, conn, "popup/index.html")
	popup.says("Not paired")

	// Nobody listens where bua would.
	page.write("#code", "AAAA-BBBB-CCCC")
	page.eval(`document.querySelector("details").open = true`, nil)
	page.write("#server", "ws://127.0.0.1:1/ws/browser")
	page.press("[type=submit]")
	page.says("No backend answers.")
	page.write("#server", "ws://elsewhere.example/ws")
	page.says("Write an address that begins with wss://")
	var off bool
	page.eval(`document.querySelector("[type=submit]").disabled`, &off)
	is.True(off)

	page.write("#server", m.SocketURL())
	page.write("#code", "AAAABBBBCCCC")
	page.press("[type=submit]")
	page.says("This code is wrong or older than ten minutes.")

	code, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	page.write("#server", "")
	page.eval(fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %q);
		document.querySelector("#code").dispatchEvent(new ClipboardEvent("paste", {clipboardData: d, bubbles: true, cancelable: true})) })()`,
		"server  "+m.SocketURL()+"\ncode    "+code.Code+"\n"), nil) // what bua pair prints
	page.write("#device", "Ada’s laptop")
	page.press("[type=submit]")
	page.says("Connected to this computer")
	page.says("Ada’s laptop")
	popup.says("Connected")
	popup.says("All quiet")
	devices := m.Bridge().Devices(app.Local)
	is.Equal(len(devices), 1)
	is.Equal(devices[0].Name, "Ada’s laptop")
	is.True(devices[0].Connected)

	is.NoErr(m.Bridge().Revoke(app.Local, devices[0].ID))
	popup.says("This browser was revoked in the backend.")
	badge(t, conn, "!")
	page.says("This browser was revoked in the backend.")

	page.write("#code", code.Code)
	page.press("[type=submit]")
	page.says("This code was used already.")

	again, err := m.Bridge().Pair(app.Local)
	is.NoErr(err)
	page.write("#code", again.Code)
	page.press("[type=submit]")
	page.says("Connected to this computer")
	badge(t, conn, "")
	page.press(".card .button.danger")
	page.says("Forget this pairing?")
	page.press("dialog .button.danger")
	page.says("Not paired")
	popup.says("Not paired")
	var left map[string]any
	page.eval("chrome.storage.local.get('bridge_config')", &left)
	is.Equal(len(left), 0) // the key is gone
}

// TestOptions_PairElsewhere: before a code goes to a server that is not this
// machine, the page shows its host large and asks; No leaves everything as it is.
func TestOptions_PairElsewhere(t *testing.T) {
	is := is.New(t)
	conn, _ := launch(t, "")
	page := extensionPage(t, conn, "options/index.html#connection")
	page.says("Enter the code")
	page.write("#code", "AAAA-BBBB-CCCC")
	page.eval(`document.querySelector("details").open = true`, nil)
	page.write("#server", "wss://bua.invalid/ws/browser")
	page.press("[type=submit]")
	page.says("Pair with a server that is not this computer?")
	var shown struct {
		Host         string
		Size, Normal float64
		Focus        string
	}
	page.eval(`(() => { const h = document.querySelector("dialog .host"), px = e => parseFloat(getComputedStyle(e).fontSize);
		return {Host: h.innerText, Size: px(h), Normal: px(document.querySelector("dialog p")), Focus: document.activeElement.innerText} })()`, &shown)
	is.Equal(shown.Host, "bua.invalid")
	is.True(shown.Size > 1.5*shown.Normal) // large
	is.Equal(shown.Focus, "Cancel")        // Enter alone does not pair
	var state struct{ Link struct{ State, Asks string } }
	ask := `chrome.runtime.sendMessage({kind: "bridge_request", method: "getState", args: {}}).then(a => a.ok)`
	page.eval(ask, &state)
	is.Equal(state.Link.State, "unpaired") // the code is still here
	is.Equal(state.Link.Asks, "bua.invalid")
	page.press("dialog .row .button")
	page.await(`!document.querySelector("dialog")`) // it is drawn from what the worker asks
	page.eval(ask, &state)
	is.Equal(state.Link.Asks, "")
	is.Equal(state.Link.State, "unpaired")
}

// TestOptions_Welcome: the first page opens once in a profile. Never in a
// browser that a launcher prepared, TestPopup says.
func TestOptions_Welcome(t *testing.T) {
	is := is.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	profile := t.TempDir()
	conn, browser := launch(t, profile)
	_, err := conn.AwaitTarget(ctx, "page", "#welcome")
	is.NoErr(err)
	conn.Close()
	browser.Close()
	conn, _ = launch(t, profile)
	popup := extensionPage(t, conn, "popup/index.html") // the worker has answered
	popup.says("Not paired")
	is.True(!opened(t, conn, "options/"))
}

func opened(t *testing.T, conn *cdp.Conn, part string) bool {
	t.Helper()
	list, err := conn.Targets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range list {
		if strings.Contains(target.URL, origin+part) {
			return true
		}
	}
	return false
}

// TestOptions_Blocklist: an entry ends the sessions that it means and no other,
// and what the policy does not understand is never stored.
func TestOptions_Blocklist(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
	bank := b.Open(t, site.On("www.bank.test", "/inbox.html"))
	mail := b.Open(t, site.On("mail.test", "/inbox.html"))
	page := extensionPage(t, b.CDP, "options/index.html#blocklist")
	popup := extensionPage(t, b.CDP, "popup/index.html")
	popup.says("Your agent works in 2 tabs")

	page.says("Nothing is blocked yet.")
	page.write("#entry", "bank")
	page.says("alone would block too much or nothing")
	page.press("form .button.primary")
	page.says("alone would block too much or nothing")
	page.write("#entry", "no site")
	page.says("“no site” is not a site.")
	page.write("#entry", "bank.test")
	page.press("form .button.primary")
	page.says("bank.test is blocked now.")
	popup.says("Your agent works in 1 tab")
	b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("www.bank.test", "/inbox.html")})
	b.Extract(t, mail, nil) // goes on
	popup.says("1 attempt blocked within a day")

	log := extensionPage(t, b.CDP, "options/index.html#log")
	log.says("The site was blocked")
	log.says("Attempt: open a tab")
	log.says(fmt.Sprintf("Tab %d", bank))

	page.press(`[aria-label="Remove bank.test"]`)
	page.says("Nothing is blocked yet.")
	b.Open(t, site.On("www.bank.test", "/inbox.html"))

	// A list from elsewhere: good lines are taken, the others are named.
	page.eval(`(() => { const d = new DataTransfer(); d.items.add(new File(["# mine\na.test\n*.b.test # comment\nno site\na.test\n"], "list.txt"));
		const f = document.querySelector("[type=file]"); f.files = d.files; f.dispatchEvent(new Event("change", {bubbles: true})) })()`, nil)
	page.says("2 entries were added.")
	page.says("1 line is not a site and was left out: no site")
	var stored struct{ Blocklist []string }
	page.eval("chrome.storage.local.get('blocklist').then(s => ({Blocklist: s.blocklist}))", &stored)
	is.Equal(stored.Blocklist, []string{"a.test", "*.b.test"})

	// Damaged behind our back: everything is closed, everybody is told, one press mends it.
	page.eval(`chrome.storage.local.set({blocklist: ["a.test", "no site"]})`, nil)
	popup.says("Nothing is allowed")
	b.Refused(t, "internal_error", map[string]any{"type": "open_tab", "url": site.URL("/inbox.html")})
	page.says("Repair the blocklist")
	page.press(".notice .button.primary")
	popup.says("Connected")
	page.eval("chrome.storage.local.get('blocklist').then(s => ({Blocklist: s.blocklist}))", &stored)
	is.Equal(stored.Blocklist, []string{"a.test"})
	b.Open(t, site.URL("/inbox.html"))
}

// TestOptions_Log: the log is exported as it is, and clearing it leaves a trace.
func TestOptions_Log(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
	tab := b.Open(t, site.On("mail.test", "/inbox.html"))
	b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
	page := extensionPage(t, b.CDP, "options/index.html#log")
	page.says("The tab was closed")
	dir := t.TempDir()
	page.send("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil)
	for _, kind := range []string{"JSON", "CSV"} {
		page.eval(fmt.Sprintf(`[...document.querySelectorAll("button")].find(b => b.textContent === "Export as %s").click()`, kind), nil)
	}
	var rows []struct{ Event, Domain, Reason string }
	is.NoErr(json.Unmarshal(awaitFile(t, dir, "bua-log-*.json"), &rows))
	is.Equal(len(rows), 2)
	is.Equal(rows[0].Event, "end") // newest first
	is.Equal(rows[0].Reason, "tab_closed")
	is.Equal(rows[1].Domain, "mail.test")
	lines := strings.Split(string(awaitFile(t, dir, "bua-log-*.csv")), "\r\n")
	is.Equal(lines[0], "at,event,domain,tabId,reason,durationMs,actionCount,action,newTabId,startedAt,agent")
	is.True(strings.Contains(lines[1], ",end,mail.test,"))

	page.write("[type=search]", "nothing like it")
	page.says("0 entries")
	page.write("[type=search]", "")
	page.press(".card .button.danger")
	page.says("Clear the log?")
	page.press("dialog .button.danger")
	page.says("You cleared the log")
	page.says("1 entry")
}

func awaitFile(t *testing.T, dir, pattern string) []byte {
	t.Helper()
	for range 500 {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); len(found) > 0 {
			data, err := os.ReadFile(found[0])
			if err != nil {
				t.Fatal(err)
			}
			if len(data) > 0 {
				return data
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("no file was saved: ", pattern)
	return nil
}

// TestOptions_Capabilities: what is switched off is refused, and nothing else.
func TestOptions_Capabilities(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
	tab := b.Open(t, site.URL("/inbox.html"))
	script := map[string]any{"type": "evaluate", "tabId": tab, "expression": "return 7"}
	is.Equal(b.Get(t, script)["value"], 7.0)
	page := extensionPage(t, b.CDP, "options/index.html#blocklist")
	page.says("What the agent may do")
	page.press("#may-script")
	page.await(`chrome.storage.local.get("deniedCapabilities").then(s => s.deniedCapabilities?.[0] === "script")`)
	awaitMay(t, b, false, script)
	b.Extract(t, tab, nil) // reading is not a script of the agent's
	page.press("#may-script")
	page.await(`chrome.storage.local.get("deniedCapabilities").then(s => s.deniedCapabilities?.length === 0)`)
	awaitMay(t, b, true, script)
	is.Equal(b.Get(t, script)["value"], 7.0)

	for name, action := range map[string]map[string]any{
		"upload":   {"type": "upload_file", "tabId": tab, "selector": "#no", "name": "a.txt", "text": "a"},
		"download": {"type": "downloads", "tabId": tab},
		"tools":    {"type": "page_tool", "tabId": tab, "name": "add"},
	} {
		page.press("#may-" + name)
		page.await(fmt.Sprintf(`chrome.storage.local.get("deniedCapabilities").then(s => s.deniedCapabilities?.[0] === %q)`, name))
		awaitMay(t, b, false, action)
		is.Equal(b.Get(t, script)["value"], 7.0) // and nothing else
		page.press("#may-" + name)
		page.await(`chrome.storage.local.get("deniedCapabilities").then(s => s.deniedCapabilities?.length === 0)`)
		awaitMay(t, b, true, action)
	}
}

// awaitMay waits until an action is refused for what the person has switched
// off, or is not: the worker hears of the change after the page that made it.
func awaitMay(t *testing.T, b *e2e.Product, may bool, action map[string]any) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		says := b.Try(t, action)
		if off := says.Code == "invalid_action" && strings.Contains(says.Message, "ask them to switch it on"); off != may {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%v: may it be done: %v; the answer is still %+v", action, may, says)
		}
	}
}
