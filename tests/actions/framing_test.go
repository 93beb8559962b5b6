package actions_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specPinched: a person has zoomed in with two fingers. A press lands where it is meant to, in
// a frame of another process too, and none in a frame that is refused.
func specPinched(t *testing.T, b *e2e.Product, site *e2e.Site) {
	at := func(x, y int) string {
		return fmt.Sprintf(`style="position:absolute;left:%dpx;top:%dpx;width:80px;height:40px;border:0"`, x, y)
	}
	serve(site, "/pinched", `<title>pinched</title><button id=far `+at(900, 500)+` onclick="tell('far')">Far</button><button id=near `+at(100, 100)+` onclick="tell('near')">Near</button>
		<iframe id=good src="`+site.On("b.test", "/pinched-in")+`" `+at(1000, 500)+`></iframe><iframe id=bad src="`+site.On("bad.test", "/pinched-in")+`" `+at(1100, 500)+`></iframe>`)
	serve(site, "/pinched-in", `<title>in</title><button style="position:absolute;inset:0" onclick="tell('in')">In it</button>`)
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, site.On("a.test", "/pinched"))
	framesOf(t, b, s.tab, "/pinched", "b.test", "bad.test")
	page, err := b.CDP.AwaitTarget(t.Context(), "page", "/pinched")
	is.NoErr(err)
	session, err := b.CDP.Attach(t.Context(), page.TargetID)
	is.NoErr(err)
	is.NoErr(b.CDP.Send(t.Context(), session, "Input.synthesizePinchGesture", map[string]any{"x": 950, "y": 500, "scaleFactor": 2}, nil))
	is.True(s.js(t, "visualViewport.offsetLeft").(float64) > 100) // Near is out of sight
	b.Block(t, "bad.test")
	s.rows(t,
		row{name: "far", do: "click #far", told: "far "},
		row{name: "in a frame", do: "click @In it", told: "in "},
		row{name: "near", do: "click #near", told: "near "},
		row{name: "in one that is refused", do: "click #bad", code: "domain_blocked"},
	)
}

// specSrcdoc: a frame without an address of its own, as mail readers make one for each letter,
// is of the frame around it, and allowed or not as that is.
func specSrcdoc(t *testing.T, b *e2e.Product, site *e2e.Site) {
	serve(site, "/letter", `<iframe sandbox="allow-scripts" srcdoc="<p>Dear reader</p><button onclick=&quot;this.textContent='Pressed'&quot;>Sandboxed</button>"></iframe>`)
	serve(site, "/outer", `<p>Outer</p><iframe src="`+site.On("b.test", "/letter")+`"></iframe>`)
	s := &stage{b, site, 0}
	reads := func(text string) bool { return strings.Contains(b.Try(t, s.act(t, "extract")).Text, text) }
	for _, path := range []string{"/letter", "/outer"} {
		s.show(t, site.On("a.test", path))
		e2e.Await(t, "the letter is read", func() bool { return reads("Sandboxed") })
		s.do(t, "click @Sandboxed")
		e2e.Await(t, "it is pressed", func() bool { return reads("Pressed") })
	}
	b.Block(t, "b.test")
	e2e.Await(t, "the letter is refused", func() bool { return !reads("Dear reader") })
	is.New(t).True(reads("Outer"))
}

// specWebdriver: navigator.webdriver reads false in whatever document of a tab the agent works
// in, those in other processes included. The browsers of the tests are started in ways that
// make it read true.
func specWebdriver(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := &stage{b, site, 0}
	for _, host := range []string{"a.test", "c.test"} {
		s.show(t, site.On(host, "/matrix.html"))
		frame := framesOf(t, b, s.tab, "matrix", "about:srcdoc", "b.test")
		for _, part := range []string{"matrix", "about:srcdoc", "b.test"} {
			got := b.Get(t, map[string]any{"type": "evaluate", "tabId": s.tab, "expression": "return navigator.webdriver", "frameId": frame(part)})["value"]
			is.New(t).Equal(got, false) // part
		}
	}
}

// specBlockedFrames puts a frame of a domain on the blocklist into a page that
// is allowed: once in a process of its own, once in the page's.
func specBlockedFrames(t *testing.T, b *e2e.Product, site *e2e.Site) {
	for query, host := range map[string]string{"?b": "b.test", "?sub": "sub.a.test"} {
		run(t, host, func(t *testing.T, is asserts) {
			b.Block(t)
			s := (&stage{b, site, 0}).show(t, site.On("a.test", "/around.html"+query))
			frame := framesOf(t, b, s.tab, "/around.html", host)(host)
			in := `"frameId":"` + frame + `"}`
			page := b.Get(t, s.act(t, "extract {"+in))
			is.True(strings.Contains(page["markdown"].(string), "Inner text"))
			uid := `"uid":"` + named(t, page, "Go")["uid"].(string) + `"}`
			b.Block(t, host)
			e2e.Await(t, "the new list is in force", func() bool {
				return b.Try(t, map[string]any{"type": "evaluate", "tabId": s.tab, "frameId": frame, "expression": "return 1"}).Code == "domain_blocked"
			})
			site.Forget()
			for _, line := range []string{
				"click #go {" + in, "type #field: x {" + in, "extract {" + in, "find: go {" + in, "wait_for #go {" + in,
				`fill_form {"fields":[{"selector":"#field","value":"x"}],` + in, `upload_file #field {"name":"a","text":"x",` + in,
				"click #other", "drag #go: #other", // the frame itself
				"click {" + uid, "hover {" + uid, "type: x {" + uid,
			} {
				is.True(strings.Contains(s.no(t, "domain_blocked", line), "blocklist")) // what is in the way
			}
			for _, kind := range []string{"extract", "console", "frames"} {
				got := b.Try(t, s.act(t, kind))
				is.Equal(got.Code, "")
				is.True(!strings.Contains(fmt.Sprint(got.Result)+got.Text, "Inner")) // kind
				is.True(!strings.Contains(fmt.Sprint(got.Result), host))             // nor where it is
			}
			is.Equal(len(blockedIn(t, s)), 1)
			s.do(t, "click #go") // the page around it goes on
			is.Equal(site.Await(t, 1, e2e.Type("hit", ""))[0].Host, "a.test")
			for _, h := range site.Seen(func(h e2e.PageEvent) bool { return h.Host == host }) {
				t.Errorf("the blocked frame saw %+v", h)
			}
		})
	}
}

// specFrameChurn acts in a page whose frames come and go all the time. What
// was aimed at gets the press, or nothing does and the agent is told.
func specFrameChurn(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, site.On("a.test", "/churn.html"))
	pressed, tried, late := map[string]int{}, 0, 0
	felt := func(where string) int {
		return len(site.Seen(func(h e2e.PageEvent) bool { return h.Type == "hit" && h.Detail == where }))
	}
	there := func(where string) bool {
		return strings.Contains(fmt.Sprint(b.Get(t, s.act(t, "frames"))), "leaf.html"+where+"]")
	}
	// press clicks, and waits until that was felt or the frame is gone: so no
	// later click is taken for it.
	press := func(where, line string) {
		t.Helper()
		before := felt(where)
		pressed[where]++
		tried++
		switch got := b.Try(t, s.act(t, line)); got.Code {
		case "":
			e2e.Await(t, "it is felt", func() bool { return felt(where) > before || where != "main" && !there(where) })
		case "element_stale", "element_not_found", "invalid_action":
			if late++; where == "main" {
				t.Errorf("a click in the page itself: %s: %s", got.Code, got.Message)
			}
		default:
			t.Errorf("a click for %s: %s: %s", where, got.Code, got.Message)
		}
	}
	want := amount(70, 24)
	if os.Getenv("BUA_TRIALS") == "long" {
		want = 200
	}
	for tried < want {
		press("main", "click #go")
		for _, row := range b.Get(t, s.act(t, "frames"))["frames"].([]any) {
			f := row.(map[string]any)
			url, _ := f["url"].(string)
			if _, n, ok := strings.Cut(url, "leaf.html?"); ok {
				press("?"+n, `click #go {"frameId":"`+f["frameId"].(string)+`"}`)
			}
		}
		for _, e := range b.Extract(t, s.tab, nil).Elements {
			if _, n, ok := strings.Cut(e.Name, "Go "); ok {
				press("?"+n, `click {"uid":"`+e.UID+`"}`)
			}
		}
	}
	settle(t, b, s.tab)
	for _, hit := range site.Seen(e2e.Type("hit", "")) {
		if felt(hit.Detail) > pressed[hit.Detail] {
			t.Errorf("%s felt %d clicks, and %d were for it", hit.Detail, felt(hit.Detail), pressed[hit.Detail])
		}
	}
	t.Logf("of %d clicks %d came too late", tried, late)
}
