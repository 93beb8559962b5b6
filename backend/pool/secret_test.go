package pool_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// vault has one secret.
type vault struct{ t *testing.T }

func (v vault) Fill(user string, a protocol.Type) (protocol.Type, error) {
	if user != "ann" || a.Secret != "mail" {
		return a, protocol.NewError(protocol.CodeInvalidAction, "secret: there is none of that name")
	}
	a.Text, a.Origins = "hunter2", []string{"https://mail.example.com"}
	return a, nil
}

func (v vault) Clean(_ string, _ protocol.Kind, r protocol.Result, err error) (protocol.Result, error) {
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), "hunter2", "*"))
	}
	return r, err
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
	c := p.Attach("ann", hello("new", protocol.FeatureSecrets), s)
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
		a    protocol.Type
		says string
	}{
		{"a name that is not stored", protocol.Type{Target: secret.Target, Secret: "other"}, "none of that name"},
		{"a secret and a text", protocol.Type{Target: secret.Target, Secret: "mail", Text: "x"}, "exactly one of text and secret"},
		{"origins that an agent names", protocol.Type{Target: secret.Target, Secret: "mail", Origins: []string{"https://x.test"}}, "action.origins"},
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
		p.Attach("ann", hello("new", protocol.FeatureSecrets), s)
		_, err := p.Request(t.Context(), pool.To{User: "ann"}, secret)
		is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
		is.Equal(len(s.out), 0)
	})
}
