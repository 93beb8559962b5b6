package worker_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/worker"
)

// The types of the extension's pages are generated from State's fields and
// tags; what the worker writes by hand must be exactly that.
func TestState(t *testing.T) {
	for _, row := range []struct {
		name     string
		sessions []session.Session
	}{
		{name: "no session is an empty list, never null"},
		{"every field of a session is told", []session.Session{
			{TabID: 7, Domain: "a.example", StartedAt: 3, LastActionAt: 4, ActionCount: 5, LastAction: "click", Agent: "Claude 1"},
			{TabID: 8, Domain: `"</script>`, StartedAt: 6, LastActionAt: 7}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := start(t)
			r.connected()
			r.gate.sessions = row.sessions
			r.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":5,"method":"getState"}`))
			text := strings.TrimSuffix(strings.TrimPrefix(r.post(), `{"call":"reply","message":5,"value":{"ok":`), "}}")
			d := json.NewDecoder(bytes.NewReader([]byte(text)))
			d.DisallowUnknownFields()
			var got worker.State
			is.NoErr(d.Decode(&got))
			is.Equal(got.Link.State, link.ModeConnected)
			is.Equal(got.Link.ServerURL, "ws://127.0.0.1:48123/")
			is.Equal(got.Broken, "the blocklist is damaged")
			is.True(got.Sessions != nil)
			is.Equal(len(got.Sessions), len(row.sessions))
			for i, s := range row.sessions {
				is.Equal(got.Sessions[i], worker.Session(s))
			}
			var members struct {
				Link     map[string]json.RawMessage
				Sessions []map[string]json.RawMessage
				UpdateBy *int64
			}
			is.NoErr(json.Unmarshal([]byte(text), &members))
			is.True(members.UpdateBy != nil && *members.UpdateBy == 0) // also when none waits
			is.Equal(len(members.Link), 10)                            // every field, also an empty one, but the reasons
			for _, s := range members.Sessions {
				is.Equal(len(s), 7)
			}
		})
	}
}
