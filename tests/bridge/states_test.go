package bridge_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
)

// state is what a peer of a former day spoke of version 4: the features that its
// hello or its ack listed, nil for one that listed none.
type state struct {
	name     string
	features []protocol.Feature
}

// states are version 4 without any feature, two states of the wire before this one, and this one
// before its latest action.
func states() []state {
	kinds := protocol.Kinds()
	latest := protocol.Feature(kinds[len(kinds)-1])
	return []state{
		{"bare", nil},
		{"without keys, after and repeat", listed([]protocol.Feature{"resume"}, latest, "keys", "after", "may", "panel", "page_tool")},
		{"without may and panel", listed([]protocol.Feature{"resume", "repeat"}, latest, "may", "panel", "page_tool")},
		{"without " + string(latest), listed(nil, latest)},
	}
}

// listed is what this build lists but for some, and what is listed no more.
func listed(more []protocol.Feature, but ...protocol.Feature) []protocol.Feature {
	return append(slices.DeleteFunc(protocol.Features(), func(f protocol.Feature) bool { return slices.Contains(but, f) }), more...)
}

// asked are actions that peers of different states know, with what they need.
func asked() []struct {
	need protocol.Feature
	a    protocol.Action
} {
	return []struct {
		need protocol.Feature
		a    protocol.Action
	}{
		{"", click},
		{"", protocol.Navigate{URL: "https://a.test/"}},
		{"", protocol.Extract{}},
		{"clicks", protocol.Click{Target: click.Target, Count: 2}},
		{"frames", protocol.Frames{}},
		{"find", protocol.Find{Query: "Save"}},
		{"downloads", protocol.Downloads{}},
		{"after", protocol.Extract{After: "e1"}},
		{"keys", protocol.Type{Target: click.Target, Text: "a", Keys: true}},
	}
}

// An extension of a former state works with this backend: it is asked for what it
// knows, and never for what it would overlook or do otherwise. The agent is told
// which side to update.
func TestStates_an_extension_of_a_former_state(t *testing.T) {
	for _, s := range states() {
		t.Run(s.name, func(t *testing.T) {
			is := is.New(t)
			b := newBackend(t, nil)
			c, _ := b.shaken("ann", s.features...)
			b.attached(1)
			sent, refused := 0, 0
			for _, row := range asked() {
				answered := make(chan error, 1)
				go func() {
					_, err := b.pool.Request(t.Context(), pool.To{Caller: protocol.Caller{User: "ann", Agent: "a program"}}, row.a)
					answered <- err
				}()
				if row.need != "" && !slices.Contains(s.features, row.need) {
					err := <-answered
					is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
					is.True(strings.Contains(err.Error(), string(row.need)) && strings.Contains(err.Error(), "update"))
					refused++
					continue
				}
				r := requested(t, c)
				is.Equal(r.Action, row.a)
				write(t, c, `{"type":"response","id":"`+r.ID+`","result":{"ok":true}}`)
				err := <-answered
				is.True(err == nil || protocol.CodeOf(err) != protocol.CodeInvalidAction) // of the test's short answers some are no results
				sent++
			}
			is.Equal(sent+refused, len(asked()))
			is.True(sent >= 3)

			// What an agent gives up is cancelled only where the extension knows how.
			ctx, cancel := context.WithCancel(t.Context())
			gone := make(chan error, 1)
			go func() {
				_, err := b.ask(ctx, "", click)
				gone <- err
			}()
			requested(t, c)
			cancel()
			is.True(<-gone != nil)
			go func() { _, _ = b.ask(t.Context(), "", click) }()
			m, _ := next(t, c)
			_, cancels := m.(protocol.Cancel)
			is.Equal(cancels, slices.Contains(s.features, protocol.FeatureCancel))
		})
	}
}

// requested reads until a request comes; heartbeats go by.
func requested(t *testing.T, c *websocket.Conn) protocol.Request {
	t.Helper()
	for {
		m, code := next(t, c)
		if code != 0 {
			t.Fatal("closed with ", code)
		}
		if r, is := m.(protocol.Request); is {
			return r
		}
	}
}

// former is a backend of a former state, as far as this extension sees one: it
// answers the hello as that one did.
type former struct {
	url string
	// peer is its end of the socket, behind a good handshake.
	peer chan *websocket.Conn
}

// newFormer starts one. answer completes its ack, or says how it refuses.
func newFormer(t *testing.T, b *backend, answer func(*protocol.Ack) *protocol.Reject) *former {
	t.Helper()
	f := &former{peer: make(chan *websocket.Conn, 8)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
		if err != nil {
			return
		}
		defer func() { _ = c.CloseNow() }()
		_, data, err := c.Read(r.Context())
		if err != nil {
			return
		}
		m, _ := protocol.Decode(data)
		hello, _ := m.(protocol.Hello)
		ack := protocol.Ack{ProtocolVersion: protocol.Version, ServerVersion: "former"}
		if reject := answer(&ack); reject != nil {
			_ = c.Write(r.Context(), websocket.MessageText, protocol.Append(nil, *reject))
			_ = c.Close(link.CloseVersion, "")
			return
		}
		if _, _, err := b.pairings.Verify(r.Context(), hello, link.ChannelBinding{SocketURL: f.url, ExtensionID: extensionID}, &ack); err != nil {
			t.Error(err)
			return
		}
		_ = c.Write(r.Context(), websocket.MessageText, protocol.Append(nil, ack))
		f.peer <- c
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	u, err := link.ParseURL("url", "ws"+strings.TrimPrefix(server.URL, "http"))
	if err != nil {
		t.Fatal(err)
	}
	f.url = u.String()
	return f
}

// config is a pairing that leads there.
func (f *former) config(b *backend) string {
	_, p := b.config("ann")
	return `{"serverUrl":"` + f.url + `","deviceId":"` + p.DeviceID + `","key":"` + p.Key + `"}`
}

// This extension works with a backend of a former state, and sends it no message
// that such a one would end the connection for.
func TestStates_a_backend_of_a_former_state(t *testing.T) {
	for _, s := range states() {
		t.Run(s.name, func(t *testing.T) {
			is := is.New(t)
			b := newBackend(t, nil)
			f := newFormer(t, b, func(a *protocol.Ack) *protocol.Reject {
				if s.features != nil {
					a.Caps = &protocol.Caps{Features: s.features}
				}
				return nil
			})
			var mu sync.Mutex
			var types []string
			x := extension(t, bridge.Options{Config: f.config(b), Sent: func(text []byte) {
				_, after, _ := strings.Cut(string(text), `"type":"`)
				kind, _, _ := strings.Cut(after, `"`)
				mu.Lock()
				defer mu.Unlock()
				types = append(types, kind)
			}})
			b.await(x, connected)
			var c *websocket.Conn
			select {
			case c = <-f.peer:
			case <-time.After(15 * time.Second):
				t.Fatal("the extension did not come")
			}
			for _, id := range []string{"0001", "0002"} {
				write(t, c, `{"type":"request","id":"`+id+`","action":{"type":"click","uid":"e1"}}`) // as bare version 4 has it
				r := responded(t, c)
				is.Equal(r.ID, id)
				is.Equal(string(r.Result), `{"ok":true}`)
			}
			is.Equal(x.Acted(), 2)
			allowed := []string{"hello", "response", "event"}
			for message, feature := range map[string]protocol.Feature{"beat": "beat", "cancel": "cancel", "panel": "panel"} {
				if slices.Contains(s.features, feature) {
					allowed = append(allowed, message)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for _, kind := range types {
				is.True(slices.Contains(allowed, kind)) // kind
			}
		})
	}
}

// responded reads until an answer comes.
func responded(t *testing.T, c *websocket.Conn) protocol.Response {
	t.Helper()
	for {
		m, code := next(t, c)
		if code != 0 {
			t.Fatal("closed with ", code)
		}
		if r, is := m.(protocol.Response); is {
			return r
		}
	}
}

// A backend that is too old or too new is told to the person as such, whichever
// way it says so.
func TestStates_a_backend_of_another_version(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer func(*protocol.Ack) *protocol.Reject
		reason protocol.Reason
	}{
		{"an older one refuses without a reason", func(*protocol.Ack) *protocol.Reject {
			return &protocol.Reject{RequiredMinProtocolVersion: 3, Error: protocol.Error{Code: protocol.CodeInvalidAction, Message: "protocolVersion: must be 3"}}
		}, protocol.ReasonVersion},
		{"an older one acknowledges", func(a *protocol.Ack) *protocol.Reject { a.ProtocolVersion = 3; return nil }, protocol.ReasonVersion},
		{"a newer one needs a newer extension", func(*protocol.Ack) *protocol.Reject {
			return &protocol.Reject{RequiredMinProtocolVersion: protocol.Version + 1, Error: protocol.Error{Code: protocol.CodeInvalidAction, Message: "protocolVersion: too old", Reason: protocol.ReasonVersion}}
		}, protocol.ReasonOldExtension},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBackend(t, nil)
			f := newFormer(t, b, row.answer)
			x := extension(t, bridge.Options{Config: f.config(b)})
			b.await(x, func(s link.Status) bool { return s.Reason == row.reason })
			is.New(t).True(strings.Contains(x.Status().Detail, "update"))
		})
	}
}
