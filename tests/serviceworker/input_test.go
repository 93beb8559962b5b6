package serviceworker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// deepest: the deepest message that the wire allows leaves the core alive,
// and a deeper one is refused.
func deepest(t *testing.T, r *harness, wire *wire) {
	is := is.New(t)
	// The request is one level, the action the second.
	nested := func(depth int) string {
		return `{"type":"get_tabs","later":` + strings.Repeat(`{"a":`, depth-2) + "1" + strings.Repeat("}", depth-2) + "}"
	}
	is.True(wire.do(t, nested(protocol.MaxDepth)).Error == nil)
	is.Equal(wire.do(t, nested(protocol.MaxDepth+1)).Error.Code, protocol.CodeInvalidAction)
	tab := open(t, wire)
	for _, depth := range []int{20, 60, 3000} {
		got := wire.do(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"let a = 1; for (let i = 0; i < %d; i++) a = [a]; return a"}`, tab, depth))
		t.Logf("a value %d levels deep: %.80s %v", depth, got.Result, got.Error)
	}
	is.Equal(r.worker(t).state(t).Deaths, 0)
}

// strangeText: half a surrogate pair in a title, which is no UTF-8, arrives mended.
func strangeText(t *testing.T, r *harness, wire *wire) {
	is := is.New(t)
	tab := open(t, wire)
	wire.get(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"document.title = 'a\\ud800b \\\\ud800'"}`, tab), nil)
	w := r.worker(t)
	var listed string
	e2e.Await(t, "it comes to that", func() bool {
		got := wire.do(t, `{"type":"get_tabs"}`)
		is.True(got.Error == nil)
		listed = string(got.Result)
		return strings.Contains(listed, `b \\ud800`)
	})
	is.True(strings.Contains(listed, "a\ufffdb"))
	is.Equal(w.state(t).Deaths, 0)
}

// binary: a binary message closes the connection and the core lives on.
func binary(t *testing.T, r *harness, first *wire) (second *wire) {
	is := is.New(t)
	is.NoErr(first.ws.Write(t.Context(), websocket.MessageBinary, []byte("x")))
	<-first.closed
	second = r.await(t, 20e9)
	second.get(t, `{"type":"get_tabs"}`, nil)
	is.Equal(r.worker(t).state(t).Deaths, 0)
	return second
}

// cancelled: a cancelled request is answered at once.
func cancelled(t *testing.T, _ *harness, wire *wire) {
	is := is.New(t)
	tab := open(t, wire)
	waiting := wire.start(t, fmt.Sprintf(`{"type":"wait_for","selector":"#never","timeoutMs":30000,"tabId":%d}`, tab))
	id := "r" + protocolID(wire.next.Load())
	is.NoErr(wire.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"cancel","id":"`+id+`"}`)))
	is.True(answer(t, waiting, 5e9).Error != nil)
}

// twice: a request id that is in execution is not executed a second time.
func twice(t *testing.T, _ *harness, wire *wire) {
	is := is.New(t)
	tab := open(t, wire)
	wire.get(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"window.n = 0"}`, tab), nil)
	slow := fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"window.n++; return new Promise(r => setTimeout(r, 500))"}`, tab)
	once := wire.start(t, slow)
	id := "r" + protocolID(wire.next.Load())
	is.NoErr(wire.ws.Write(t.Context(), websocket.MessageText, []byte(`{"type":"request","id":"`+id+`","action":`+slow+`}`)))
	is.True(answer(t, once, 10e9).Error == nil)
	var n struct{ Value int }
	wire.get(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"return window.n"}`, tab), &n)
	is.Equal(n.Value, 1)
	is.Equal(len(wire.strays), 0)
}
