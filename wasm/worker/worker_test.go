package worker_test

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/worker"
)

func TestRequest(t *testing.T) {
	is := is.New(t)
	r := start(t)
	conn := r.connected()
	request := []byte(`{"type":"request","id":"a","action":{"type":"get_tabs"}}`)
	r.Deliver(worker.KindText, conn, request)
	is.Equal(r.told(), "do a")
	r.Deliver(worker.KindText, conn, request) // again, while it runs
	r.Deliver(worker.KindText, conn, []byte(`{"type":"request","id":"b","action":{"type":"get_tabs"}}`))
	is.Equal(r.told(), "do b") // beside it, and a was not begun twice
	r.Deliver(worker.KindText, conn, []byte(`{"type":"cancel","id":"b"}`))
	is.Equal(r.op(worker.OpSend).data, `{"type":"response","id":"b","error":{"code":"internal_error","message":"cancelled"}}`)
	r.gate.let <- struct{}{}
	is.Equal(r.op(worker.OpSend).data, `{"type":"response","id":"a","result":{"ok":true}}`)
}

// TestRequest_Invalid sends an action that breaks a rule to each of the extension's doors:
// the dispatcher never hears of it. A backend is told the field; the agent in this browser
// has told its run already.
func TestRequest_Invalid(t *testing.T) {
	for _, row := range []struct{ action, says string }{
		{`{"type":"open_tab","url":""}`, "action.url"},
		{`{"type":"click","tabId":4}`, "uid"},
		{`null`, "action"},
	} {
		t.Run(row.action, func(t *testing.T) {
			is := is.New(t)
			r := start(t)
			conn := r.connected()
			request := []byte(`{"type":"request","id":"a","action":` + row.action + `}`)
			r.Deliver(worker.KindText, conn, request)
			answer := r.op(worker.OpSend).data
			is.True(strings.Contains(answer, `"invalid_action"`) && strings.Contains(answer, row.says))
			r.Deliver(worker.KindEvent, 0, append([]byte("{\"event\":\"local\"}\n"), request...))
			r.Deliver(worker.KindEvent, 0, []byte("{\"event\":\"local\"}\n"+`{"type":"request","id":"b","action":{"type":"get_tabs"}}`))
			is.Equal(r.told(), "do b")
			is.Equal(len(r.gate.told), 0)
		})
	}
}

// The same request again while the answer to the first is on its way to the
// link: it is answered from there and not begun anew.
func TestRequest_AgainAtItsEnd(t *testing.T) {
	is := is.New(t)
	r := start(t)
	conn := r.connected()
	for len(r.host.posts) > 0 {
		<-r.host.posts
	}
	r.gate.over = make(chan context.Context, 1)
	request := []byte(`{"type":"request","id":"a","action":{"type":"get_tabs"}}`)
	r.Deliver(worker.KindText, conn, request)
	is.Equal(r.told(), "do a")
	for range cap(r.host.posts) + 1 { // the link waits for the host
		r.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":1,"method":"getState","args":{}}`))
	}
	for len(r.host.posts) < cap(r.host.posts) {
		runtime.Gosched()
	}
	r.Deliver(worker.KindText, conn, request)
	r.gate.let <- struct{}{}
	select { // it is over for the worker before the link has heard of it, or not
	case <-(<-r.gate.over).Done():
	case <-time.After(50 * time.Millisecond):
	}
	for range cap(r.host.posts) + 1 {
		r.post()
	}
	is.True(strings.Contains(r.op(worker.OpSend).data, `"id":"a"`))
	select {
	case told := <-r.gate.told:
		t.Error("begun anew: ", told)
	case <-time.After(50 * time.Millisecond):
	}
}

func TestRequest_ConnectionGone(t *testing.T) {
	is := is.New(t)
	r := start(t)
	conn := r.connected()
	r.Deliver(worker.KindText, conn, []byte(`{"type":"request","id":"a","action":{"type":"get_tabs"}}`))
	is.Equal(r.told(), "do a")
	r.Deliver(worker.KindClosed, conn, []byte(`{"code":1006,"reason":""}`))
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":1,"method":"retry","args":{}}`))
	again := r.connected()
	is.True(again != conn)
	r.gate.let <- struct{}{} // its answer belongs to the connection that is gone
	r.Deliver(worker.KindText, again, []byte(`{"type":"request","id":"c","action":{"type":"get_tabs"}}`))
	is.Equal(r.told(), "do c")
	r.gate.let <- struct{}{}
	is.True(strings.Contains(r.op(worker.OpSend).data, `"id":"c"`))
}

func TestEmit(t *testing.T) {
	is := is.New(t)
	r := start(t)
	r.connected()
	r.Emit(protocol.TabClosed{TabID: 7})
	is.Equal(r.op(worker.OpSend).data, `{"type":"event","event":{"type":"tab_closed","tabId":7}}`)
}

func TestEvents(t *testing.T) {
	r := start(t)
	r.connected()
	for _, row := range []struct{ event, told string }{
		{`{"event":"tab_created","info":{"id":7,"url":"https://a.example/"}}`, "created https://a.example/"},
		{`{"event":"tab_removed","tab":7}`, "removed 7"},
		{`{"event":"tab_replaced","tab":7,"added":8}`, "replaced 7 8"},
		{`{"event":"tab_navigated","tab":7,"url":"https://a.example/b"}`, "navigated 7 https://a.example/b"},
		{`{"event":"window_removed","window":3}`, "window 3"},
		{`{"event":"detached","tab":7,"reason":"target_closed"}`, "detached 7 target_closed"},
		{`{"event":"presence","state":"locked"}`, "presence locked"},
		{`{"event":"storage","area":"local","key":"blocklist"}`, "storage local blocklist"},
		{`{"event":"cdp","tab":7,"session":"S","method":"A.a"}` + "\n" + `{"deep":[[[1]]]}`, `cdp 7 S A.a {"deep":[[[1]]]}`},
	} {
		t.Run(row.told, func(t *testing.T) {
			is := is.New(t)
			r.Deliver(worker.KindEvent, 0, []byte(row.event))
			is.Equal(r.told(), row.told)
		})
	}
}

func TestEvents_KeepTheirOrder(t *testing.T) {
	is := is.New(t)
	r := start(t)
	for range 50 {
		r.Deliver(worker.KindEvent, 0, []byte(`{"event":"tab_removed","tab":1}`))
		r.Deliver(worker.KindEvent, 0, []byte(`{"event":"tab_removed","tab":2}`))
		is.Equal(r.told(), "removed 1")
		is.Equal(r.told(), "removed 2")
	}
}

func TestEvents_Broken(t *testing.T) {
	is := is.New(t)
	r := start(t)
	for _, event := range []string{``, `7`, `{`, `{"event":`, `{"event":"none"}`, `{"event":"tab_created"}`, "\n\n"} {
		r.Deliver(worker.KindEvent, 0, []byte(event))
	}
	r.Deliver(worker.KindClosed, 99, []byte(`not JSON`))
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"tab_removed","tab":1}`))
	is.Equal(r.told(), "removed 1") // nothing was told before it, and it lives on
}

func TestPerson(t *testing.T) {
	r := start(t)
	r.connected()
	for _, row := range []struct{ name, question, answer string }{
		{"stop ends a session", `"method":"stop","args":{"tabId":7}`, `{"ok":true}`},
		{"stop without a session says so", `"method":"stop","args":{"tabId":8}`, `{"ok":false}`},
		{"stop wants a tab", `"method":"stop","args":{"tabId":"x"}`, `"message":"stop: tabId must be the number of a tab"`},
		{"resume lets the agent in again", `"method":"resume","args":{"tabId":7}`, `{"ok":true}`},
		{"stopAll counts", `"method":"stopAll","args":{}`, `{"ok":2}`},
		{"getState tells sessions", `"method":"getState"`, `"sessions":[{"tabId":7,"domain":"a.example","startedAt":0,"lastActionAt":0,"actionCount":0,"lastAction":"","agent":""}]`},
		{"getState tells why nothing is allowed", `"method":"getState"`, `"broken":"the blocklist is damaged"`},
		{"an entry of the blocklist is checked as the policy reads it", `"method":"checkEntry","args":{"entry":"*.Example.com"}`, `{"ok":true}`},
		{"a refused entry says what to write", `"method":"checkEntry","args":{"entry":"com"}`, `a single label`},
		{"the audit log is cleared", `"method":"clearHistory"`, `{"ok":true}`},
		{"an answer for a site is taken", `"method":"consent","args":{"domain":"a.example","answer":"once"}`, `{"ok":true}`},
		{"one that changes nothing says so", `"method":"consent","args":{"domain":"a.example","answer":"forget"}`, `{"ok":false}`},
		{"one that is none is refused", `"method":"consent","args":{"domain":"a.example","answer":"yes"}`, `answer must be`},
		{"what the person has done is told to the agent", `"method":"help","args":{"tabId":7,"at":1700000000000,"outcome":"done"}`, `{"ok":true}`},
		{"the person answers a page's dialog", `"method":"dialog","args":{"tabId":7,"dialog":"d-1","accept":true,"text":"Ann"}`, `{"ok":true}`},
		{"an answer to a dialog that has gone", `"method":"dialog","args":{"tabId":7,"dialog":"d-2","accept":false}`, `{"ok":false}`},
		{"an answer to nothing that is asked", `"method":"help","args":{"tabId":7,"at":5,"outcome":"done"}`, `{"ok":false}`},
		{"an answer to a help that is none is refused", `"method":"help","args":{"tabId":7,"at":5,"outcome":"timed_out"}`, `must be done or declined`},
		{"an answer for one act is put together", `"method":"consent","args":{"domain":"https://a.example","can":"pay","what":"Buy now","answer":"once"}`, `{"ok":true}`},
		{"one for another is another", `"method":"consent","args":{"domain":"https://a.example","can":"pay","what":"Buy more","answer":"once"}`, `{"ok":false}`},
		{"the choice of a profile is taken", `"method":"profile","args":{"profile":"strict"}`, `{"ok":true}`},
		{"the organisation's profile is not the person's", `"method":"profile","args":{"profile":"default"}`, `the organisation has chosen it`},
		{"a profile that is none is refused", `"method":"profile","args":{"profile":"lax"}`, `must be default or strict`},
		{"the choice to be asked is taken", `"method":"consentMode","args":{"mode":"per-origin"}`, `{"ok":true}`},
		{"the organisation's is not the person's", `"method":"consentMode","args":{"mode":"ask"}`, `the organisation has chosen it`},
		{"a choice that is none is refused", `"method":"consentMode","args":{"mode":"maybe"}`, `must be off`},
		{"pair refuses a plain URL elsewhere", `"method":"pair","args":{"serverUrl":"ws://a.example/","code":"c"}`, `"code":"invalid_action","message":"pair: serverUrl`},
		{"pair wants a code", `"method":"pair","args":{"serverUrl":"wss://a.example/"}`, `code is missing`},
		{"an unknown method is refused", `"method":"x"`, `"code":"invalid_action"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":5,`+row.question+`}`))
			answer := r.post()
			is.True(strings.HasPrefix(answer, `{"call":"reply","message":5,"value":`))
			if !strings.Contains(answer, row.answer) {
				t.Error(answer)
			}
		})
	}
}

// A page that wakes the worker is answered from storage, not from the nothing
// before it: a stop that met no sessions yet would leave them running.
func TestPerson_WaitsForStorage(t *testing.T) {
	is := is.New(t)
	r := stopped(t)
	r.gate.reading = make(chan struct{})
	r.Start()
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":5,"method":"stopAll"}`))
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":6,"method":"getState"}`))
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"alarm"}`)) // nor are the pages told that the gate is closed still
	select {
	case told := <-r.host.posts:
		t.Fatal("answered before storage was read: ", told)
	case <-time.After(50 * time.Millisecond):
	}
	close(r.gate.reading)
	answers := ""
	for !strings.Contains(answers, `"message":5,"value":{"ok":2}`) || !strings.Contains(answers, `"message":6`) {
		answers += r.post() + "\n"
	}
	is.True(!strings.Contains(answers, `"unpaired"`))
}

// What an installation has told before storage is read would say that nothing is allowed, and of a
// browser that is paired with nobody nothing follows that takes it back.
func TestStart_TellsNothingUnread(t *testing.T) {
	is := is.New(t)
	r := stopped(t)
	r.gate.reading = make(chan struct{})
	r.Start()
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"installed"}`))
	select {
	case told := <-r.host.posts:
		t.Fatal("told before storage was read: ", told)
	case <-time.After(50 * time.Millisecond):
	}
	close(r.gate.reading)
	is.True(strings.HasPrefix(r.post(), `{"call":"broadcast"`))
}

// A new blocklist may close or open the gate: the pages hear of it.
func TestBlocklistChanged(t *testing.T) {
	is := is.New(t)
	r := start(t)
	r.connected()
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"storage","area":"local","key":"blocklist"}`))
	is.Equal(r.told(), "storage local blocklist")
	told := r.post()
	is.True(strings.HasPrefix(told, `{"call":"broadcast"`))
	is.True(strings.Contains(told, `"broken":"the blocklist is damaged"`))
}

func TestPairingRemoved(t *testing.T) {
	is := is.New(t)
	r := start(t)
	conn := r.connected()
	r.host.mu.Lock()
	delete(r.host.storage, link.KeyConfig)
	r.host.mu.Unlock()
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"storage","area":"local","key":"bridge_config"}`))
	is.Equal(r.op(worker.OpClose).conn, conn)
}

// An update waits for what is under way, tells the person so, and does not wait
// for ever.
func TestUpdate(t *testing.T) {
	for _, row := range []struct {
		sentence string
		begin    func(*harness, int)
		end      func(*harness)
	}{
		{"a request in execution is finished first", func(r *harness, conn int) {
			r.Deliver(worker.KindText, conn, []byte(`{"type":"request","id":"a","action":{"type":"get_tabs"}}`))
			is.New(r.t).Equal(r.told(), "do a")
		}, func(r *harness) { r.gate.let <- struct{}{} }},
		{"a question to the person is answered first", func(r *harness, _ int) { r.gate.asking.Store(true) }, func(r *harness) { r.gate.asking.Store(false) }},
		{"ten minutes are enough", func(r *harness, _ int) { r.gate.asking.Store(true) }, func(r *harness) { r.time.ahead.Store(int64(10 * time.Minute)) }},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := start(t)
			row.begin(r, r.connected())
			before := time.Now()
			r.Deliver(worker.KindEvent, 0, []byte(`{"event":"update_available","version":"2"}`))
			var told struct {
				Call  string
				Value worker.State
			}
			is.NoErr(json.Unmarshal([]byte(r.post()), &told))
			is.Equal(told.Call, "broadcast")
			by := time.UnixMilli(told.Value.UpdateBy)
			is.True(!by.Before(before.Add(10*time.Minute-time.Second)) && by.Before(before.Add(11*time.Minute)))
			time.Sleep(600 * time.Millisecond) // it looks again, and waits on
			is.Equal(len(r.host.posts), 0)
			row.end(r)
			is.Equal(r.post(), `{"call":"reload"}`)
		})
	}
}

// With nothing under way nobody waits, and nothing is told.
func TestUpdate_AtOnce(t *testing.T) {
	is := is.New(t)
	r := start(t)
	r.connected()
	r.Deliver(worker.KindEvent, 0, []byte(`{"event":"update_available","version":"2"}`))
	is.Equal(r.post(), `{"call":"reload"}`)
}
