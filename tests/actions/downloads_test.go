package actions_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

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
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.bin"`)
		w.Header().Set("Content-Type", "application/octet-stream")
		if data := files[name]; data != nil {
			w.Header().Set("Content-Length", fmt.Sprint(len(data)))
			_, _ = w.Write(data)
			return
		}
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
	})
	return gone
}

// download is one row of the action's answer.
type download struct {
	DownloadID, State, Name, URL, Path string
	Bytes                              int
}

// downloads does the action, as JSON, and returns the rows of its answer.
func downloads(t *testing.T, b *e2e.Product, tab int, more string) (list []download) {
	t.Helper()
	action := (&stage{b, nil, tab}).act(t, "downloads "+more)
	if tab == 0 {
		delete(action, "tabId")
	}
	data, err := json.Marshal(b.Get(t, action)["downloads"])
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func newest(t *testing.T, b *e2e.Product) download {
	t.Helper()
	list := downloads(t, b, 0, "{}")
	if len(list) == 0 {
		return download{}
	}
	return list[len(list)-1]
}

// finished waits for the end of a download.
func finished(t *testing.T, b *e2e.Product, id string) download {
	t.Helper()
	return downloads(t, b, 0, fmt.Sprintf(`{"do":"wait","timeoutMs":30000,"downloadId":%q}`, id))[0]
}

// fetch starts a download with a click, waits for its end, and returns it.
func fetch(t *testing.T, b *e2e.Product, tab int, selector string) download {
	t.Helper()
	before := newest(t, b).DownloadID
	if ids, _ := (&stage{b, nil, tab}).do(t, "click "+selector)["downloadIds"].([]any); len(ids) > 0 {
		return finished(t, b, ids[0].(string))
	}
	e2e.Await(t, "it has begun", func() bool { return newest(t, b).DownloadID != before }) // later than the click ends
	return finished(t, b, newest(t, b).DownloadID)
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
			is.New(t).Equal(part["sha256"], sum(all))
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
	s := (&stage{b, site, 0}).show(t, "/files.html")
	read := func(d download) string { return string(content(t, b, d.DownloadID, 0)) }
	refused := func(t *testing.T, code, more string) { t.Helper(); s.no(t, code, "downloads "+more) }
	for name, limit := range map[string]int{"empty": 768 << 10, "text": 768 << 10, "mb": 0, "big": 768 << 10} { // 0 is what it is without one
		run(t, name+" is the same on both sides", func(t *testing.T, is asserts) {
			d := fetch(t, b, s.tab, "#"+name)
			is.True(strings.HasSuffix(d.Path, name+".bin"))
			is.Equal(download{d.DownloadID, "done", name + ".bin", site.URL("/f/" + name), d.Path, len(files[name])}, d)
			is.True(bytes.Equal(content(t, b, d.DownloadID, limit), files[name]))
		})
	}
	run(t, "a file that the page has made, and one in a tab that it opens for it", func(t *testing.T, is asserts) {
		d := fetch(t, b, s.tab, "#blob")
		is.Equal(d.Name+read(d), "made.txtmade in the page")
		d = fetch(t, b, s.tab, "#apart")
		is.Equal(d.URL+read(d), site.URL("/f/text?apart")+"héllo")
		is.True(strings.HasPrefix(d.Name, "text"))
	})
	t.Run("one whose address the agent opens", func(t *testing.T) {
		for _, action := range []map[string]any{
			{"type": "navigate", "tabId": s.tab, "url": site.URL("/f/other?navigated")}, {"type": "open_tab", "url": site.URL("/f/other?opened")},
		} {
			b.Try(t, action) // whether that is a success is not what this is about
			e2e.Await(t, "it has begun", func() bool { return newest(t, b).URL == action["url"] })
			is.New(t).Equal(read(finished(t, b, newest(t, b).DownloadID)), "another")
		}
	})
	is.New(t).Equal(len(site.Seen(e2e.Type("file event", "")))+len(site.Seen(e2e.Type("file field", ""))), 0) // the page sees nothing of it
	run(t, "two under way at once", func(t *testing.T, is asserts) {
		second := b.Open(t, site.URL("/files.html"))
		s.do(t, "click #slow")
		is.Equal(read(fetch(t, b, second, "#other")), "another")
		list := downloads(t, b, s.tab, "{}")
		slow := list[len(list)-1]
		is.Equal(slow.State, "in_progress")
		refused(t, "timeout", `{"do":"wait","timeoutMs":200,"downloadId":"`+slow.DownloadID+`"}`)
		refused(t, "invalid_action", `{"do":"read","downloadId":"`+slow.DownloadID+`"}`)
		is.Equal(downloads(t, b, 0, `{"do":"cancel","downloadId":"`+slow.DownloadID+`"}`)[0].State, "canceled")
		is.Equal(len(downloads(t, b, second, "{}")), 1)
	})
	run(t, "one that breaks off is interrupted and cannot be read", func(t *testing.T, is asserts) {
		d := fetch(t, b, s.tab, "#cut")
		is.Equal(d.State+d.Path, "interrupted")
		refused(t, "invalid_action", `{"do":"read","downloadId":"`+d.DownloadID+`"}`)
	})
	t.Run("read after the core's life was cut", func(t *testing.T) {
		d := fetch(t, b, s.tab, "#text")
		b.Kill(t)
		e2e.Await(t, "it is read", func() bool { // what the old life got ends as "outcome unknown", and the next as not connected
			a := b.Try(t, map[string]any{"type": "downloads", "do": "read", "downloadId": d.DownloadID})
			return a.Code == "" && b.Try(t, `{"type":"downloads"}`).Code == "" && a.Result["sha256"] == sum([]byte("héllo"))
		})
	})
}
