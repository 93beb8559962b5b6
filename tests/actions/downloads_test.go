package actions_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
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

func TestDownloads(t *testing.T) { onBoth(t, "its files", specDownloads) }

// pattern is content of a size in which every part differs from its
// neighbours.
func pattern(size int) []byte {
	out := make([]byte, size)
	for i := range out {
		out[i] = byte(i ^ i>>8 ^ i>>16)
	}
	return out
}

// offer makes the site answer with files. The address cut breaks off in the
// middle, slow waits there until the browser gives up; gaveUp hears of that.
func offer(t *testing.T, site *e2e.Site, files map[string][]byte) (gaveUp <-chan struct{}) {
	done, gone := make(chan struct{}), make(chan struct{}, 16)
	t.Cleanup(func() { close(done) })
	site.Mux.HandleFunc("/f/{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		data := files[name]
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.bin"`)
		w.Header().Set("Content-Type", "application/octet-stream")
		if data == nil {
			w.Header().Set("Content-Length", "100000")
			_, _ = w.Write(make([]byte, 5000))
			_ = http.NewResponseController(w).Flush()
			if name == "slow" {
				select {
				case <-done:
				case <-r.Context().Done():
					gone <- struct{}{}
				}
			}
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(data)))
		_, _ = w.Write(data)
	})
	return gone
}

// download is one row of the action's answer.
type download struct {
	id, state, name, url, path string
	bytes                      int
}

func row(m map[string]any) (d download) {
	d.id, _ = m["downloadId"].(string)
	d.state, _ = m["state"].(string)
	d.name, _ = m["name"].(string)
	d.url, _ = m["url"].(string)
	d.path, _ = m["path"].(string)
	n, _ := m["bytes"].(float64)
	d.bytes = int(n)
	return d
}

func rows(answer map[string]any) (list []download) {
	all, _ := answer["downloads"].([]any)
	for _, r := range all {
		m, _ := r.(map[string]any)
		list = append(list, row(m))
	}
	return list
}

// fetch starts a download with a click, waits for its end, and returns it.
func fetch(t *testing.T, b *e2e.Product, tab int, selector string) download {
	t.Helper()
	before := len(rows(b.Get(t, `{"type":"downloads"}`)))
	effects, _ := b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": selector})["effects"].(map[string]any)
	wait := map[string]any{"type": "downloads", "do": "wait", "timeoutMs": 30000}
	if ids, _ := effects["downloadIds"].([]any); len(ids) > 0 {
		wait["downloadId"] = ids[0]
	} else { // it begins later than the click ends
		e2e.Await(t, "it is so", func() bool {
			list := rows(b.Get(t, `{"type":"downloads"}`))
			if len(list) > before {
				wait["downloadId"] = list[len(list)-1].id
			}
			return len(list) > before
		})
	}
	return rows(b.Get(t, wait))[0]
}

// content reads a whole file in parts and checks what is said of it.
func content(t *testing.T, b *e2e.Product, id string, limit int) []byte {
	t.Helper()
	var all []byte
	for {
		read := map[string]any{"type": "downloads", "do": "read", "downloadId": id, "offset": len(all)}
		if limit > 0 {
			read["limit"] = limit
		}
		part := b.Get(t, read)
		text, _ := part["data"].(string)
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
		if part["eof"] == true {
			if part["sha256"] != sum(all) {
				t.Fatalf("%d bytes of %s do not have the hash of the file", len(all), id)
			}
			return all
		}
		if len(data) == 0 {
			t.Fatalf("nothing at %d of %s: %v", len(all), id, part)
		}
	}
}

func specDownloads(t *testing.T, b *e2e.Product, site *e2e.Site) {
	files := map[string][]byte{"text": []byte("héllo"), "other": []byte("another"), "empty": {}, "mb": pattern(1 << 20), "big": pattern(large())}
	offer(t, site, files)
	tab := b.Open(t, site.URL("/files.html"))

	t.Run("0 B, a few, 1 MB and many, the same on both sides", func(t *testing.T) {
		for _, name := range []string{"empty", "text", "mb", "big"} {
			is := is.New(t)
			start := time.Now()
			d := fetch(t, b, tab, "#"+name)
			is.Equal(d.state, "done")
			is.Equal(d.bytes, len(files[name]))
			is.Equal(d.name, name+".bin")
			is.Equal(d.url, site.URL("/f/"+name))
			is.True(strings.HasSuffix(d.path, name+".bin"))
			limit := 768 << 10
			if name == "mb" {
				limit = 0 // what it is without one
			}
			is.True(bytes.Equal(content(t, b, d.id, limit), files[name]))
			t.Logf("%s took %v", name, time.Since(start))
		}
	})

	t.Run("a file that the page has made", func(t *testing.T) {
		is := is.New(t)
		d := fetch(t, b, tab, "#blob")
		is.Equal(d.name, "made.txt")
		is.Equal(string(content(t, b, d.id, 0)), "made in the page")
	})

	t.Run("one in a tab that the page opens for it", func(t *testing.T) {
		is := is.New(t)
		d := fetch(t, b, tab, "#apart")
		is.Equal(d.url, site.URL("/f/text?apart"))
		is.True(strings.HasPrefix(d.name, "text"))
		is.Equal(string(content(t, b, d.id, 0)), "héllo")
	})

	t.Run("one whose address the agent opens", func(t *testing.T) {
		is := is.New(t)
		for _, action := range []map[string]any{
			{"type": "navigate", "tabId": tab, "url": site.URL("/f/other?navigated")},
			{"type": "open_tab", "url": site.URL("/f/other?opened")},
		} {
			b.Try(t, action) // whether that is a success is not what this is about
			var d download
			e2e.Await(t, "it is so", func() bool {
				list := rows(b.Get(t, `{"type":"downloads"}`))
				d = list[len(list)-1]
				return d.url == action["url"]
			})
			d = rows(b.Get(t, map[string]any{"type": "downloads", "do": "wait", "downloadId": d.id}))[0]
			is.Equal(string(content(t, b, d.id, 0)), "another")
		}
	})

	t.Run("the page sees nothing of it", func(t *testing.T) {
		is := is.New(t)
		is.Equal(len(site.Seen(e2e.Type("file event", ""))), 0)
		is.Equal(len(site.Seen(e2e.Type("file field", ""))), 0)
	})

	t.Run("two under way at once", func(t *testing.T) {
		is := is.New(t)
		second := b.Open(t, site.URL("/files.html"))
		b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": "#slow"})
		d := fetch(t, b, second, "#other")
		is.Equal(string(content(t, b, d.id, 0)), "another")
		list := rows(b.Get(t, map[string]any{"type": "downloads", "tabId": tab}))
		slow := list[len(list)-1]
		is.Equal(slow.state, "in_progress")
		b.Refused(t, "timeout", map[string]any{"type": "downloads", "do": "wait", "downloadId": slow.id, "timeoutMs": 200})
		b.Refused(t, "invalid_action", map[string]any{"type": "downloads", "do": "read", "downloadId": slow.id})
		is.Equal(rows(b.Get(t, map[string]any{"type": "downloads", "do": "cancel", "downloadId": slow.id}))[0].state, "canceled")
		is.Equal(len(rows(b.Get(t, map[string]any{"type": "downloads", "tabId": second}))), 1)
	})

	t.Run("one that breaks off is interrupted and cannot be read", func(t *testing.T) {
		is := is.New(t)
		d := fetch(t, b, tab, "#cut")
		is.Equal(d.state, "interrupted")
		is.Equal(d.path, "")
		b.Refused(t, "invalid_action", map[string]any{"type": "downloads", "do": "read", "downloadId": d.id})
	})

	t.Run("read after the core's life was cut", func(t *testing.T) {
		d := fetch(t, b, tab, "#text")
		b.Kill(t)
		e2e.Await(t, "it is so", func() bool { // what the old life got ends as "outcome unknown", and the next as not connected
			a := b.Try(t, map[string]any{"type": "downloads", "do": "read", "downloadId": d.id})
			return a.Code == "" && b.Try(t, `{"type":"downloads"}`).Code == "" && a.Result["sha256"] == sum([]byte("héllo"))
		})
	})

	t.Run("refuses what cannot be", func(t *testing.T) {
		is := is.New(t)
		b.Refused(t, "invalid_action", map[string]any{"type": "downloads", "do": "read", "downloadId": "f-999"})
		b.Refused(t, "invalid_action", map[string]any{"type": "downloads", "do": "read", "downloadId": "f-1", "offset": 10})
		second := b.Open(t, site.URL("/files.html"))
		b.Refused(t, "timeout", map[string]any{"type": "downloads", "do": "wait", "tabId": second, "timeoutMs": 100})
		is.True(len(rows(b.Get(t, `{"type":"downloads"}`))) > 5)
	})
}

func TestDownloads_blocked(t *testing.T) {
	onBoth(t, "the requests that it holds", specDownloadsBlocked)
}

func specDownloadsBlocked(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	gaveUp := offer(t, site, map[string][]byte{"text": []byte("theirs")})
	cancelled := func() {
		t.Helper()
		select {
		case <-gaveUp:
		case <-time.After(10 * time.Second):
			t.Fatal("the browser goes on with the download")
		}
	}
	link := func(tab int, url string) map[string]any {
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `document.body.innerHTML = '<a id=x href="` + url + `">x</a>'`})
		return b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": "#x"})
	}
	newest := func() download {
		list := rows(b.Get(t, `{"type":"downloads"}`))
		return list[len(list)-1]
	}
	blocked := func(d download) {
		t.Helper()
		is.Equal(d, download{id: d.id, state: "blocked"}) // and nothing of what it is
		b.Refused(t, "domain_blocked", map[string]any{"type": "downloads", "do": "read", "downloadId": d.id})
	}
	read := func(d download) string { return string(content(t, b, d.id, 0)) }

	b.Block(t, "blocked.test")
	site.Mux.HandleFunc("/embeds", func(w http.ResponseWriter, r *http.Request) {
		e2e.HTML(w, `<button id=x onclick="frames[0].postMessage(1, '*')">x</button><iframe src="`+r.FormValue("url")+`"></iframe>`)
	})
	site.Mux.HandleFunc("/frame", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<script>onmessage = () => location = "`+site.On("a.test", "/f/slow")+`"</script>`)
	})
	// The person's, from before the agent comes: later the frame would not.
	theirs := b.OpenAsPerson(t, site.On("c.test", "/embeds?url="+site.On("blocked.test", "/frame")))
	tab := b.Open(t, site.On("a.test", "/blank.html"))
	embeds := func(url string) { // what a page embeds is its own doing
		b.Get(t, map[string]any{"type": "navigate", "tabId": tab, "url": site.On("a.test", "/embeds?url="+url)})
	}
	t.Run("one from a blocked domain that the page embeds is not asked for", func(t *testing.T) {
		asked := make(chan string, 9)
		site.Mux.HandleFunc("/asked", func(_ http.ResponseWriter, r *http.Request) { asked <- r.Host })
		site.Mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, site.On("blocked.test", r.FormValue("to")), http.StatusFound)
		})
		before := len(rows(b.Get(t, `{"type":"downloads"}`)))
		for _, url := range []string{site.On("blocked.test", "/asked"), site.On("a.test", "/away?to=/asked")} {
			embeds(url)
		}
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `await fetch("/asked")`})
		is.True(strings.HasPrefix(<-asked, "a.test")) // and nobody before
		is.Equal(len(rows(b.Get(t, `{"type":"downloads"}`))), before)
	})
	t.Run("one that the agent would fetch from there does not begin", func(t *testing.T) {
		before := len(rows(b.Get(t, `{"type":"downloads"}`)))
		for _, url := range []string{site.On("blocked.test", "/f/text"), site.On("a.test", "/away?to=/f/text")} {
			own := b.Open(t, site.On("a.test", "/blank.html"))
			b.Get(t, map[string]any{"type": "evaluate", "tabId": own, "expression": `document.body.innerHTML = '<a id=x href="` + url + `">x</a>'`})
			b.Refused(t, "domain_blocked", map[string]any{"type": "click", "tabId": own, "selector": "#x"})
		}
		is.Equal(len(rows(b.Get(t, `{"type":"downloads"}`))), before)
	})
	t.Run("one that a frame of a blocked domain began is cancelled", func(t *testing.T) {
		b.Get(t, map[string]any{"type": "claim_tab", "tabId": theirs})
		loaded(t, b, theirs)
		b.Get(t, map[string]any{"type": "click", "tabId": theirs, "selector": "#x"})
		cancelled()
		blocked(newest())
	})
	t.Run("one that was fine until its domain was blocked", func(t *testing.T) {
		second, third := b.Open(t, site.On("b.localhost", "/blank.html")), b.Open(t, site.On("c.localhost", "/blank.html"))
		link(second, site.On("b.localhost", "/f/text"))
		d := rows(b.Get(t, map[string]any{"type": "downloads", "do": "wait", "tabId": second}))[0]
		is.Equal(read(d), "theirs")
		b.Block(t, "blocked.test", "b.localhost")
		b.AwaitEnd(t, second)
		blocked(newest())
		b.Refused(t, "domain_blocked", map[string]any{"type": "downloads", "do": "read", "downloadId": d.id, "tabId": third})
	})
}

// The person's switch is in the extension's options.
func TestDownloads_off(t *testing.T) {
	is := is.New(t)
	b, site := e2e.New(t, e2e.Options{}), e2e.NewSite(t, pages, "pages")
	gaveUp := offer(t, site, map[string][]byte{"text": []byte("text")})
	tab := b.Open(t, site.URL("/files.html"))
	d := fetch(t, b, tab, "#text")
	b.InWorker(t, `chrome.storage.local.set({deniedCapabilities: ["download"]})`, nil)
	b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": "#slow"})
	select {
	case <-gaveUp: // the agent's own tab downloads nothing
	case <-time.After(10 * time.Second):
		t.Fatal("the browser goes on with the download")
	}
	for _, do := range []string{"list", "wait", "read", "cancel"} {
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "downloads", "do": do, "downloadId": d.id}), "options"))
	}
	b.InWorker(t, `chrome.storage.local.set({deniedCapabilities: []})`, nil)
	is.Equal(string(content(t, b, d.id, 0)), "text")
}

// Chrome's own switch for extensions, which is on for unpacked ones.
func TestDownloads_no_access_to_files(t *testing.T) {
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
	offer(t, site, map[string][]byte{"text": []byte("text")})
	d := fetch(t, b, b.Open(t, site.URL("/files.html")), "#text")
	is.Equal(d.state, "done")
	is.True(d.path != "") // an agent on the same machine has that
	var allowed bool
	b.InWorker(t, `chrome.extension.isAllowedFileSchemeAccess()`, &allowed)
	is.True(!allowed)
	message := b.Refused(t, "invalid_action", map[string]any{"type": "downloads", "do": "read", "downloadId": d.id})
	is.True(strings.Contains(message, "Allow access to file URLs"))
}
