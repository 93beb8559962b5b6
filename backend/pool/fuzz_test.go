package pool_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// FuzzPool lets two browsers of one user say anything, lose their lines and come
// back, while each has been asked for one thing. Each caller gets one answer:
// what its own browser said to its own request, or why there is none.
func FuzzPool(f *testing.F) {
	good := []byte(`{"type":"response","id":"ID","result":{"type":"string","value":"VALUE"}}`)
	f.Add([]byte{0, 1}, good)
	f.Add([]byte{2, 3, 0, 1}, good)
	f.Add([]byte{4, 6, 0, 1}, good)
	f.Add([]byte{4, 5, 7, 1, 0}, []byte(`{"type":"response","id":"ID","error":{"code":"timeout","message":"m"}}`))
	f.Add([]byte{0, 0, 1, 1}, []byte(`{"type":"response","id":"ID","result":{"tabId":"x"}}`))
	f.Add([]byte{8, 0, 9, 1}, []byte(`{"type":"event","event":{"type":"global_stop","endedCount":1}}`))
	f.Add([]byte{0, 1}, []byte(`{"type":"response","id":"ID"`))
	f.Fuzz(func(t *testing.T, script, text []byte) {
		if len(script) > 16 {
			return
		}
		p := pool.New(pool.Options{Log: quiet})
		type side struct {
			c      *pool.Conn
			id     string
			value  string
			out    <-chan reply
			cancel context.CancelFunc
			// told says that its own browser may have answered it on a line that counts.
			told bool
		}
		var sides [2]*side
		features := []protocol.Feature{protocol.FeatureCancel, protocol.FeatureResume, protocol.FeatureResumed}
		for i, device := range []string{"d1", "d2"} {
			s := narrow()
			ctx, cancel := context.WithCancel(context.Background())
			d := &side{c: p.Attach("ann", hello(device, features...), s), value: `"of ` + device + `"`, cancel: cancel}
			d.out = ask(ctx, p, pool.To{Caller: protocol.Caller{User: "ann"}, Device: device}, protocol.Evaluate{Expression: device})
			d.id = s.request(t).ID
			sides[i] = d
		}
		for _, op := range script {
			d, other := sides[op&1], sides[op&1^1]
			say := func(c *pool.Conn, id, value string) {
				_ = c.Handle([]byte(strings.NewReplacer("ID", id, `"VALUE"`, value).Replace(string(text))))
			}
			switch op >> 1 % 6 {
			case 0: // its answer, whatever that is
				d.told = true
				say(d.c, d.id, d.value)
			case 1: // an answer for the other
				say(d.c, other.id, `"foreign"`)
			case 2:
				d.c.Lost("gone")
			case 3: // back, in the same life
				d.c = p.Attach("ann", hello([]string{"d1", "d2"}[op&1], features...), narrow())
			case 4:
				d.c.Detach("closed")
			case 5:
				d.cancel()
			}
		}
		p.Close()
		for i, d := range sides {
			got := <-d.out
			d.cancel()
			var e *protocol.Error
			switch {
			case got.err != nil && !errors.As(got.err, &e):
				t.Fatalf("%d: not an error for a caller: %v", i, got.err)
			case got.err == nil && !d.told:
				t.Fatalf("%d: answered with %#v by nobody", i, got.result)
			case got.err == nil:
				r, is := got.result.(protocol.EvaluateResult)
				if !is || strings.Contains(string(r.Value), "foreign") {
					t.Fatalf("%d: got %#v", i, got.result)
				}
				if s := string(r.Value); strings.Contains(s, "of d") && !strings.Contains(s, strings.Trim(d.value, `"`)) {
					t.Fatalf("%d: got the other's %s", i, s)
				}
			}
			select {
			case more := <-d.out:
				t.Fatalf("%d: a second answer: %v", i, more)
			default:
			}
		}
		if st := p.Stats(); st.InFlight != 0 || st.Connections != 0 {
			t.Fatalf("left over: %+v", st)
		}
	})
}

// narrow is a socket with room for what one script can send.
func narrow() *socket { return &socket{out: make(chan []byte, 64), gone: make(chan struct{})} }
