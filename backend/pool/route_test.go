package pool_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

var typed = protocol.Type{Target: protocol.Target{UID: "e1"}, Secret: "mail"}

func TestRoute_sends_what_its_caller_has_completed(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	defer p.Close()
	s := newSocket()
	c := p.Attach("ann", hello("new", protocol.FeatureSecretRules), s)
	route, err := p.Route(t.Context(), pool.To{Caller: protocol.Caller{User: "ann", Agent: "cook"}}, typed)
	is.NoErr(err)
	is.Equal(route.Device, "new")
	is.True(!route.Remote)
	is.Equal(len(s.out), 0) // found, and nothing sent
	full := typed
	full.Text, full.Origins = "hunter2", []string{"https://mail.example.com"}
	got := make(chan error, 1)
	go func() {
		_, err := route.Send(t.Context(), "0001", full)
		got <- err
	}()
	r := s.request(t)
	is.Equal(r.ID, "0001")
	is.Equal(r.Agent, "cook")
	is.Equal(r.Action, protocol.Action(full))
	is.NoErr(c.Handle(ok(r.ID)))
	is.NoErr(<-got)
}

// An extension that would overlook where a secret may go, or what a picture must
// not show, is asked for neither: not when the way is looked for, and not when
// what is sent turns out to need it.
func TestRoute_an_extension_that_is_too_old(t *testing.T) {
	p := pool.New(pool.Options{Log: quiet})
	defer p.Close()
	features := slices.DeleteFunc(protocol.Features(), func(f protocol.Feature) bool { return f == protocol.FeatureSecretRules })
	form := protocol.FillForm{Fields: []protocol.Fill{{Target: typed.Target, Secret: "mail"}}}
	for _, row := range []struct {
		name     string
		features []protocol.Feature
		asked    protocol.Action
		full     protocol.Action // nil when it gets no way
	}{
		{"a secret", nil, typed, nil},
		{"a secret in a form", features, form, nil},
		{"a picture that hides something", []protocol.Feature{protocol.FeatureSecrets}, protocol.Screenshot{}, protocol.Screenshot{Hide: []string{"hunter2"}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := newSocket()
			p.Attach("bob", hello("old", row.features...), s)
			route, err := p.Route(t.Context(), pool.To{Caller: protocol.Caller{User: "bob"}}, row.asked)
			if row.full != nil {
				is.NoErr(err)
				_, err = route.Send(t.Context(), "0001", row.full)
			}
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.True(strings.Contains(err.Error(), "update"))
			is.Equal(len(s.out), 0)
		})
	}
}

func TestRoute_is_given_up_with_its_caller(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	defer p.Close()
	p.Attach("ann", hello("d1"), newSocket())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := p.Route(ctx, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	is.Equal(protocol.AsError(err).Message, "aborted by caller")
}

// Nobody is between finding and sending, so what only a backend may set is
// refused, and what somebody would have to fill in.
func TestRequest_has_nobody_to_complete_it(t *testing.T) {
	p := pool.New(pool.Options{Log: quiet})
	defer p.Close()
	s := newSocket()
	p.Attach("ann", hello("new", protocol.Features()...), s)
	for _, row := range []struct {
		name string
		a    protocol.Action
		says string
	}{
		{"what breaks a rule", protocol.Click{}, "uid"},
		{"a secret", typed, "secret"},
		{"a secret in a form", protocol.FillForm{Fields: []protocol.Fill{{Target: typed.Target, Secret: "mail"}}}, "secret"},
		{"origins", protocol.Type{Target: typed.Target, Text: "x", Origins: []string{"https://x.test"}}, "action.origins"},
		{"what a picture hides", protocol.Screenshot{Hide: []string{"a"}}, "action.hide"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			_, err := p.Request(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}}, row.a)
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.True(strings.Contains(err.Error(), row.says))
			is.Equal(len(s.out), 0)
		})
	}
}

// What a request may do goes with it, and not to an extension that would overlook it.
func TestRoute_what_a_request_may_do(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	defer p.Close()
	may := &protocol.May{Reads: true, Site: "https://a.example", Sinks: []protocol.Sink{protocol.SinkSend}}
	s := newSocket()
	c := p.Attach("ann", hello("new", protocol.Features()...), s)
	route, err := p.Route(t.Context(), pool.To{Caller: protocol.Caller{User: "ann", May: may}}, protocol.GetTabs{})
	is.NoErr(err)
	got := make(chan error, 1)
	go func() {
		_, err := route.Send(t.Context(), "0001", protocol.GetTabs{})
		got <- err
	}()
	r := s.request(t)
	is.Equal(r.May, may)
	held := protocol.NewError(protocol.CodeInvalidAction, "not done").NotDone()
	held.Held = &protocol.Held{Does: protocol.SinkPay, What: "Pay", Site: "https://a.example"}
	is.NoErr(c.Handle(protocol.Append(nil, protocol.Response{ID: r.ID, Error: held})))
	answered := protocol.AsError(<-got)
	is.Equal(answered.Outcome, protocol.ErrorNotDone)
	is.Equal(answered.Held, held.Held) // and what was not done comes back

	old := slices.DeleteFunc(protocol.Features(), func(f protocol.Feature) bool { return f == protocol.FeatureMay })
	s = newSocket()
	p.Attach("bob", hello("old", old...), s)
	_, err = p.Route(t.Context(), pool.To{Caller: protocol.Caller{User: "bob", May: may}}, protocol.GetTabs{})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone)
	is.Equal(len(s.out), 0)
}
