package page_test

import (
	"testing"

	"github.com/matryer/is"
)

// The key that presses a covered control reaches nothing else, wherever the focus has gone.
func TestGuard_key(t *testing.T) {
	const card = `<article style="position:relative"><a href="#x" style="position:absolute;inset:0">All of it</a><button id=a>Keep</button></article><button id=b>Delete</button>
		<script>log=[];for(const e of [a,b])for(const k of ["keydown","keyup","click"])e.addEventListener(k,()=>log.push(e.textContent+" "+k))</script>`
	for _, row := range []struct {
		name, between string
		missed        bool
		log           []string
	}{
		{"in place", "1", false, []string{"Keep keydown", "Keep click", "Keep keyup"}},
		{"the focus has moved", "b.focus()", true, nil},
		{"it has become another", "a.textContent='Delete all'", true, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			p := html(t, card)
			uid := p.extract(nil).named(t, "Keep").UID
			p.do("watch", nil)
			p.fails("point", args{"uid": uid, "intent": "click"}, "invalid_action") // no key was allowed
			p.do("point", args{"uid": uid, "intent": "click", "keys": true})
			p.page(row.between, nil)
			for _, typ := range []string{"keyDown", "keyUp"} {
				p.send("Input.dispatchKeyEvent", map[string]any{"type": typ, "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}, nil)
			}
			is.Equal(p.do("settled", nil).Missed, row.missed)
			var log []string
			p.page("log", &log)
			is.Equal(len(log), len(row.log))
			for i := range row.log {
				is.Equal(log[i], row.log[i])
			}
		})
	}
}
