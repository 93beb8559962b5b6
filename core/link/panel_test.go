package link

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// frames are what of some effects carries a panel's frame.
func frames(effects []Effect) (out []Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case Deliver:
			if _, ok := e.Message.(protocol.Panel); ok {
				out = append(out, e)
			}
		case Send:
			if m, err := protocol.Decode(e.Text); err == nil {
				if _, ok := m.(protocol.Panel); ok {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// TestStep_panels: a frame goes over the connection that its port began on, and over no
// other; not to a backend that knows no panels, and not before it is proved.
func TestStep_panels(t *testing.T) {
	is := is.New(t)
	frame := protocol.Panel{Port: 3, Data: []byte(`{"id":1}`)}
	r := newHarness(t)
	r.start(config(loopback))
	is.Equal(len(frames(r.do(Outgoing{Conn: r.open.Conn, Message: frame}))), 0)
	r.shake()
	r.state.ack.Caps = &protocol.Caps{}
	is.Equal(r.state.Panels(), 0) // it has not said that it knows panels
	is.Equal(len(frames(r.do(Outgoing{Conn: r.open.Conn, Message: frame}))), 0)

	r.state.ack.Caps = &protocol.Caps{Features: []protocol.Feature{protocol.FeaturePanel}}
	conn := r.open.Conn
	is.Equal(r.state.Panels(), conn)
	is.Equal(len(frames(r.do(Outgoing{Conn: conn, Message: frame}))), 1)
	is.Equal(len(frames(r.do(Text{Conn: conn, Data: []byte(`{"type":"panel","port":3,"data":{"n":1}}`)}))), 1)
	is.Equal(len(frames(r.do(Outgoing{Conn: conn + 1, Message: frame}))), 0) // of another life
	is.Equal(len(frames(r.do(Outgoing{Message: frame}))), 0)

	r.do(Closed{Conn: conn, Code: 1006})
	is.Equal(r.state.Panels(), 0)
	is.Equal(len(frames(r.do(Outgoing{Conn: conn, Message: frame}))), 0) // and it is not kept for later
}
