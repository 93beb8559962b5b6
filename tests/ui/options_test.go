package ui

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestOptions: what the person sets in the options holds at once, and nothing else does.
func TestOptions(t *testing.T) {
	specs(t, []spec{{"log", theLog}, {"blocklist", theBlocklist}, {"capabilities", capabilities}, {"strict", strict}})
}

// theBlocklist: an entry ends the sessions that it means and no other, and what the policy does not
// understand is never stored.
func theBlocklist(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
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

// theLog: the log is exported as it is, and clearing it leaves a trace.
func theLog(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
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

// capabilities: what is switched off is refused, and nothing else.
func capabilities(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
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
