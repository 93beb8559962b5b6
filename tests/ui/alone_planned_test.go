package ui

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// replan has the one planned task be due once, at a time, as its row says it.
const replan = `new Promise((done, fail) => {
	const opened = indexedDB.open("agent");
	opened.onerror = () => fail(opened.error);
	opened.onsuccess = () => {
		const t = opened.result.transaction("texts", "readwrite"), texts = t.objectStore("texts");
		texts.openCursor(IDBKeyRange.bound(["jobs"], ["jobs", []])).onsuccess = (e) => {
			const c = e.target.result, row = JSON.parse(c.value);
			row.job.when = {form: "once", at: %[1]d};
			row.job.next = %[1]d;
			c.update(JSON.stringify(row));
		};
		t.onabort = () => fail(t.error);
		t.oncomplete = () => (opened.result.close(), done(0));
	};
})`

// until is an expression that is answered when another one is true.
func until(expression string) string {
	return `(async () => { while (!(` + expression + `)) await new Promise(f => setTimeout(f, 20)); return 0 })()`
}

// TestAlone_Planned: without any backend a task is planned in the panel and runs at the
// person's word. It runs at its time although neither the panel nor the agent's document nor
// the worker is there any more: the browser's alarm brings them back.
func TestAlone_Planned(t *testing.T) {
	is := is.New(t)
	a := e2e.NewAlone(t)
	conn := a.CDP
	url, _ := till(t)
	ran := make(chan struct{}, 16)
	p := extensionPage(t, conn, "sidepanel/index.html")
	p.model(t, func(r chat.Request) fakemodel.Say {
		ran <- struct{}{}
		return over("There is nothing.")
	})
	runs := func() {
		t.Helper()
		select {
		case <-ran:
		case <-time.After(patience):
			t.Fatal("it does not run")
		}
	}
	p.beside(url)
	p.task("Look every morning.")
	runs()
	p.says("There is nothing.")

	p.send("Page.bringToFront", nil, nil) // a tab that nobody sees asks for no news
	p.press("[data-repeat]")
	p.press("[data-plan]")
	p.says("Mon – Fri")
	p.says("next ")
	p.press("[data-run-job]")
	runs()
	p.says("Last: Failed")
	badge(t, conn, "✓")

	due := time.Now().Add(12 * time.Second)
	p.eval(fmt.Sprintf(replan, due.UnixMilli()), nil)
	a.EndDocument(t) // the panel has it made again, and it reads the row
	rings := until(fmt.Sprintf(`(await chrome.alarms.get("agent"))?.scheduledTime === %d`, due.UnixMilli()))
	p.eval(rings, nil)
	worker(t, conn, `chrome.alarms.clear("agent").then(() => { chrome.runtime.onStartup.dispatch(); return 0 })`, nil) // Chrome may forget it
	p.eval(rings, nil)
	is.NoErr(conn.Within(t.Context(), "background_page", origin+"offscreen/", func(session string) error {
		return conn.Eval(t.Context(), session, `(() => { const later = setTimeout; globalThis.setTimeout = (f, ms) => later(f, ms === 60_000 ? 100 : ms); return 0 })()`, nil)
	}))
	p.send("Page.navigate", map[string]any{"url": "about:blank"}, nil) // nobody looks: the document ends itself
	worker(t, conn, until(`!(await chrome.runtime.getContexts({contextTypes: ["OFFSCREEN_DOCUMENT"]})).length`), nil)
	worker(t, conn, `chrome.alarms.clear("wake").then(() => 0)`, nil) // which wakes it for other reasons
	a.EndWorker(t)
	is.True(time.Now().Before(due))
	is.Equal(len(ran), 0)
	runs()
	is.True(!time.Now().Before(due))
}
