package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/cdp"
)

// What a person does, on either host: with the extension in its worker, where
// the browser tells what happened; with the direct host in the browser itself,
// in the operator's file, or at the host's own door.

// OpenAsPerson opens a tab as the person does, in a window of their own, and returns
// its number. No other tab may be at that address.
func (b *Product) OpenAsPerson(tb testing.TB, url string) (tab int) {
	tb.Helper()
	if b.Host == Worker {
		b.InWorker(tb, fmt.Sprintf(`(async () => {
			const all = await chrome.tabs.query({windowType: "normal"})
			const agents = all.filter(t => t.url.startsWith("about:blank#bua-window-")).map(t => t.windowId)
			const own = all.find(t => !agents.includes(t.windowId))
			const url = %q
			const another = async () => (await chrome.windows.create({url})).tabs[0]
			// A window that is about to close takes no tab.
			const tab = own ? await chrome.tabs.create({windowId: own.windowId, url, active: false}).catch(another) : await another()
			return new Promise(done => {
				const loaded = (id, change, t) => { if (id === tab.id && change.status === "complete" && !t.pendingUrl) done(id) }
				chrome.tabs.onUpdated.addListener(loaded)
				chrome.tabs.get(tab.id).then(t => loaded(t.id, t, t))
			})
		})()`, url), &tab)
		return tab
	}
	ctx, cancel := context.WithTimeout(tb.Context(), 20*time.Second)
	defer cancel()
	session, _, err := b.CDP.NewTab(ctx, url)
	if err != nil {
		tb.Fatal(err)
	}
	Await(tb, "the person's tab has loaded", func() (so bool) { // the document of before has loaded too
		err := b.CDP.Eval(ctx, session, `document.readyState === "complete" && location.href !== "about:blank"`, &so)
		if err != nil && !cdp.Leaving(err) {
			tb.Fatal(err)
		}
		return so
	})
	if err := b.CDP.Send(ctx, "", "Target.detachFromTarget", map[string]any{"sessionId": session}, nil); err != nil {
		tb.Fatal(err)
	}
	for ctx.Err() == nil {
		for _, row := range b.rows(tb) {
			if row.url == url {
				return row.tab
			}
		}
	}
	tb.Fatal("the person's tab did not come: ", url)
	return 0
}

type row struct {
	tab        int
	url, title string
}

// Title is the title of a tab, "" for a tab that is not there.
func (b *Product) Title(tb testing.TB, tab int) string {
	tb.Helper()
	for _, row := range b.rows(tb) {
		if row.tab == tab {
			return row.title
		}
	}
	return ""
}

func (b *Product) rows(tb testing.TB) (list []row) {
	tb.Helper()
	tabs, _ := b.Get(tb, `{"type":"get_tabs"}`)["tabs"].([]any)
	for _, t := range tabs {
		m, _ := t.(map[string]any)
		id, _ := m["tabId"].(float64)
		url, _ := m["url"].(string)
		title, _ := m["title"].(string)
		list = append(list, row{int(id), url, title})
	}
	return list
}

// CloseAsPerson closes a tab as the person does.
func (b *Product) CloseAsPerson(tb testing.TB, tab int) {
	tb.Helper()
	if b.Host == Worker {
		b.InWorker(tb, fmt.Sprintf(`chrome.tabs.remove(%d)`, tab), nil)
		return
	}
	ctx, cancel := context.WithTimeout(tb.Context(), 20*time.Second)
	defer cancel()
	rows := b.rows(tb)
	at := slices.IndexFunc(rows, func(r row) bool { return r.tab == tab })
	if at < 0 {
		tb.Fatalf("there is no tab %d to close: %v", tab, rows)
	}
	list, err := b.CDP.Targets(ctx)
	if err != nil {
		tb.Fatal(err)
	}
	var ids []string
	for _, t := range list {
		if t.Type == "page" && t.URL == rows[at].url {
			ids = append(ids, t.TargetID)
		}
	}
	if len(ids) != 1 {
		tb.Fatalf("%d tabs are at %s, want one of them to be closed", len(ids), rows[at].url)
	}
	if err := b.CDP.CloseTarget(ctx, ids[0]); err != nil {
		tb.Fatal(err)
	}
}

// BackAsPerson goes back in a tab as the person does, and returns when the page before
// has come; at is a part of the address where the tab is now.
func (b *Product) BackAsPerson(tb testing.TB, tab int, at string) {
	tb.Helper()
	if b.Host == Worker {
		b.InWorker(tb, fmt.Sprintf(`new Promise((done, lost) => {
			chrome.tabs.onUpdated.addListener((id, c) => id === %d && c.status === "complete" && done(true))
			chrome.tabs.goBack(%d).catch(lost)
		})`, tab, tab), nil)
		return
	}
	ctx, cancel := context.WithTimeout(tb.Context(), 20*time.Second)
	defer cancel()
	err := b.CDP.Within(ctx, "page", at, func(session string) error {
		came := make(chan struct{}, 9)
		defer b.CDP.On(func(e cdp.Event) {
			if e.Session == session && e.Method == "Page.frameNavigated" {
				came <- struct{}{}
			}
		})()
		if err := b.CDP.Send(ctx, session, "Page.enable", nil, nil); err != nil {
			return err
		}
		var list struct {
			CurrentIndex int
			Entries      []struct{ ID int }
		}
		if err := b.CDP.Send(ctx, session, "Page.getNavigationHistory", nil, &list); err != nil {
			return err
		}
		if err := b.CDP.Send(ctx, session, "Page.navigateToHistoryEntry", map[string]any{"entryId": list.Entries[list.CurrentIndex-1].ID}, nil); err != nil {
			return err
		}
		select {
		case <-came:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// Block makes these the rules of the person's blocklist, in place of what
// there were.
func (b *Product) Block(tb testing.TB, rules ...string) {
	tb.Helper()
	if b.Host == Worker {
		list, err := json.Marshal(append([]string{}, rules...))
		if err != nil {
			tb.Fatal(err)
		}
		b.InWorker(tb, `chrome.storage.local.set({blocklist: `+string(list)+`})`, nil)
		return
	}
	if err := os.WriteFile(b.blocklist, []byte(strings.Join(rules, "\n")+"\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
}

// Stop is the person's stop of one tab's session.
func (b *Product) Stop(tb testing.TB, tab int) (was bool) {
	tb.Helper()
	if b.Host == Worker {
		was, _ = b.ask(tb, fmt.Sprintf(`"stop", args: {tabId: %d}`, tab)).(bool)
		return was
	}
	return b.Main.Direct().Stop(tab)
}

// StopAll is the person's stop of everything; it returns how many sessions
// there were.
func (b *Product) StopAll(tb testing.TB) int {
	tb.Helper()
	if b.Host == Worker {
		n, _ := b.ask(tb, `"stopAll"`).(float64)
		return int(n)
	}
	return b.Main.Direct().StopAll()
}

// Resume is the person letting the agent back in where they stopped it, with
// tab 0 everywhere. The direct host keeps nobody out.
func (b *Product) Resume(tb testing.TB, tab int) (was bool) {
	tb.Helper()
	if b.Host == Worker {
		was, _ = b.ask(tb, fmt.Sprintf(`"resume", args: {tabId: %d}`, tab)).(bool)
	}
	return was
}

// Ended is the last row of a tab's session in the audit log.
type Ended struct {
	Reason, Domain string
	ActionCount    int
}

// AwaitEnd waits until the audit log says that the tab's last session ended.
func (b *Product) AwaitEnd(tb testing.TB, tab int) (end Ended) {
	tb.Helper()
	if b.Host == Worker {
		b.InWorker(tb, fmt.Sprintf(`new Promise(done => {
			const look = async () => {
				const rows = (await chrome.storage.local.get("sessionHistory")).sessionHistory ?? []
				const last = rows.filter(r => r.tabId === %d && (r.event === "start" || r.event === "end")).at(-1)
				if (last?.event === "end") done(last)
			}
			chrome.storage.onChanged.addListener(look)
			look()
		})`, tab), &end)
		return end
	}
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		var stored struct {
			SessionHistory []struct {
				Event string
				TabID int
				Ended
			}
		}
		data, err := os.ReadFile(filepath.Join(b.home, "direct.json"))
		if err != nil || json.Unmarshal(data, &stored) != nil {
			continue
		}
		for _, row := range slices.Backward(stored.SessionHistory) {
			if row.TabID == tab && row.Event == "end" {
				return row.Ended
			}
			if row.TabID == tab && row.Event == "start" {
				break
			}
		}
	}
	tb.Fatalf("the audit log does not say that the session of tab %d ended", tab)
	return end
}

// AwaitBlocked waits until the audit log says that a domain was refused in a tab.
func (b *Product) AwaitBlocked(tb testing.TB, tab int, domain string) {
	tb.Helper()
	if b.Host == Worker {
		b.InWorker(tb, fmt.Sprintf(`new Promise(done => {
			const look = async () => {
				const rows = (await chrome.storage.local.get("sessionHistory")).sessionHistory ?? []
				if (rows.some(r => r.tabId === %d && r.event === "block" && r.domain === %q)) done(true)
			}
			chrome.storage.onChanged.addListener(look)
			look()
		})`, tab, domain), nil)
		return
	}
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		var stored struct {
			SessionHistory []struct {
				Event, Domain string
				TabID         int
			}
		}
		data, err := os.ReadFile(filepath.Join(b.home, "direct.json"))
		if err != nil || json.Unmarshal(data, &stored) != nil {
			continue
		}
		for _, row := range stored.SessionHistory {
			if row.TabID == tab && row.Event == "block" && row.Domain == domain {
				return
			}
		}
	}
	tb.Fatalf("the audit log does not say that %s was refused in tab %d", domain, tab)
}

// InWorker evaluates an expression in the extension's service worker, as what
// the browser or the person does there.
func (b *Product) InWorker(tb testing.TB, expression string, out any) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 20*time.Second)
	defer cancel()
	err := b.CDP.Within(ctx, "service_worker", "chrome-extension://", func(session string) error {
		return b.CDP.Eval(ctx, session, expression, out)
	})
	if err != nil {
		tb.Fatal(expression, err)
	}
}

// ask puts a question to the worker as the popup does, and returns what it
// answered.
func (b *Product) ask(tb testing.TB, method string) any {
	tb.Helper()
	var answer struct{ OK any }
	b.InWorker(tb, `new Promise(answered => chrome.runtime.onMessage.dispatch({kind: "bridge_request", method: `+method+`},
		{id: chrome.runtime.id, url: chrome.runtime.getURL("popup.html")}, answered))`, &answer)
	return answer.OK
}

// Help answers, as the popup does, what the agent asks for in a tab,
// and reports whether something was asked there.
func (b *Product) Help(tb testing.TB, tab int, outcome string) bool {
	tb.Helper()
	var at float64
	b.InWorker(tb, fmt.Sprintf(`chrome.storage.session.get("helpAsked").then(s => s.helpAsked?.find(h => h.tabId === %d && !h.outcome)?.at ?? 0)`, tab), &at)
	if at == 0 {
		return false
	}
	ok, _ := b.ask(tb, fmt.Sprintf(`"help", args: {tabId: %d, at: %.0f, outcome: %q}`, tab, at, outcome)).(bool)
	return ok
}

// ConsentMode is the person's choice whether they are asked before the agent
// works on a site.
func (b *Product) ConsentMode(tb testing.TB, mode string) {
	tb.Helper()
	if ok, _ := b.ask(tb, fmt.Sprintf(`"consentMode", args: {mode: %q}`, mode)).(bool); !ok {
		tb.Fatal("the mode is not the person's to choose: ", mode)
	}
}

// Consent waits until the person is asked about a domain, and gives their answer.
func (b *Product) Consent(tb testing.TB, domain, answer string) {
	tb.Helper()
	b.InWorker(tb, fmt.Sprintf(`new Promise(done => {
		const look = async () => {
			const asked = (await chrome.storage.session.get("consentAsked")).consentAsked ?? []
			if (asked.some(q => q.domain === %q)) done(true)
		}
		chrome.storage.onChanged.addListener(look)
		look()
	})`, domain), nil)
	if ok, _ := b.ask(tb, fmt.Sprintf(`"consent", args: {domain: %q, answer: %q}`, domain, answer)).(bool); !ok {
		tb.Fatal("the person's answer changed nothing: ", domain)
	}
}

// Log is the browser's own audit log, as it is stored.
func (b *Product) Log(tb testing.TB) (rows []Logged) {
	tb.Helper()
	if b.Host == Direct {
		var stored struct{ SessionHistory []Logged }
		data, err := os.ReadFile(filepath.Join(b.home, "direct.json"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil // nothing was stored yet
		}
		if err == nil {
			err = json.Unmarshal(data, &stored)
		}
		if err != nil {
			tb.Fatal(err)
		}
		return stored.SessionHistory
	}
	b.InWorker(tb, `chrome.storage.local.get("sessionHistory").then(s => s.sessionHistory ?? [])`, &rows)
	return rows
}

// Logged is a row of that log.
type Logged struct {
	Event, Domain, Action, Agent string
	TabID                        int
	// At is when it was written, in ms since 1970.
	At int64
}
