package pool

import (
	"context"
	"slices"

	"github.com/zapvol/bua/core/protocol"
)

// To is who asks, and whom a request is for: a browser of the user's. Device may be
// left out while they have one connected.
type To struct {
	protocol.Caller
	Device string
}

// Route is the way of one action to one browser. Nothing has been sent yet, so
// that its caller can record the action and complete it before it goes.
type Route struct {
	// Device is the browser's id.
	Device string
	// Remote: another backend has the browser, and is asked to carry the action
	// out as one that was made there.
	Remote bool

	pool *Pool
	conn *Conn // nil when the browser is elsewhere
	to   To
}

// Route finds the browser that an action goes to, which its caller has checked
// ([protocol.ValidateFromAgent]). The error is a [protocol.Error]; it returns:
//
//   - invalid_action for an action that the browser's extension is too old for, a
//     device that is not named where there are several, or one that is not connected;
//   - [Unsent] when no browser is connected;
//   - internal_error "aborted by caller" when ctx is done.
func (p *Pool) Route(ctx context.Context, to To, a protocol.Action) (Route, error) {
	d, err := p.pick(to)
	if err != nil {
		return Route{}, err
	}
	if d.conn == nil && to.May != nil {
		return Route{}, protocol.NewError(protocol.CodeInvalidAction, "action: the browser is at another backend, and what a request may do is not passed on: begin the run there").NotDone()
	}
	if d.conn == nil {
		return Route{Device: d.ID, Remote: true, pool: p, to: To{to.Caller, d.ID}}, nil
	}
	return d.conn.route(ctx, to, a)
}

// RouteHere is Route for a request of another backend: it finds the connection
// of a device, whose id is given, on this backend alone.
func (p *Pool) RouteHere(ctx context.Context, to To, a protocol.Action) (Route, error) {
	p.mu.Lock()
	c := p.conns[to.User][to.Device]
	p.mu.Unlock()
	if c == nil {
		return Route{}, unsent("the browser has left the backend that had it: nothing has happened, try again when it is back")
	}
	return c.route(ctx, to, a)
}

func (c *Conn) route(ctx context.Context, to To, a protocol.Action) (Route, error) {
	if err := c.knows(a); err != nil {
		return Route{}, err
	}
	if to.May != nil && !slices.Contains(c.features, protocol.FeatureMay) {
		return Route{}, protocol.NewError(protocol.CodeInvalidAction, "action: the connected browser's extension does not know yet what a request may do: ask the person to update it").NotDone()
	}
	if ctx.Err() != nil {
		return Route{}, aborted(false)
	}
	return Route{Device: c.device.ID, pool: c.pool, conn: c, to: to}, nil
}

// Send carries out the action, as its caller has completed it, under an id that
// is used once. The error is a [protocol.Error]; it returns:
//
//   - invalid_action for what the browser's extension is too old for, or what is
//     too large;
//   - timeout when the browser does not answer within the action's limit and
//     [Grace];
//   - internal_error "aborted by caller" as soon as ctx is done, and a cancel
//     to the browser when it knows that message;
//   - internal_error whose outcome is unknown when the connection is lost after
//     the action was sent and, where both ends resume, the browser is not back
//     with the answer in time;
//   - for a browser of another backend, what [Peers] adds;
//   - whatever the browser answered.
func (r Route) Send(ctx context.Context, id string, a protocol.Action) (protocol.Result, error) {
	if r.Remote {
		r.pool.count.passed.Add(1)
		return r.pool.peers.Request(ctx, r.to, a)
	}
	if err := r.conn.knows(a); err != nil {
		return nil, err
	}
	data := protocol.Append(nil, protocol.Request{ID: id, Action: a, Agent: r.to.Shown(), May: r.to.May})
	if len(data) > protocol.MaxToExtension {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action: is larger than 1 MiB; send less at once")
	}
	return r.pool.send(ctx, r.conn, outgoing{id, data}, a)
}

// knows refuses an action that the browser's extension is too old for.
func (c *Conn) knows(a protocol.Action) error {
	if need := protocol.Needs(a); need != "" && !slices.Contains(c.features, need) {
		return protocol.NewError(protocol.CodeInvalidAction, "action: the connected browser's extension does not know "+string(need)+" yet; ask the person to update it, or do without")
	}
	return nil
}
