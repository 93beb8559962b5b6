package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specExternal: Chrome detaches from a page that has another program open an address. That is
// what the click was for, so it is no failure and says what was opened; the page stays.
func specExternal(t *testing.T, b *e2e.Product, site *e2e.Site) {
	serve(site, "/contact", `<a id=mail href="mailto:ann@mail.test">Write</a><a id=tel href="tel:+15550100">Call</a>
		<a id=frame target=f href="mailto:bob@mail.test">Write in a frame</a><iframe name=f></iframe>
		<button id=script onclick="location.href='meet://meet.test/1'">Join</button><button>Plain</button>`)
	for id, opens := range map[string]string{"mail": "mailto:ann@mail.test", "tel": "tel:+15550100", "frame": "mailto:bob@mail.test", "script": "meet://meet.test/1"} {
		run(t, id, func(t *testing.T, is asserts) {
			site.Forget()
			s := (&stage{b, site, 0}).show(t, "/contact") // a new one, for the browser may ask the person in it
			plain := b.Extract(t, s.tab, nil).UID(t, "button", "Plain")
			effects := s.do(t, "click #"+id)
			if id != "script" || effects["unsettled"] == nil { // a script's address may be lost on the way
				is.Equal(effects["external"], opens)
			}
			is.True(effects["navigated"] == nil)
			site.Await(t, 1, e2e.Type("click", id))
			is.Equal(b.Extract(t, s.tab, nil).UID(t, "button", "Plain"), plain)
		})
	}
}

// specLost: while the browser asks the person something it keeps all input from the page, and
// says that it has dispatched it.
func specLost(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/pointer.html?lost")
	page, err := b.CDP.AwaitTarget(t.Context(), "page", "/pointer.html?lost")
	is.NoErr(err)
	session, err := b.CDP.Attach(t.Context(), page.TargetID)
	is.NoErr(err)
	ignore := func(on bool) {
		is.NoErr(b.CDP.Send(t.Context(), session, "Input.setIgnoreInputEvents", map[string]any{"ignore": on}, nil))
	}
	ignore(true)
	says := s.no(t, "internal_error", "click #plain")
	is.True(strings.Contains(says, "ask them to look at the tab") && !strings.Contains(says, "outcome unknown"))
	ignore(false)
	s.do(t, "click #plain")
	is.Equal(len(site.Await(t, 1, e2e.Type("click", "plain"))), 1)
}
