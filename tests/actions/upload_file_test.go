package actions_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specUpload: files come to the page whole, in one part or in many, by its field, its label, a
// button that opens a chooser, or a place to drop them on.
func specUpload(t *testing.T, b *e2e.Product, site *e2e.Site) {
	serve(site, "/drop", `<div id=outer style="padding:20px"><p id=zone>Drop files here</p></div><p id=none>Here not</p><p id=out></p><script>
		let over=0;for(const k of ['dragenter','dragover'])outer.addEventListener(k,e=>{e.preventDefault();over++});
		outer.addEventListener('drop',async e=>{e.preventDefault();out.textContent=over+' '+(await Promise.all([...e.dataTransfer.files].map(async f=>f.name+' '+f.type+' '+await f.text()))).join()})</script>`)
	s := (&stage{b, site, 0}).show(t, "/upload.html")
	upload := func(t *testing.T, selector, name string, more map[string]any) (sums []any) {
		t.Helper()
		more["type"], more["tabId"], more["selector"], more["name"] = "upload_file", s.tab, selector, name
		for _, file := range b.Get(t, more)["files"].([]any) {
			sums = append(sums, file.(map[string]any)["sha256"])
		}
		return sums
	}
	text := func(words string) map[string]any { return map[string]any{"text": words} }
	got := func(n int) string { return site.Await(t, n, e2e.Type("got", ""))[0].Detail }
	const part = 720 << 10 // as base64 they are what one call may have
	for name, data := range map[string][]byte{"b.bin": {0, 255, 1, 128}, "empty": {}, "mb": pattern(1 << 20), "big": pattern(large())} {
		run(t, name+" in parts, as the page has it", func(t *testing.T, is asserts) {
			site.Forget()
			var sums []any
			for at := 0; at == 0 || at < len(data); at += part {
				end := min(at+part, len(data))
				sums = upload(t, "#one", name, map[string]any{"mime": "text/plain", "data": base64.StdEncoding.EncodeToString(data[at:end]), "append": at > 0, "more": end < len(data)})
			}
			is.Equal(sums, []any{sum(data)})
			is.Equal(got(1), fmt.Sprintf("%s %d text/plain %s", name, len(data), sum(data)))
		})
	}
	run(t, "several into a hidden field, by its label", func(t *testing.T, is asserts) {
		site.Forget()
		upload(t, "#label", "1", map[string]any{"text": "one", "more": true})
		is.Equal(len(site.Seen(e2e.Type("got", ""))), 0) // nothing before the last
		is.Equal(len(upload(t, "#label", "2", text("two"))), 2)
		got(2)
	})
	run(t, "begun again, without what was given up", func(t *testing.T, is asserts) {
		site.Forget()
		upload(t, "#one", "a", map[string]any{"text": "half", "more": true})
		is.Equal(upload(t, "#one", "a", text("whole")), []any{sum([]byte("whole"))})
		upload(t, "#one", "b", map[string]any{"text": "half", "more": true})
		is.Equal(len(upload(t, "#label", "c", text("for another field"))), 1)
		is.Equal(len(site.Await(t, 2, e2e.Type("got", ""))), 2) // the page has both, and no third
	})
	run(t, "by a button that opens a chooser, also one that a click has opened", func(t *testing.T, is asserts) {
		site.Forget()
		upload(t, "#opener", "c", text("héllo"))
		is.Equal(got(1), "c 6  "+sum([]byte("héllo")))
		for _, line := range []string{"click #opener", "press_key: Enter", "click #one"} {
			is.Equal(s.do(t, line)["fileChooser"], true) // line
		}
		site.Forget()
		upload(t, "#opener", "d", text("then"))
		is.Equal(got(1), "d 4  "+sum([]byte("then")))
	})
	upload(t, "#one", "1", map[string]any{"text": "one", "more": true})
	for _, c := range [][2]string{
		{"two files, one place", `{"name":"2","text":"two"}`}, {"nothing to append to", `{"name":"x","append":true,"text":"x"}`}, {"no base64", `{"name":"x","data":"%%%"}`},
		{"a path", `{"name":"../x","text":"x"}`}, {"both", `{"name":"x","text":"x","data":"eA=="}`},
	} {
		s.rows(t, row{name: "refuses " + c[0], do: "upload_file #one " + c[1], code: "invalid_action"})
	}
	s.show(t, "/drop")
	is := is.New(t)
	is.Equal(upload(t, "#zone", "a.txt", map[string]any{"mime": "text/plain", "text": "héllo"}), []any{sum([]byte("héllo"))})
	is.Equal(s.js(t, "out.textContent"), "2 a.txt text/plain héllo")
	is.True(strings.Contains(s.no(t, "invalid_action", `upload_file #none {"name":"a.txt","text":"x"}`), "takes no files"))
	s.show(t, site.On("a.test", "/upload.html")) // an http page, which has no WebCrypto
	is.Equal(upload(t, "#one", "a", text("héllo")), []any{sum([]byte("héllo"))})
}
