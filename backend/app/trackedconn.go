package app

import (
	"time"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/protocol"
)

// attach hands a connection to the pool and notes when it ends.
func (b *extensionBridge) attach(user string, hello protocol.Hello, s *ws.Socket) ws.Peer {
	return trackedConn{b.pool.Attach(user, hello, s), b, hello.Caps.Device.ID}
}

// trackedConn is a connection of the pool that tells its bridge when it ends.
type trackedConn struct {
	*pool.Conn
	bridge *extensionBridge
	device string
}

// Detach notes the time before the pool forgets the connection, so that no
// call in between takes the device for one that is long gone.
func (c trackedConn) Detach(reason string) {
	c.ends(c.Conn.Detach, reason)
}

// Lost is the same for a connection that was lost.
func (c trackedConn) Lost(reason string) { c.ends(c.Conn.Lost, reason) }

func (c trackedConn) ends(as func(reason string), reason string) {
	c.bridge.noteLeft(c.device, time.Now())
	as(reason)
	c.bridge.panels.Gone(c.Conn)
}

// noteLeft notes when a device's socket closed, here or elsewhere.
func (b *extensionBridge) noteLeft(device string, at time.Time) {
	b.mu.Lock()
	if at.After(b.left[device]) {
		b.left[device] = at
	}
	b.mu.Unlock()
}
