package actions_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestUploadFile(t *testing.T) { onEach(t, specUpload) }

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

func specUpload(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/upload.html"))
	upload := func(selector, name string, more map[string]any) []any {
		more["type"], more["tabId"], more["selector"], more["name"] = "upload_file", tab, selector, name
		return b.Get(t, more)["files"].([]any)
	}

	t.Run("text, bytes and nothing", func(t *testing.T) {
		is := is.New(t)
		for name, data := range map[string][]byte{"a.txt": []byte("héllo"), "b.bin": {0, 255, 1, 128}, "empty": {}} {
			site.Forget()
			content := map[string]any{"mime": "text/plain", "data": base64.StdEncoding.EncodeToString(data)}
			if name == "a.txt" {
				content = map[string]any{"mime": "text/plain", "text": string(data)}
			}
			got := upload("#one", name, content)
			is.Equal(got[0].(map[string]any)["sha256"], sum(data))
			is.Equal(site.Await(t, 1, e2e.Type("got", ""))[0].Detail, fmt.Sprintf("%s %d text/plain %s", name, len(data), sum(data)))
		}
	})

	t.Run("a place to drop files on", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/drop", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<div id=outer style="padding:20px"><p id=zone>Drop files here</p></div><p id=none>Here not</p><p id=out></p><script>
				let over=0;for(const k of ['dragenter','dragover'])outer.addEventListener(k,e=>{e.preventDefault();over++});
				outer.addEventListener('drop',async e=>{e.preventDefault();out.textContent=over+' '+(await Promise.all([...e.dataTransfer.files].map(async f=>f.name+' '+f.type+' '+await f.text()))).join()})</script>`)
		})
		tab := b.Open(t, site.URL("/drop"))
		action := func(on string) map[string]any {
			return map[string]any{"type": "upload_file", "tabId": tab, "selector": on, "name": "a.txt", "mime": "text/plain", "text": "héllo"}
		}
		got := b.Get(t, action("#zone"))["files"].([]any)
		is.Equal(got[0].(map[string]any)["sha256"], sum([]byte("héllo")))
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return out.textContent", "tabId": tab})["value"], "2 a.txt text/plain héllo")
		is.True(strings.Contains(b.Refused(t, "invalid_action", action("#none")), "takes no files"))
	})

	t.Run("1 MB and many in parts, as the page has them", func(t *testing.T) {
		is := is.New(t)
		for name, size := range map[string]int{"mb": 1 << 20, "big": large()} {
			site.Forget()
			start := time.Now()
			data := pattern(size)
			const part = 720 << 10 // as base64 they are what one call may have
			var got []any
			for at := 0; at < len(data); at += part {
				end := min(at+part, len(data))
				got = upload("#one", name, map[string]any{"data": base64.StdEncoding.EncodeToString(data[at:end]), "append": at > 0, "more": end < len(data)})
			}
			is.Equal(got[0].(map[string]any)["sha256"], sum(data))
			is.Equal(site.Await(t, 1, e2e.Type("got", ""))[0].Detail, fmt.Sprintf("%s %d  %s", name, len(data), sum(data)))
			t.Logf("%s took %v", name, time.Since(start))
		}
	})

	t.Run("with its hash on an http page, which has no WebCrypto", func(t *testing.T) {
		is := is.New(t)
		http := b.Open(t, site.On("a.test", "/upload.html"))
		got := b.Get(t, map[string]any{"type": "upload_file", "tabId": http, "selector": "#one", "name": "a", "text": "héllo"})["files"].([]any)
		is.Equal(got[0].(map[string]any)["sha256"], sum([]byte("héllo")))
	})

	t.Run("several into a hidden field, by its label", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		upload("#label", "1", map[string]any{"text": "one", "more": true})
		is.Equal(len(site.Seen(e2e.Type("got", ""))), 0) // nothing before the last
		is.Equal(len(upload("#label", "2", map[string]any{"text": "two"})), 2)
		is.Equal(len(site.Await(t, 2, e2e.Type("got", ""))), 2)
	})

	t.Run("begun again, without what was given up", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		upload("#one", "a", map[string]any{"text": "half", "more": true})
		got := upload("#one", "a", map[string]any{"text": "whole"})
		is.Equal(len(got), 1)
		is.Equal(got[0].(map[string]any)["sha256"], sum([]byte("whole")))
		upload("#one", "b", map[string]any{"text": "half", "more": true})
		is.Equal(len(upload("#label", "c", map[string]any{"text": "for another field"})), 1)
		is.Equal(len(site.Await(t, 2, e2e.Type("got", ""))), 2) // the page has both, and no third
	})

	t.Run("by a button that opens a chooser", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		upload("#opener", "c", map[string]any{"text": "chosen"})
		is.Equal(site.Await(t, 1, e2e.Type("got", ""))[0].Detail, "c 6  "+sum([]byte("chosen")))
	})

	t.Run("a click that asks for a file says so, and upload_file answers it", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		for _, act := range []map[string]any{{"type": "click", "selector": "#opener"}, {"type": "press_key", "key": "Enter"}, {"type": "click", "selector": "#one"}} {
			act["tabId"] = tab
			fx, _ := b.Get(t, act)["effects"].(map[string]any)
			if fx["fileChooser"] != true {
				t.Errorf("%v answers %v", act, fx)
			}
		}
		upload("#opener", "d", map[string]any{"text": "then"})
		is.Equal(site.Await(t, 1, e2e.Type("got", ""))[0].Detail, "d 4  "+sum([]byte("then")))
	})

	t.Run("refuses what cannot be", func(t *testing.T) {
		upload("#one", "1", map[string]any{"text": "one", "more": true})
		for _, more := range []map[string]any{
			{"name": "2", "text": "two"},               // two files, one place
			{"name": "x", "append": true, "text": "x"}, // nothing to append to
			{"name": "x", "data": "%%%"},               // no base64
			{"name": "../x", "text": "x"},              // a path
			{"name": "x", "text": "x", "data": "eA=="}, // both
		} {
			more["type"], more["tabId"], more["selector"] = "upload_file", tab, "#one"
			b.Refused(t, "invalid_action", more)
		}
	})
}
