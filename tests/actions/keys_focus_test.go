package actions_test

import (
	"slices"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// input are the events that tell of input, as opposed to focus.
var input = []string{"keydown", "keyup", "input", "change", "click", "mousedown"}

// specKeysFocus: keys and text go to the frame that has the focus, so a frame
// of a domain on the blocklist must not have it, however the page hides the
// frame and whenever it moves the focus. The frame stands in the person's tab before
// the agent gets it: afterwards it would not come.
func specKeysFocus(t *testing.T, b *e2e.Product, site *e2e.Site) {
	places, ways := []string{"plain", "open", "closed", "nested"}, []string{"focus", "later", "blur", "keydown", "beforeinput", "frames", "turns", "fast"}
	ofPlaces, ofWays := size.Pairs(2, len(places)), size.Pairs(2, len(ways))
	for n, host := range []string{"b.test", "sub.a.test"} { // in another process, of the same site
		t.Run(host, func(t *testing.T) {
			s := &stage{b, site, 0}
			open := func(t *testing.T, query string) {
				t.Helper()
				site.Forget()
				b.Block(t)
				e2e.Await(t, "the frame has come", func() bool { // a host that does not know yet that the list is empty refuses it
					if s.tab != 0 { // a page that keeps busy slows the others of its site down
						b.CloseAsPerson(t, s.tab)
					}
					s.tab = b.OpenAsPerson(t, site.On("a.test", "/keys.html?of="+host+query))
					return b.Title(t, s.tab) == "taken"
				})
				b.Block(t, host)
				s.do(t, "claim_tab")
				loaded(t, b, s.tab)
				e2e.Await(t, "the frame is refused", func() bool { return len(blockedIn(t, s)) > 0 })
			}
			nothing := func(t *testing.T) {
				t.Helper()
				s.js(t, "told()")
				for _, h := range site.Seen(func(h e2e.PageEvent) bool { return h.Host == host && slices.Contains(input, h.Type) }) {
					t.Errorf("the blocked frame got %+v", h)
				}
			}
			for i, in := range places {
				t.Run("which has the focus, "+in, func(t *testing.T) {
					if !ofPlaces(n, i) {
						size.LeaveToAll(t, size.Pair)
					}
					is := is.New(t)
					open(t, "&in="+in)
					s.do(t, "evaluate: into(); await told()")
					for _, key := range []string{"x", "Enter", "Tab", "Control+a"} {
						s.no(t, "domain_blocked", "press_key: "+key)
					}
					s.do(t, "type #mine: one", "press_key: x") // takes it away
					b.Get(t, s.fill("#day", "2026-01-31", "#rich", "two"))
					is.Equal(s.js(t, "[mine.value, day.value, rich.textContent].join()"), "onex,2026-01-31,two")
					nothing(t)
				})
			}
			for i, how := range ways {
				t.Run("to which the page moves the focus, "+how, func(t *testing.T) {
					if !ofWays(n, i) {
						size.LeaveToAll(t, size.Pair)
					}
					open(t, "")
					s.do(t, "evaluate: steal."+how+"()")
					try := func(codes []string, lines ...string) {
						for _, line := range lines {
							if code := b.Try(t, s.act(t, line)).Code; codes != nil && !slices.Contains(codes, code) {
								t.Errorf("%s: answered %s", line, code)
							}
						}
					}
					for range amount(3, 1) {
						try(nil, "type #mine: canary", "fill_form #mine: canary", "fill_form #mine: ", "type #day: 2026-01-31", "type #rich: canary\ntwo")
					}
					try([]string{"", "domain_blocked", "invalid_action"}, `type #mine: a b {"keys":true}`)
					for range amount(4, 2) {
						try([]string{"", "domain_blocked"}, "press_key: x", "press_key: Enter")
					}
					nothing(t)
				})
			}
			run(t, "beside which the page goes on", func(t *testing.T, is asserts) {
				open(t, "")
				s.do(t, "type @Name: one") // the field of the frame that is allowed
				site.Forget()
				s.do(t, "press_key: x")
				got := site.Await(t, 1, e2e.Type("input", "name"))[0]
				is.Equal([]string{got.Detail, got.Host}, []string{"onex", "c.test"})
				s.do(t, "press_key: Backspace", "click #mine", "press_key: y")
				is.Equal(site.Await(t, 1, e2e.Type("input", "mine"))[0].Detail, "y")
				nothing(t)
			})
			t.Run("into which Tab goes", func(t *testing.T) {
				open(t, "")
				s.do(t, "click #rich")
				site.Forget()
				for range 3 {
					_ = b.Try(t, s.act(t, "press_key: Tab"))
				}
				site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Host == host && h.Type == "focusin" }) // it went there
				nothing(t)
			})
		})
	}
}

// blockedIn are the frames of a tab that are blocked.
func blockedIn(t *testing.T, s *stage) (list []any) {
	t.Helper()
	for _, f := range s.Get(t, s.act(t, "frames"))["frames"].([]any) {
		if f.(map[string]any)["blocked"] == true {
			list = append(list, f)
		}
	}
	return list
}
