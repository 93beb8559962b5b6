package risk_test

import (
	"strconv"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/coretest"
)

func held(does risk.Sink, what, site string) risk.Facts {
	return risk.Facts{Does: does, What: what, Site: site}
}

const shopOrigin = "https://www.shop.example"

// What is allowed before the run holds on its sites and no others, and of what
// costs money for one act.
func TestGrant(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	s.Grant([]risk.Grant{{Sites: []string{"shop.example"}, Sinks: []risk.Sink{risk.Send, risk.Pay}}})
	is.True(s.Held(held("send", "Send", shopOrigin), 0).None())
	is.True(s.Held(held("send", "Send", "https://a.b.shop.example"), 0).None()) // below the domain
	is.True(!s.Held(held("send", "Send", "https://shop.example.evil.test"), 0).None())
	is.True(!s.Held(held("send", "Send", "https://myshop.example"), 0).None())
	is.True(!s.Held(held("delete", "Delete", shopOrigin), 0).None())
	is.Equal(s.May(shopOrigin, 0), []risk.Sink{risk.Foreign}) // both are held first: paying can be counted, a form seen
	f := held("pay", "Pay 10 €", shopOrigin)
	is.True(s.Held(f, 0).None())
	s.Used(f.Question(), 0)
	is.Equal(s.Held(f, 0).Sink, risk.Pay) // the second
	is.True(s.Held(held("send", "Send", shopOrigin), 0).None())
}

// Sites are what the browser takes them for, and no pattern.
func TestGrant_Sites(t *testing.T) {
	for _, row := range []struct {
		site, at string
		want     bool
	}{
		{"Shop.Example", "https://shop.example", true},
		{"shop.example.", "https://shop.example", true},
		{"https://shop.example/cart?x", "https://shop.example", true},
		{"https://shop.example/", "https://www.shop.example", false},
		{"bücher.example", "https://xn--bcher-kva.example", true},
		{"https://bücher.example/", "https://xn--bcher-kva.example", true},
		{"xn--bcher-kva.example", "https://www.xn--bcher-kva.example", true},
		{"b\ufffdcher.example", "https://xn--bcher-kva.example", false}, // no name
		{"example", "https://shop.example", false},                      // not all of it
		{"localhost", "https://localhost", true},
		{"*.example", "https://shop.example", false},
		{"", "https://shop.example", false},
		{"shop.example/cart", "https://shop.example", false},
		{"shop.example:443", "https://shop.example", false},
		{"ann@shop.example", "https://shop.example", false},
		{"10.0.0.1", "https://10.0.0.1", true},
		{"0.0.1", "https://10.0.0.1", false},
	} {
		s := begun("buy")
		s.Grant([]risk.Grant{{Sites: []string{risk.Spell(coretest.Names{}, row.site)}, Sinks: []risk.Sink{risk.Send}}})
		if got := s.Held(held("send", "Send", row.at), 0).None(); got != row.want {
			t.Errorf("%q holds at %s: %v", row.site, row.at, got)
		}
	}
}

// A yes to one button is none to another.
func TestAllow_OneButton(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	f := held("pay", "Pay 10 €", shopOrigin)
	s.Allow(f.Question(), 0, false) // said without "once": it is once all the same
	is.True(s.Held(f, 0).None())
	is.Equal(s.Held(held("pay", "Pay 1,000 €", shopOrigin), 0).Sink, risk.Pay)
	is.Equal(s.May(shopOrigin, 0), []risk.Sink{risk.Foreign})
}

// With Confirm, and where money is, each act is asked about.
func TestConfirm(t *testing.T) {
	for _, confirm := range []bool{true, false} {
		is := is.New(t)
		s := begun("buy")
		s.Grant([]risk.Grant{{Sites: []string{"shop.example"}, Sinks: []risk.Sink{risk.Send}}})
		f := held("send", "Send", shopOrigin)
		is.True(s.Held(f, 0).None())
		if s.Confirm = confirm; !confirm {
			s.Careful(shopOrigin)
		}
		is.Equal(s.Held(f, 0).Sink, risk.Send)
		is.Equal(s.May(shopOrigin, 0), []risk.Sink{risk.Foreign})
		s.Allow(f.Question(), 0, false)
		is.True(s.Held(f, 0).None())
		s.Used(f.Question(), 0)
		is.Equal(s.Held(f, 0).Sink, risk.Send)
		is.Equal(s.Held(held("send", "Send", mailOrigin), 0).Sink, risk.Send)
		next := held(risk.Foreign, "Next", mailOrigin)
		s.Allow(next.Question(), 0, false)
		is.True(s.Held(held(risk.Foreign, "Next", mailOrigin), 0).None())
		is.True(s.Held(held(risk.Foreign, "Back", mailOrigin), 0).None()) // where it works is asked about once
	}
}

const mailOrigin = "https://mail.example"

// More origins than can be told apart do not make any of them careless.
func TestCareful_TooMany(t *testing.T) {
	is := is.New(t)
	s := begun("buy")
	s.Grant([]risk.Grant{{Sites: []string{"bank.example"}, Sinks: []risk.Sink{risk.Send}}})
	for i := range 100 {
		s.Careful("https://b" + strconv.Itoa(i) + ".bank.example")
	}
	is.Equal(s.Held(held("send", "Send", "https://b99.bank.example"), 0).Sink, risk.Send)
}

func TestSinks(t *testing.T) {
	is := is.New(t)
	for _, k := range risk.Sinks() {
		q := risk.Approval{Sink: k, Site: shopOrigin, What: "x"}
		is.True(q.Sentence() != "Go on on "+shopOrigin+"?") // each has words of its own
	}
}
