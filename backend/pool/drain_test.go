package pool_test

import (
	"context"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

func TestDrain_lets_what_was_sent_end_and_nothing_new_in(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	busy, idle := newSocket(), newSocket()
	c := p.Attach("ann", hello("d1"), busy)
	p.Attach("bob", hello("d2"), idle)
	route, err := p.Route(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}}, click) // found before, sent after
	is.NoErr(err)
	got := ask(t.Context(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	id := busy.request(t).ID

	left := make(chan string, 2)
	over := make(chan struct{})
	go func() {
		p.Drain(t.Context(), func(user, _ string) { left <- user })
		close(over)
	}()
	<-left
	<-left
	<-idle.gone
	is.Equal(idle.closed(), 1012) // it is to connect again

	_, err = route.Send(t.Context(), "late", click)
	_, unsent := protocol.As[*pool.Unsent](err)
	is.True(unsent)
	is.True(!p.Reaches("ann", "")) // so calls wait for it elsewhere
	is.Equal(busy.closed(), 0)     // the one under way has not ended
	is.NoErr(c.Handle(ok(id)))
	is.NoErr((<-got).err)
	<-over
	is.Equal(busy.closed(), 1012)
	again := newSocket()
	p.Attach("ann", hello("d1"), again)
	is.Equal(again.closed(), 1012)
}

func TestDrain_gives_up_what_does_not_end(t *testing.T) {
	is := is.New(t)
	p := pool.New(pool.Options{Log: quiet})
	s := newSocket()
	p.Attach("ann", hello("d1"), s)
	got := ask(t.Context(), p, pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	s.request(t)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		p.Drain(ctx, func(string, string) {})
		close(over)
	}()
	cancel()
	<-over
	is.Equal(s.closed(), 1012)
	is.Equal(protocol.OutcomeOf((<-got).err), protocol.ErrorUnknown) // it may have happened, and its caller is told so
}
