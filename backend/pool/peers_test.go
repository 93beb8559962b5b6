package pool_test

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// others are backends with one browser; what they are asked for is noted.
type others struct {
	device pool.Device
	asked  []pool.To
	here   []string
	stamp  int64
}

func (o *others) Find(user, device string) []pool.Device {
	if user == "ann" && (device == "" || device == o.device.ID) {
		return []pool.Device{o.device}
	}
	return nil
}

func (o *others) Request(_ context.Context, to pool.To, _ protocol.Action) (protocol.Result, error) {
	o.asked = append(o.asked, to)
	return protocol.OK{OK: true}, nil
}

func (o *others) Here(user string, d pool.Device) int64 {
	o.stamp++
	o.here = append(o.here, "+"+user+"/"+d.ID)
	return o.stamp
}

func (o *others) Gone(user, device string) { o.here = append(o.here, "-"+user+"/"+device) }

func TestRequest_goes_where_the_browser_is(t *testing.T) {
	is := is.New(t)
	o := &others{device: pool.Device{Device: protocol.Device{ID: "far", Name: "laptop"}}}
	p := pool.New(pool.Options{Log: quiet, Peers: o})
	defer p.Close()
	is.True(p.Connected("ann"))
	is.True(p.Reaches("ann", "far"))
	is.True(!p.Reaches("bob", "far")) // another user's
	_, err := p.Request(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	is.NoErr(err)
	_, err = p.Request(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}, Device: "laptop"}, click) // by its name
	is.NoErr(err)
	is.Equal(o.asked, []pool.To{{Caller: protocol.Caller{User: "ann"}, Device: "far"}, {Caller: protocol.Caller{User: "ann"}, Device: "far"}})
	route, err := p.Route(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	is.NoErr(err)
	is.True(route.Remote) // so that its caller does not record it
	is.Equal(route.Device, "far")
	_, err = p.RouteHere(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}, Device: "far"}, click)
	_, unsent := protocol.As[*pool.Unsent](err)
	is.True(unsent) // it is not here, and is not sought elsewhere again

	s := newSocket()
	c := p.Attach("ann", hello("near"), s)
	is.Equal(len(p.Devices("ann")), 2)
	_, err = p.Request(t.Context(), pool.To{Caller: protocol.Caller{User: "ann"}}, click)
	is.True(err != nil && strings.Contains(err.Error(), "far (laptop), near")) // two, wherever they are
	c.Detach("over")
	is.Equal(o.here, []string{"+ann/near", "-ann/near"})
	is.Equal(p.Stats().Passed, uint64(2))
}

func TestHandoff(t *testing.T) {
	is := is.New(t)
	o := &others{}
	p := pool.New(pool.Options{Log: quiet, Peers: o})
	defer p.Close()
	first, second := newSocket(), newSocket()
	p.Attach("bob", hello("d1"), first)
	p.Attach("bob", hello("d1"), second)
	p.Handoff("bob", "d1", 1) // told late: the connection of then has ended
	is.Equal(second.closed(), 0)
	p.Handoff("bob", "d1", 2)
	is.Equal(second.closed(), pool.CloseReplaced)
	is.True(!p.Connected("bob"))
	third := newSocket()
	p.Attach("bob", hello("d1"), third)
	p.CloseAll("alone")
	is.Equal(third.closed(), 1012)
}
