package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// What an extract does beside reading, for the core.
func TestDoor_Extract(t *testing.T) {
	t.Run("it counts what may have a closed shadow root until that was listed", func(t *testing.T) {
		is := is.New(t)
		p := open(t, "/shadow.html")
		is.Equal(p.extract(nil).Hosts, 0) // nobody asked
		n := p.extract(args{"hosts": true}).Hosts
		is.True(n > 0)
		is.Equal(p.extract(args{"hosts": true}).Hosts, n) // counting is no listing
		var listed, again int
		p.isolated("__bua.hosts().length", &listed)
		p.isolated("__bua.hosts().length", &again)
		is.Equal([]int{listed, again}, []int{n, 0})
		is.Equal(p.extract(args{"hosts": true}).Hosts, 0)
		p.page("document.body.append(document.createElement('div'));document.body.lastChild.style.height='5px'", nil)
		is.Equal(p.extract(args{"hosts": true}).Hosts, 1)
	})

	t.Run("it leaves a frame unread that is too small to hold anything", func(t *testing.T) {
		is := is.New(t)
		p := html(t, "<p>Told</p>")
		a := p.extract(args{"sizable": true})
		is.True(!a.Small && strings.Contains(a.Markdown, "Told"))
		p.send("Emulation.setDeviceMetricsOverride", map[string]any{"width": 39, "height": 300, "deviceScaleFactor": 1, "mobile": false}, nil)
		a = p.extract(args{"sizable": true, "base": 7})
		is.True(a.Small && a.Markdown == "")
		is.Equal(a.Next, 7)
		is.True(!p.extract(nil).Small) // the page itself is always read
		size := p.do("viewport", nil)
		is.Equal([]int{size.Width, size.Height}, []int{39, 300})
	})

	t.Run("it waits for a document that is still being parsed, as long as it is told", func(t *testing.T) {
		is := is.New(t)
		p := html(t, "")
		p.page("document.open();document.write('<p>First</p>')", nil)
		is.True(!strings.Contains(p.extract(args{"parsed": 1}).Markdown, "Last"))
		p.page("setTimeout(()=>{document.write('<p>Last</p>');document.close()},50)", nil)
		is.True(strings.Contains(p.extract(args{"parsed": 60_000}).Markdown, "Last"))
	})
}

// What yes or no answers: where keys go.
func TestDoor_Questions(t *testing.T) {
	is := is.New(t)
	p := html(t, `<input id=i><button id=b>Go</button><iframe id=f srcdoc="<input>"></iframe>`)
	ask := func(op string) bool { return p.do(op, nil).Yes }
	is.True(ask("nowhere") && !ask("takes") && ask("aim")) // a body may have a closed shadow root
	p.page("i.focus()", nil)
	is.True(!ask("nowhere") && ask("takes") && !ask("aim"))
	is.True(ask("hold"))
	answered := time.Now()
	p.isolated("0", nil)
	is.True(time.Since(answered) > 300*time.Millisecond) // the answer has left before the second in which no script runs
	p.page("b.focus()", nil)
	is.True(!ask("hold")) // it is not where it was when that was asked
	is.True(!ask("nowhere") && !ask("takes") && !ask("aim"))
	p.page("f.focus()", nil)
	is.True(ask("aim"))
}

func TestDoor_Arrival(t *testing.T) {
	is := is.New(t)
	p := html(t, `<button>Go</button>`)
	p.do("expect", args{"event": "mousedown"})
	is.True(!p.do("came", nil).Yes)
	p.press(20, 20)
	is.True(p.do("came", nil).Yes)
	p.do("expect", args{"event": "mousedown"})
	is.True(!p.do("came", nil).Yes)
}

func TestDoor_Refuses(t *testing.T) {
	is := is.New(t)
	p := html(t, "")
	for _, op := range []string{"", "extracts", "toString", "__proto__", "hosts"} {
		is.Equal(p.fails(op, nil, "invalid_action"), "The page engine has no such operation.")
	}
	p.do("drawn", nil)
	is.True(p.do("here", nil).URL != "")
}
