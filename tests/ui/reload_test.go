package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// told answers every address with a page of that name.
func told(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>%s</title>", strings.TrimPrefix(r.URL.Path, "/"))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// shown lists the addresses of the pages that a browser has open, but those of
// the browser and of the extension.
func shown(t *testing.T, conn *cdp.Conn) map[string]int {
	t.Helper()
	list, err := conn.Targets(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]int{}
	for _, target := range list {
		if target.Type == "page" && !strings.HasPrefix(target.URL, "chrome") {
			url := target.URL
			if strings.HasPrefix(url, front) {
				url = front
			}
			open[url]++
		}
	}
	return open
}

// awaitShown waits until the pages that are open are as they should be.
func awaitShown(t *testing.T, conn *cdp.Conn, so func(map[string]int) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for !so(shown(t, conn)) {
		select {
		case <-ctx.Done():
			t.Fatalf("these pages are open: %v", shown(t, conn))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

const front = "about:blank#bua-window-" // and a random mark

// paired pairs a browser with a backend through the extension's own page.
func paired(t *testing.T, m *app.Main, p *page) {
	t.Helper()
	code, err := m.Bridge().Pair(app.Local)
	if err != nil {
		t.Fatal(err)
	}
	p.eval(fmt.Sprintf(`chrome.runtime.sendMessage({kind: "bridge_request", method: "pair", args: {serverUrl: %q, code: %q, deviceName: "here"}})`, m.SocketURL(), code.Code), nil)
	p.says("Connected")
}

// worked has the agent open two pages and work in one of the person's, whose number it
// returns.
func worked(t *testing.T, m *app.Main, popup *page, url string) int {
	t.Helper()
	popup.await(`chrome.storage.local.set({consentMode: "off"}).then(() => true)`)
	if err := popup.conn.Send(t.Context(), "", "Target.createTarget", map[string]any{"url": url + "/theirs", "newWindow": true}, nil); err != nil {
		t.Fatal(err)
	}
	do := func(a protocol.Action) protocol.Result {
		res, err := m.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", a)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	for _, name := range []string{"/one", "/two"} {
		do(protocol.OpenTab{URL: url + name})
	}
	for _, tab := range do(protocol.GetTabs{}).(protocol.TabsResult) {
		if tab.Title == "theirs" {
			do(protocol.Extract{OnTab: protocol.OnTab{TabID: tab.TabID}})
			return tab.TabID
		}
	}
	t.Fatal("the person's page is not in the list")
	return 0
}

// reopened opens the popup of the new version, once the old one's has ended:
// while the new one is installed its pages are blocked.
func reopened(t *testing.T, conn *cdp.Conn) *page {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for opened(t, conn, "popup/") && ctx.Err() == nil {
		time.Sleep(20 * time.Millisecond)
	}
	session, _, err := conn.NewPage(ctx, "about:blank")
	for blocked := "yes"; err == nil && blocked != ""; time.Sleep(20 * time.Millisecond) {
		var went struct{ ErrorText string }
		err = conn.Send(ctx, session, "Page.navigate", map[string]any{"url": origin + "popup/index.html"}, &went)
		blocked = went.ErrorText
	}
	if err != nil {
		t.Fatal("the extension did not come back: ", err)
	}
	p := &page{t, conn, session}
	p.await(`document.querySelector("main:not([aria-busy])")`)
	return p
}

// TestReload: where the extension is reloaded, to install a new version or by the person, it comes back,
// connects again by itself with the same pairing, and nothing waits any more.
func TestReload(t *testing.T) {
	m, conn, url := unknown(t), e2e.NewInstalled(t).CDP, told(t)
	popup := extensionPage(t, conn, "popup/index.html")
	paired(t, m, popup)
	for _, row := range []struct {
		name string
		try  func(t *testing.T, m *app.Main, popup *page, url string) (again *page)
	}{{"an update waits for the person", updateWaits}, {"the person need not wait", updateNow}, {"the agent has pages open", pagesOpen}, {"the agent was stopped", wasStopped}} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			popup = row.try(t, m, popup.in(t), url)
			popup.says("Connected")
			is.True(!popup.shows(`document.body.innerText.includes("new version")`))
			devices := m.Bridge().Devices(app.Local)
			is.Equal(len(devices), 1)
			is.True(devices[0].Connected)
		})
	}
}

// ready has a question wait, and Chrome have a new version.
func ready(t *testing.T, m *app.Main, popup *page) (answered chan error) {
	t.Helper()
	popup.run(`chrome.storage.local.set({consentMode: "ask"})`)
	popup.await(`chrome.runtime.sendMessage({kind: "bridge_request", method: "getState", args: {}}).then(a => a.ok.link.state === "connected")`)
	answered = make(chan error, 1)
	go func() {
		_, err := m.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", protocol.OpenTab{URL: "http://127.0.0.1:1/"})
		answered <- err
	}()
	popup.says("may it work here?")
	worker(t, popup.conn, `chrome.runtime.onUpdateAvailable.dispatch({version: "9"})`, nil)
	popup.says("A new version of bua is ready")
	return answered
}

// updateWaits: a new version that Chrome has ready waits for the person's answer, says so, and is
// installed then.
func updateWaits(t *testing.T, m *app.Main, popup *page, _ string) *page {
	answered := ready(t, m, popup)
	popup.says("at the latest")
	extensionPage(t, popup.conn, "options/index.html#connection").says("A new version of bua is ready")
	is.New(t).Equal(protocol.CodeOf(<-answered), protocol.CodeTimeout) // no request is in execution any more, and the question waits
	time.Sleep(time.Second)                                            // it looks twice a second
	popup.says("A new version of bua is ready")
	popup.pressLast(`[data-answer="deny"]`)
	again := reopened(t, popup.conn)
	again.says("All quiet")
	return again
}

func updateNow(t *testing.T, m *app.Main, popup *page, _ string) *page {
	answered := ready(t, m, popup)
	popup.pressLast("[data-update]")
	<-answered // outcome unknown
	return reopened(t, popup.conn)
}

// reloadExtension has the person reload the extension, while the agent has worked.
func reloadExtension(popup *page) {
	popup.eval(`setTimeout(() => chrome.runtime.reload(), 100) && 0`, nil)
}

// pagesOpen: the agent's pages and their window go, the person's page stays.
func pagesOpen(t *testing.T, m *app.Main, popup *page, url string) *page {
	is, conn := is.New(t), popup.conn
	worked(t, m, popup, url)
	awaitShown(t, conn, func(open map[string]int) bool {
		return open[front] == 1 && open[url+"/one"] == 1 && open[url+"/two"] == 1 && open[url+"/theirs"] == 1
	})
	reloadExtension(popup)
	awaitShown(t, conn, func(open map[string]int) bool {
		return open[front] == 0 && open[url+"/one"] == 0 && open[url+"/two"] == 0
	})
	is.Equal(shown(t, conn)[url+"/theirs"], 1)
	again := reopened(t, conn)
	again.says("All quiet")
	again.await(`chrome.storage.local.get("buaLeft").then(s => !s.buaLeft)`)
	again.says("Connected")
	_, err := m.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", protocol.OpenTab{URL: url + "/three"})
	is.NoErr(err)
	is.Equal(shown(t, conn)[front], 1)
	again.press(".button.stop")
	again.says("All quiet") // a tab that is opened before would be stopped too
	return again
}

// wasStopped: where the person has stopped the agent it stays out over a reload, until they let it back in.
func wasStopped(t *testing.T, m *app.Main, popup *page, url string) *page {
	is := is.New(t)
	tab := worked(t, m, popup, url)
	popup.eval(fmt.Sprintf(`chrome.runtime.sendMessage({kind: "bridge_request", method: "stop", args: {tabId: %d}})`, tab), nil)
	popup.says("You stopped your agent")
	reloadExtension(popup)
	awaitShown(t, popup.conn, func(open map[string]int) bool { return open[front] == 0 })
	again := reopened(t, popup.conn)
	again.says("You stopped your agent")
	again.says("Connected")
	read := protocol.Extract{OnTab: protocol.OnTab{TabID: tab}}
	_, err := m.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", read)
	is.Equal(protocol.CodeOf(err), protocol.CodeSessionNotFound)
	again.press(fmt.Sprintf("[data-stopped='%d'] button", tab))
	again.await(`!document.querySelector("[data-stopped]")`)
	_, err = m.Bridge().Do(t.Context(), protocol.Caller{User: app.Local}, "", read)
	is.NoErr(err)
	return again
}

// TestReload_OfTheBrowser: a browser that is started again brings back what was
// open. The numbers of its tabs are others now, so nothing of it is closed.
func TestReload_OfTheBrowser(t *testing.T) {
	is := is.New(t)
	m, url, profile := unknown(t), told(t), t.TempDir()
	conn, b := launch(t, profile)
	popup := extensionPage(t, conn, "popup/index.html")
	paired(t, m, popup)
	worked(t, m, popup, url)
	var known []int
	worker(t, conn, `chrome.storage.local.get("buaLeft").then(s => s.buaLeft)`, &known)
	is.Equal(len(known), 3) // the window and two tabs
	is.NoErr(conn.Send(t.Context(), "", "Browser.close", nil, nil))
	<-b.Done()
	conn, _ = launch(t, profile, "--restore-last-session")
	awaitShown(t, conn, func(open map[string]int) bool {
		return open[url+"/one"] == 1 && open[url+"/two"] == 1 && open[url+"/theirs"] == 1
	})
	popup = extensionPage(t, conn, "popup/index.html")
	popup.says("All quiet")
	var live []int
	popup.eval(`chrome.tabs.query({}).then(all => all.flatMap(t => [t.id, t.windowId]))`, &live)
	for _, id := range known {
		for _, now := range live {
			is.True(id != now) // Chrome numbers on
		}
	}
	open := shown(t, conn)
	is.Equal([]int{open[url+"/one"], open[url+"/two"], open[url+"/theirs"]}, []int{1, 1, 1})
}
