package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestExternal(t *testing.T) { onEach(t, specExternal) }

// specExternal: Chrome detaches from a page that has another program open an
// address. That is what the click was for, so it is no failure and says what
// was opened; the page stays as it was.
func specExternal(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/contact", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<a id=mail href="mailto:ann@mail.test">Write</a>
			<a id=tel href="tel:+15550100">Call</a>
			<a id=frame target=f href="mailto:bob@mail.test">Write in a frame</a><iframe name=f></iframe>
			<button id=script onclick="location.href='meet://meet.test/1'">Join</button><button>Plain</button>`)
	})
	for _, c := range []struct{ selector, opens string }{
		{"#mail", "mailto:ann@mail.test"}, {"#tel", "tel:+15550100"}, {"#frame", "mailto:bob@mail.test"}, {"#script", "meet://meet.test/1"},
	} {
		t.Run(c.selector, func(t *testing.T) {
			is := is.New(t)
			site.Forget()
			tab := b.Open(t, site.URL("/contact")) // a new one, for the browser may ask the person in it
			plain := b.Extract(t, tab, nil).UID(t, "button", "Plain")
			out := b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": c.selector})
			effects, _ := out["effects"].(map[string]any)
			if c.selector != "#script" || effects["unsettled"] == nil { // a script's address may be lost on the way
				is.Equal(effects["external"], c.opens)
			}
			is.True(effects["navigated"] == nil)
			site.Await(t, 1, e2e.Type("click", c.selector[1:]))
			is.Equal(b.Extract(t, tab, nil).UID(t, "button", "Plain"), plain)
		})
	}
}

func TestLost(t *testing.T) { onEach(t, specLost) }

// specLost: while the browser asks the person something it keeps all input from
// the page, and says that it has dispatched it.
func specLost(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/pointer.html"))
	page, err := b.CDP.AwaitTarget(t.Context(), "page", "/pointer.html")
	is.NoErr(err)
	session, err := b.CDP.Attach(t.Context(), page.TargetID)
	is.NoErr(err)
	ignore := func(on bool) {
		is.NoErr(b.CDP.Send(t.Context(), session, "Input.setIgnoreInputEvents", map[string]any{"ignore": on}, nil))
	}
	press := map[string]any{"type": "click", "selector": "#plain", "tabId": tab}
	ignore(true)
	says := b.Refused(t, "internal_error", press)
	is.True(strings.Contains(says, "ask them to look at the tab"))
	is.True(!strings.Contains(says, "outcome unknown"))
	ignore(false)
	b.Get(t, press)
	is.Equal(len(site.Await(t, 1, e2e.Type("click", "plain"))), 1)
}
