package pool_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// vault has one secret.
type vault struct{ t *testing.T }

func (v vault) Fill(user string, a protocol.Action) (protocol.Action, error) {
	if user != "ann" || !slices.Equal(protocol.SecretNames(a), []string{"mail"}) {
		return a, protocol.NewError(protocol.CodeInvalidAction, "secret: there is none of that name")
	}
	origins := []string{"https://mail.example.com"}
	switch a := a.(type) {
	case protocol.Type:
		a.Text, a.Origins = "hunter2", origins
		return a, nil
	case protocol.FillForm:
		a.Fields = slices.Clone(a.Fields)
		for i := range a.Fields {
			if a.Fields[i].Secret != "" {
				a.Fields[i].Value, a.Fields[i].Origins = "hunter2", origins
			}
		}
		return a, nil
	}
	return a, nil
}

func (v vault) Clean(_ string, _ protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), "hunter2", "*"))
	}
	return r, err
}

// hiding adds to a picture what it must not show.
type hiding struct{ vault }

func (h hiding) Fill(user string, a protocol.Action) (protocol.Action, error) {
	if a, ok := a.(protocol.Screenshot); ok {
		a.Hide = []string{"hunter2"}
		return a, nil
	}
	return h.vault.Fill(user, a)
}

func TestRequest_hides_in_pictures(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet, Secrets: hiding{vault{t}}})
	defer p.Close()
	s := newSocket()
	p.Attach("ann", hello("new", protocol.FeatureSecretRules), s)
	ask(t.Context(), p, pool.To{User: "ann"}, protocol.Screenshot{})
	is.Equal(s.request(t).Action.(protocol.Screenshot).Hide, []string{"hunter2"})
	old := newSocket()
	p.Attach("bob", hello("old", protocol.FeatureSecrets), old)
	_, err := p.Request(t.Context(), pool.To{User: "bob"}, protocol.Screenshot{})
	is.True(err != nil && strings.Contains(err.Error(), "update")) // it would overlook that
	is.Equal(len(old.out), 0)
}

func TestRequest_fills_a_secret_in(t *testing.T) {
	is := is.New(t)
	var recorded []protocol.Action
	p := pool.New(pool.Options{Log: quiet, Secrets: vault{t}, Record: func(_ context.Context, a pool.Asked) (func(protocol.Result, error), error) {
		recorded = append(recorded, a.Action)
		return func(_ protocol.Result, err error) { is.True(err == nil || !strings.Contains(err.Error(), "hunter2")) }, nil
	}})
	defer p.Close()
	s := newSocket()
	c := p.Attach("ann", hello("new", protocol.FeatureSecretRules), s)
	secret := protocol.Type{Target: protocol.Target{UID: "e1"}, Secret: "mail"}
	got := ask(t.Context(), p, pool.To{User: "ann"}, secret)
	r := s.request(t)
	a := r.Action.(protocol.Type)
	is.Equal(a.Text, "hunter2")
	is.Equal(a.Origins, []string{"https://mail.example.com"})
	is.NoErr(c.Handle(protocol.Append(nil, protocol.Response{ID: r.ID, Error: protocol.NewError(protocol.CodeInvalidAction, "no hunter2")})))
	is.True(!strings.Contains((<-got).err.Error(), "hunter2"))
	is.Equal(len(recorded), 1)
	is.Equal(recorded[0].(protocol.Type).Text, "") // the record has its name only

	for _, row := range []struct {
		name string
		a    protocol.Action
		says string
	}{
		{"a name that is not stored", protocol.Type{Target: secret.Target, Secret: "other"}, "none of that name"},
		{"a secret and a text", protocol.Type{Target: secret.Target, Secret: "mail", Text: "x"}, "exactly one of text and secret"},
		{"origins that an agent names", protocol.Type{Target: secret.Target, Secret: "mail", Origins: []string{"https://x.test"}}, "action.origins"},
		{"any field at the agent's word", protocol.Type{Target: secret.Target, Secret: "mail", AnyField: true}, "action.anyField"},
		{"what a picture hides at the agent's word", protocol.Screenshot{Hide: []string{"a"}}, "action.hide"},
		{"origins without a secret", protocol.Type{Target: secret.Target, Text: "x", Origins: []string{"https://x.test"}}, "action.origins"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			_, err := p.Request(t.Context(), pool.To{User: "ann"}, row.a)
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.True(strings.Contains(err.Error(), row.says))
			is.Equal(len(s.out), 0) // nothing was sent
		})
	}
	t.Run("the fields of a form, and no other", func(t *testing.T) {
		is := is.New(t)
		recorded = nil
		form := protocol.FillForm{Fields: []protocol.Fill{{Target: secret.Target, Value: "ann@example.com"}, {Target: secret.Target, Secret: "mail"}}}
		s := newSocket()
		c := p.Attach("ann", hello("new", protocol.Features()...), s)
		got := ask(t.Context(), p, pool.To{User: "ann"}, form)
		r := s.request(t)
		sent := r.Action.(protocol.FillForm).Fields
		is.Equal(sent[0], form.Fields[0])
		is.Equal(sent[1], protocol.Fill{Target: secret.Target, Value: "hunter2", Secret: "mail", Origins: []string{"https://mail.example.com"}})
		is.NoErr(c.Handle(protocol.Append(nil, protocol.Response{ID: r.ID, Error: protocol.NewError(protocol.CodeInvalidAction, "no hunter2")})))
		is.True(!strings.Contains((<-got).err.Error(), "hunter2"))
		is.Equal(recorded[0], protocol.Action(form)) // the names only
		for _, bad := range []protocol.Fill{{Target: secret.Target, Secret: "mail", Value: "x"}, {Target: secret.Target, Value: "x", Origins: []string{"https://x.test"}}, {Target: secret.Target, Secret: "mail", AnyField: true}, {Target: secret.Target, Secret: "other"}} {
			_, err := p.Request(t.Context(), pool.To{User: "ann"}, protocol.FillForm{Fields: []protocol.Fill{bad}})
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
		}
		features := slices.DeleteFunc(protocol.Features(), func(f protocol.Feature) bool { return f == protocol.FeatureSecretRules })
		old := newSocket()
		p.Attach("ann", hello("new", features...), old)
		_, err := p.Request(t.Context(), pool.To{User: "ann"}, form)
		is.True(err != nil && strings.Contains(err.Error(), "update"))
		is.Equal(len(old.out), 0)
	})
	t.Run("an extension that would overlook where it may go", func(t *testing.T) {
		is := is.New(t)
		old := newSocket()
		p.Attach("bob", hello("old"), old)
		_, err := p.Request(t.Context(), pool.To{User: "bob"}, secret)
		is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
		is.True(strings.Contains(err.Error(), "update"))
		is.Equal(len(old.out), 0)
	})
	t.Run("a backend that keeps none", func(t *testing.T) {
		is := is.New(t)
		p := pool.New(pool.Options{Log: quiet})
		defer p.Close()
		s := newSocket()
		p.Attach("ann", hello("new", protocol.FeatureSecretRules), s)
		_, err := p.Request(t.Context(), pool.To{User: "ann"}, secret)
		is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
		is.Equal(len(s.out), 0)
	})
}
