package actions_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/tests/e2e"
)

// cancelled waits until the browser has given a download up.
func cancelled(t *testing.T, gaveUp <-chan struct{}) {
	t.Helper()
	select {
	case <-gaveUp:
	case <-time.After(10 * time.Second):
		t.Fatal("the browser goes on with the download")
	}
}

func specDownloadsBlocked(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	gaveUp := offer(t, site, map[string][]byte{"kept": []byte("theirs")})
	link := func(t *testing.T, s *stage, url string) *stage {
		s.js(t, `(document.body.innerHTML = '<a id=x href="`+url+`">x</a>')`)
		return s
	}
	own := func(t *testing.T, host string) *stage {
		return (&stage{b, site, 0}).show(t, site.On(host, "/blank.html"))
	}
	blocked := func(t *testing.T) {
		t.Helper()
		d := newest(t, b)
		is.Equal(d, download{DownloadID: d.DownloadID, State: "blocked"}) // and nothing of what it is
		b.Refused(t, "domain_blocked", map[string]any{"type": "downloads", "do": "read", "downloadId": d.DownloadID})
	}
	b.Block(t, "blocked.test")
	site.Mux.HandleFunc("/embeds", func(w http.ResponseWriter, r *http.Request) {
		e2e.HTML(w, `<button id=x onclick="frames[0].postMessage(1, '*')">x</button><iframe src="`+r.FormValue("url")+`"></iframe>`)
	})
	serve(site, "/frame", `<script>onmessage = () => location = "`+site.On("a.test", "/f/slow")+`"</script>`)
	asked := make(chan string, 9)
	site.Mux.HandleFunc("/asked", func(_ http.ResponseWriter, r *http.Request) { asked <- r.Host })
	site.Mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, site.On("blocked.test", r.FormValue("to")), http.StatusFound)
	})
	// The person's, from before the agent comes: later the frame would not.
	theirs := b.OpenAsPerson(t, site.On("c.test", "/embeds?url="+site.On("blocked.test", "/frame")))
	s := own(t, "a.test")
	t.Run("one from a blocked domain that the page embeds is not asked for", func(t *testing.T) {
		before := newest(t, b)
		for _, url := range []string{site.On("blocked.test", "/asked"), site.On("a.test", "/away?to=/asked")} {
			s.show(t, site.On("a.test", "/embeds?url="+url)) // what a page embeds is its own doing
		}
		s.js(t, `(await fetch("/asked"), 1)`)
		is.True(strings.HasPrefix(<-asked, "a.test")) // and nobody before
		is.Equal(newest(t, b), before)
	})
	t.Run("one that the agent would fetch from there does not begin", func(t *testing.T) {
		before := newest(t, b)
		for _, url := range []string{site.On("blocked.test", "/f/kept"), site.On("a.test", "/away?to=/f/kept")} {
			link(t, own(t, "a.test"), url).no(t, "domain_blocked", "click #x")
		}
		is.Equal(newest(t, b), before)
	})
	t.Run("one that a frame of a blocked domain began is cancelled", func(t *testing.T) {
		b.Get(t, map[string]any{"type": "claim_tab", "tabId": theirs})
		loaded(t, b, theirs)
		(&stage{b, site, theirs}).do(t, "click #x")
		cancelled(t, gaveUp)
		blocked(t)
	})
	t.Run("one that was fine until its domain was blocked", func(t *testing.T) {
		second, third := own(t, "b.localhost"), own(t, "c.localhost")
		d := fetch(t, b, link(t, second, site.On("b.localhost", "/f/kept")).tab, "#x")
		is.Equal(string(content(t, b, d.DownloadID, 0)), "theirs")
		b.Block(t, "blocked.test", "b.localhost")
		b.AwaitEnd(t, second.tab)
		blocked(t)
		third.no(t, "domain_blocked", `downloads {"do":"read","downloadId":"`+d.DownloadID+`"}`)
	})
}

// The person's switch is in the extension's options, and Chrome has one of its own for files,
// which is on for unpacked extensions.
func TestDownloads_off(t *testing.T) {
	is := is.New(t)
	profile := t.TempDir()
	is.NoErr(os.Mkdir(filepath.Join(profile, "Default"), 0o700))
	prefs, err := json.Marshal(map[string]any{
		"download":   map[string]any{"default_directory": filepath.Join(profile, "Downloads")},
		"extensions": map[string]any{"settings": map[string]any{app.ExtensionID: map[string]any{"newAllowFileAccess": false}}},
	})
	is.NoErr(err)
	is.NoErr(os.WriteFile(filepath.Join(profile, "Default", "Preferences"), prefs, 0o600))
	b, site := e2e.New(t, e2e.Options{Profile: profile}), e2e.NewSite(t, pages, "pages")
	gaveUp := offer(t, site, map[string][]byte{"text": []byte("text")})
	s := (&stage{b, site, 0}).show(t, "/files.html")
	d := fetch(t, b, s.tab, "#text")
	is.True(d.State == "done" && d.Path != "") // an agent on the same machine has that
	read := `downloads {"do":"read","downloadId":"` + d.DownloadID + `"}`
	var allowed bool
	b.InWorker(t, `chrome.extension.isAllowedFileSchemeAccess()`, &allowed)
	is.True(!allowed)
	is.True(strings.Contains(s.no(t, "invalid_action", read), "Allow access to file URLs"))

	b.InWorker(t, `chrome.storage.local.set({deniedCapabilities: ["download"]})`, nil)
	s.do(t, "click #slow")
	cancelled(t, gaveUp) // the agent's own tab downloads nothing
	for _, do := range []string{"list", "wait", "read", "cancel"} {
		is.True(strings.Contains(s.no(t, "invalid_action", strings.Replace(read, `"read"`, `"`+do+`"`, 1)), "options"))
	}
	b.InWorker(t, `chrome.storage.local.set({deniedCapabilities: []})`, nil)
	is.True(strings.Contains(s.no(t, "invalid_action", read), "Allow access to file URLs")) // and is asked again
}
