package debugger_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/protocol"
)

// framed serves a page with a frame of another site, and in that one a frame
// of the first site again.
func framed(t *testing.T) (b *bench, other string) {
	outside := func() string { return strings.Replace(b.url, "127.0.0.1", "localhost", 1) }
	b = newBench(t, map[string]http.HandlerFunc{
		"/": func(w http.ResponseWriter, r *http.Request) {
			html(`<h1>main page</h1><div style="height:1500px"></div><iframe id=f style="margin:30px 0 0 50px;width:500px;height:300px;transform:scale(.9);transform-origin:0 0" src="`+outside()+`/in"></iframe>`)(w, r)
		},
		"/in": func(w http.ResponseWriter, r *http.Request) {
			html(`<title>in</title><p>frame text marker</p><input id=i aria-label="inner field"><button id=b>inner button</button>
<div style="height:600px"></div><iframe style="width:300px;height:100px" src="`+b.url+`/deep"></iframe>`)(w, r)
		},
		"/deep": html(`<button id=d>deep button</button>`),
	})
	b.goTo("/")
	b.await("frames", func() bool { return b.child("/in") != "" && b.child("/deep") != "" })
	return b, outside()
}

func (b *bench) extract() (protocol.ExtractResult, map[string]string) {
	b.t.Helper()
	res, err := b.run(protocol.Extract{})
	b.NoErr(err)
	x := res.(protocol.ExtractResult)
	uids := map[string]string{}
	for _, e := range x.Elements {
		uids[e.Name] = e.UID
	}
	return x, uids
}

func TestFrames(t *testing.T) {
	b, other := framed(t)
	x, uids := b.extract()
	b.True(strings.Contains(x.Markdown, "frame text marker"))
	b.True(strings.Contains(x.Text, "frame text marker"))
	for _, e := range x.Elements {
		if e.Name == "inner button" {
			b.Equal(e.Frame, other)
		}
	}
	act := func() {
		t.Helper()
		b.ok(protocol.Click{Target: protocol.Target{UID: uids["inner button"]}})
		b.Equal(b.evalIn("/in", `seen.filter(e=>e.kind=="click"&&e.on=="b"&&e.trusted).length`), "1")
		b.ok(protocol.Click{Target: protocol.Target{UID: uids["deep button"]}})
		b.Equal(b.evalIn("/deep", `seen.filter(e=>e.kind=="click"&&e.on=="d"&&e.trusted).length`), "1")
		b.ok(protocol.Type{Target: protocol.Target{UID: uids["inner field"]}, Text: "abc"})
		b.Equal(b.evalIn("/in", "i.value"), `"abc"`)
		b.evalIn("/in", "i.value='';seen.length=0")
		b.evalIn("/deep", "seen.length=0")
	}
	act()
	b.restart()
	b.ok(protocol.Scroll{Direction: protocol.ScrollUp, Amount: 5000})
	b.await("frames", func() bool { return b.child("/in") != "" && b.child("/deep") != "" })
	act() // references live as long as the documents, not as long as the worker
	_, again := b.extract()
	b.Equal(again["inner button"], uids["inner button"])
}

func TestFrames_Refused(t *testing.T) {
	b, other := framed(t)
	b.guard.refuse = []string{other}
	x, uids := b.extract()
	b.True(!strings.Contains(x.Markdown+x.Text, "frame text marker"))
	b.Equal(uids["inner button"], "")
	b.refused(protocol.Click{Target: sel("#f")}, protocol.CodeDomainBlocked)
	b.Equal(b.evalIn("/in", `seen.filter(e=>e.kind!="scroll").length`), "0")
	b.eval("f.focus()")
	b.refused(protocol.PressKey{Key: "a"}, protocol.CodeDomainBlocked)
	b.Equal(b.evalIn("/in", `seen.filter(e=>e.kind=="keydown").length`), "0")
	b.eval("f.blur()")
	b.ok(protocol.PressKey{Key: "a"})
	b.evalIn("/in", "document.documentElement.style.background='#000'")
	img, _ := b.picture(protocol.Screenshot{FullPage: true})
	_, y := 0, 1700
	r, _, _, _ := img.At(200, y).RGBA()
	b.True(r > 0xf000) // not the frame's black
	b.Equal(b.eval("getComputedStyle(f).visibility"), `"visible"`)
}

func TestFrames_SameProcess(t *testing.T) {
	b := newBench(t, map[string]http.HandlerFunc{
		"/":        html(`<p>main text</p><iframe id=f src=/secret></iframe>`),
		"/secret":  html(`<p>hidden marker</p><button>hidden button</button>`),
		"/another": html("x"),
	})
	b.goTo("/")
	x, _ := b.extract()
	b.True(strings.Contains(x.Text, "hidden marker"))
	// A path cannot be refused in the product; it stands for another host of
	// the same site, whose frame shares the process.
	b.guard.refuse = []string{"/secret"}
	b.refused(protocol.Click{Target: sel("#f")}, protocol.CodeDomainBlocked)
}
