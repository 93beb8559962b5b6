package actions_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestPinched(t *testing.T) { onEach(t, specPinched) }

// specPinched: a person has zoomed in with two fingers. A press lands where it is meant to,
// in a frame of another process too, and none in a frame that is refused.
func specPinched(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/pinched", func(w http.ResponseWriter, _ *http.Request) {
		at := func(x, y int) string {
			return fmt.Sprintf(`style="position:absolute;left:%dpx;top:%dpx;width:80px;height:40px;border:0"`, x, y)
		}
		e2e.HTML(w, `<title>pinched</title><button id=far `+at(900, 500)+` onclick="tell('far')">Far</button><button id=near `+at(100, 100)+` onclick="tell('near')">Near</button>
			<iframe id=good src="`+site.On("b.test", "/pinched-in")+`" `+at(1000, 500)+`></iframe><iframe id=bad src="`+site.On("bad.test", "/pinched-in")+`" `+at(1100, 500)+`></iframe>`)
	})
	site.Mux.HandleFunc("/pinched-in", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<title>in</title><button style="position:absolute;inset:0" onclick="tell('in')">In `+`it</button>`)
	})
	is := is.New(t)
	tab := b.Open(t, site.On("a.test", "/pinched"))
	framesOf(t, b, tab, "/pinched", "b.test", "bad.test")
	page, err := b.CDP.AwaitTarget(t.Context(), "page", "/pinched")
	is.NoErr(err)
	session, err := b.CDP.Attach(t.Context(), page.TargetID)
	is.NoErr(err)
	is.NoErr(b.CDP.Send(t.Context(), session, "Input.synthesizePinchGesture", map[string]any{"x": 950, "y": 500, "scaleFactor": 2}, nil))
	seen := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return visualViewport.offsetLeft"})["value"].(float64)
	is.True(seen > 100) // Near is out of sight
	b.Block(t, "bad.test")
	site.Forget()
	in := ""
	for _, e := range b.Extract(t, tab, nil).Elements {
		if e.Name == "In it" {
			in = e.UID
		}
	}
	b.Get(t, map[string]any{"type": "click", "selector": "#far", "tabId": tab})
	b.Get(t, map[string]any{"type": "click", "uid": in, "tabId": tab})
	b.Get(t, map[string]any{"type": "click", "selector": "#near", "tabId": tab})
	b.Refused(t, "domain_blocked", map[string]any{"type": "click", "selector": "#bad", "tabId": tab})
	for _, kind := range []string{"far", "in", "near"} {
		is.Equal(len(site.Await(t, 1, e2e.Type(kind, ""))), 1)
	}
}
