package link

import (
	"slices"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// enrolment orders this browser to hub.example.
func enrolment(token string) Ordered {
	return Ordered{Server: []byte(`"wss://hub.example/ws/browser"`), Enrolment: []byte(`"` + token + `"`), Managed: true}
}

func forced(config string, o Ordered) Started {
	return Started{Client: Client{ExtensionID: testID, Version: "1", DeviceName: "laptop"}, Config: []byte(config), Orders: o}
}

const granted = `{"deviceId":"d1","key":"` + testKey + `","serverUrl":"wss://hub.example/ws/browser"}`

func saved(effects []Effect) (config []byte) {
	for _, e := range effects {
		if e, ok := e.(Save); ok && e.Key == KeyConfig {
			config = e.Value
		}
	}
	return config
}

// TestOrder: a forced browser enrols by itself, once, and nobody is asked about a
// server elsewhere; the token is not sent again, also after a revocation.
func TestOrder(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	is.Equal(posts(r.do(forced("", enrolment("tok")))), []string{there})
	is.Equal(r.state.Status().Asks, "")
	is.Equal(r.state.Status().Orders, "hub.example")
	is.True(!r.state.Status().Enrolled)
	is.Equal(posts(r.do(enrolment("tok"))), nil) // the same policy, told again
	kept := saved(r.do(Redeemed{ID: r.state.redeemID, Status: 200, Body: []byte(granted)}))
	is.True(r.state.Status().Enrolled)
	is.Equal(posts(r.do(enrolment("tok"))), nil)

	r = newHarness(t)
	effects := r.do(forced(string(kept), enrolment("tok")))
	is.Equal(posts(effects), nil)
	is.Equal(opens(effects), []string{"wss://hub.example/ws/browser"})
	is.True(r.state.Status().Enrolled)

	r.do(Opened{r.open.Conn})
	is.True(slices.Contains(r.state.hello.Caps.Features, protocol.FeatureManaged))
	is.True(!slices.Contains(r.state.hello.Caps.Features, protocol.FeatureManagedFaults))
	is.True(len(r.state.hello.Caps.Features) <= protocol.MaxFeatures)
}

// TestOrder_Later: an order that comes while the worker runs takes the place of the
// person's own pairing; one that is withdrawn leaves it.
func TestOrder_Later(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	r.start(config(loopback))
	is.Equal(posts(r.do(enrolment("tok"))), []string{there})
	kept := saved(r.do(Redeemed{ID: r.state.redeemID, Status: 200, Body: []byte(granted)}))
	is.True(len(kept) > 0)
	is.Equal(posts(r.do(Ordered{})), nil)
	is.Equal(r.state.Status().Orders, "")
	is.True(!r.state.Status().Enrolled)
	is.Equal(r.state.Status().Server, "wss://hub.example/ws/browser")
	is.Equal(posts(r.do(enrolment("another"))), []string{there}) // a new token is a new order
}

// TestOrder_Fails: a backend that is not up yet is tried again; a token that is
// used up is not, and a pairing that was there goes on.
func TestOrder_Fails(t *testing.T) {
	for _, row := range []struct {
		name, config string
		answer       Redeemed
		mode         Mode
		notice       protocol.Reason
	}{
		{"no answer", "", Redeemed{}, ModeBackoff, protocol.ReasonNoBackend},
		{"used up", "", Redeemed{Status: 403, Body: []byte(`{"error":{"code":"invalid_action","message":"x","reason":"code_used"}}`)}, ModeUnpaired, protocol.ReasonCodeUsed},
		{"used up, beside a pairing", config(loopback), Redeemed{Status: 403, Body: []byte(`{"error":{"code":"invalid_action","message":"x","reason":"code_used"}}`)}, ModeConnecting, protocol.ReasonCodeUsed},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t)
			r.do(forced(row.config, enrolment("tok")))
			row.answer.ID = r.state.redeemID
			r.do(row.answer)
			is.Equal(r.state.Status().State, row.mode)
			is.Equal(r.state.Status().Notice, row.notice)
			is.Equal(r.state.Status().Orders, "hub.example")
		})
	}
}

// TestOrder_Wrong: what is half an order, or none that can be dialled, orders nothing.
func TestOrder_Wrong(t *testing.T) {
	for _, row := range []struct{ name, server, token string }{
		{"no server", ``, `"tok"`},
		{"no token", `"wss://hub.example"`, ``},
		{"an empty token", `"wss://hub.example"`, `""`},
		{"no TLS", `"ws://hub.example"`, `"tok"`},
		{"another kind", `5`, `"tok"`},
		{"no JSON", `"wss://hub.example`, `"tok"`},
		{"a member smuggled in", `"wss://hub.example","code":"x"`, `5`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t)
			is.Equal(posts(r.do(forced("", Ordered{Server: []byte(row.server), Enrolment: []byte(row.token)}))), nil)
			is.Equal(r.state.Status().Orders, "")
			is.Equal(r.state.Status().State, ModeUnpaired)
		})
	}
}
