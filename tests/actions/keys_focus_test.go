package actions_test

import (
	"slices"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

func TestKeys_Focus(t *testing.T) { onEach(t, specKeysFocus) }

// input are the events that tell of input, as opposed to focus.
var input = []string{"keydown", "keyup", "input", "change", "click", "mousedown"}

// specKeysFocus: keys and text go to the frame that has the focus, so a frame
// of a domain on the blocklist must not have it, however the page hides the
// frame and whenever it moves the focus. The frame stands in the person's tab before
// the agent gets it: afterwards it would not come.
func specKeysFocus(t *testing.T, b *e2e.Product, site *e2e.Site) {
	places, ways := []string{"plain", "open", "closed", "nested"}, []string{"focus", "later", "blur", "keydown", "beforeinput", "frames", "turns", "fast"}
	ofPlaces, ofWays := size.Pairs(2, len(places)), size.Pairs(2, len(ways))
	for n, of := range []struct{ name, host string }{{"in another process", "b.test"}, {"of the same site", "sub.a.test"}} {
		t.Run(of.name, func(t *testing.T) {
			b.Block(t, of.host)
			last := 0
			nothing := func(t *testing.T, tab int) {
				t.Helper()
				b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return told()"})
				for _, h := range site.Seen(func(h e2e.PageEvent) bool { return h.Host == of.host && slices.Contains(input, h.Type) }) {
					t.Errorf("the blocked frame got %+v", h)
				}
			}
			open := func(t *testing.T, query string) (tab int, do func(kind string, more map[string]any) e2e.Answer) {
				t.Helper()
				site.Forget()
				if last != 0 { // a page that keeps busy slows the others of its site down
					b.CloseAsPerson(t, last)
				}
				tab = b.OpenAsPerson(t, site.On("a.test", "/keys.html?of="+of.host+query))
				last = tab
				b.Get(t, map[string]any{"type": "claim_tab", "tabId": tab})
				loaded(t, b, tab)
				e2e.Await(t, "it is so", func() bool {
					for _, f := range b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any) {
						if f.(map[string]any)["blocked"] == true {
							return true
						}
					}
					return false
				})
				return tab, func(kind string, more map[string]any) e2e.Answer {
					action := map[string]any{"type": kind, "tabId": tab}
					for k, v := range more {
						action[k] = v
					}
					return b.Try(t, action)
				}
			}

			for i, in := range places {
				t.Run("which has the focus, "+in, func(t *testing.T) {
					if !ofPlaces(n, i) {
						size.LeaveToAll(t, size.Pair)
					}
					is := is.New(t)
					tab, do := open(t, "&in="+in)
					is.Equal(do("evaluate", map[string]any{"expression": "into(); await told()"}).Code, "")
					for _, key := range []string{"x", "Enter", "Tab", "Control+a"} {
						is.Equal(do("press_key", map[string]any{"key": key}).Code, "domain_blocked") // key
					}
					is.Equal(do("type", map[string]any{"selector": "#mine", "text": "one"}).Code, "") // takes it away
					is.Equal(do("press_key", map[string]any{"key": "x"}).Code, "")
					is.Equal(do("fill_form", map[string]any{"fields": []any{map[string]any{"selector": "#day", "value": "2026-01-31"}, map[string]any{"selector": "#rich", "value": "two"}}}).Code, "")
					is.Equal(do("evaluate", map[string]any{"expression": "return [mine.value, day.value, rich.textContent].join()"}).Result["value"], "onex,2026-01-31,two")
					nothing(t, tab)
				})
			}

			for i, how := range ways {
				t.Run("to which the page moves the focus, "+how, func(t *testing.T) {
					if !ofWays(n, i) {
						size.LeaveToAll(t, size.Pair)
					}
					tab, do := open(t, "")
					if code := do("evaluate", map[string]any{"expression": "steal." + how + "()"}).Code; code != "" {
						t.Fatal(code)
					}
					for range amount(3, 1) {
						do("type", map[string]any{"selector": "#mine", "text": "canary"})
						do("fill_form", map[string]any{"fields": []any{map[string]any{"selector": "#mine", "value": "canary"}}})
						do("fill_form", map[string]any{"fields": []any{map[string]any{"selector": "#mine", "value": ""}}})
						do("type", map[string]any{"selector": "#day", "text": "2026-01-31"})
						do("type", map[string]any{"selector": "#rich", "text": "canary\ntwo"})
					}
					if code := do("type", map[string]any{"selector": "#mine", "text": "a b", "keys": true}).Code; code != "" && code != "domain_blocked" && code != "invalid_action" {
						t.Errorf("keys: answered %s", code)
					}
					for range amount(4, 2) {
						for _, key := range []string{"x", "Enter"} {
							if code := do("press_key", map[string]any{"key": key}).Code; code != "" && code != "domain_blocked" {
								t.Errorf("%s: answered %s", key, code)
							}
						}
					}
					nothing(t, tab)
				})
			}

			t.Run("beside which the page goes on", func(t *testing.T) {
				is := is.New(t)
				tab, do := open(t, "")
				page := b.Extract(t, tab, nil)
				uid := ""
				for _, e := range page.Elements {
					if e.Frame != "" && e.Name == "Name" {
						uid = e.UID
					}
				}
				is.True(uid != "") // the field of the frame that is allowed
				is.Equal(do("type", map[string]any{"uid": uid, "text": "one"}).Code, "")
				site.Forget()
				is.Equal(do("press_key", map[string]any{"key": "x"}).Code, "")
				is.Equal(site.Await(t, 1, e2e.Type("input", "name"))[0].Detail, "onex")
				is.Equal(site.Seen(e2e.Type("input", "name"))[0].Host, "c.test")
				is.Equal(do("press_key", map[string]any{"key": "Backspace"}).Code, "")
				is.Equal(do("click", map[string]any{"selector": "#mine"}).Code, "")
				is.Equal(do("press_key", map[string]any{"key": "y"}).Code, "")
				is.Equal(site.Await(t, 1, e2e.Type("input", "mine"))[0].Detail, "y")
				nothing(t, tab)
			})

			t.Run("into which Tab goes", func(t *testing.T) {
				is := is.New(t)
				tab, do := open(t, "")
				is.Equal(do("click", map[string]any{"selector": "#rich"}).Code, "")
				site.Forget()
				for range 3 {
					do("press_key", map[string]any{"key": "Tab"})
				}
				site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Host == of.host && h.Type == "focusin" }) // it went there
				nothing(t, tab)
			})
		})
	}
	b.Block(t)
}
