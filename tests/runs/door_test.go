package runs

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/coretest"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// counter is a Bridge to the shop: the whole backend, without a browser.
type counter struct {
	e2e.Bridge
	*shop
	// holds is how many presses are held back first, as the browser's end does.
	holds *atomic.Int32
}

func (c counter) Do(_ context.Context, _ protocol.Caller, _ string, a protocol.Action) (protocol.Result, error) {
	if a.Kind() == protocol.KindClick && c.holds != nil && c.holds.Add(-1) >= 0 {
		e := protocol.NewError(protocol.CodeInvalidAction, "this was not done").NotDone()
		e.Held = &protocol.Held{Does: protocol.SinkSend, What: "Take", Site: "https://shop.test"}
		return nil, e
	}
	return c.do(a)
}

const canary = "sk-canary-7f3a91c2"

// whole is the whole backend with its real store, the shop for a browser, and a model
// that wants a key.
func whole(t testing.TB, home app.Home, s *shop, p fakemodel.Policy) (*app.Main, *fakemodel.Server, *coretest.Output) {
	t.Helper()
	server := fakemodel.New(fakemodel.Traits{Key: canary}, p)
	t.Cleanup(server.Close)
	good, log := opened(client(t, server, coremodel.Completions)), &coretest.Output{}
	m := e2e.Backend(t, app.Options{Home: home, Bridge: counter{shop: s}, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Models: func(ctx context.Context, name string) (runs.Opened, error) {
			if name == "none/none" {
				return runs.Opened{}, &chat.Fault{Code: chat.CodeModel, Text: "there is none"}
			}
			return good(ctx, name)
		}})
	return m, server, log
}

// person is a client of whoever may start runs.
func person(m *app.Main) *httpapi.Client {
	return &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
}

const takeAllBody = `{"task":"Take everything at shop.test.","url":"https://shop.test/","steps":100}`

// starts begins a run through the door.
func starts(t testing.TB, c *httpapi.Client, body string) (v runs.View) {
	t.Helper()
	data, err := c.StartRun(t.Context(), []byte(body))
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// ends waits until a run is over, and tells how it stands then.
func ends(t testing.TB, c *httpapi.Client, id string) (v runs.View) {
	t.Helper()
	err := c.WatchRun(t.Context(), id, 0, func(json.RawMessage) error { return nil })
	var data json.RawMessage
	if err == nil {
		data, err = c.Run(t.Context(), id)
	}
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestDoor: a run over HTTP, from its beginning to its removal, in a backend with its
// real store that ends in between. The model's key gets nowhere.
func TestDoor(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	home, s := app.Home(t.TempDir()), newShop(4)
	policy, let := held(t, taker)
	m, _, log := whole(t, home, s, policy)
	v := starts(t, person(m), takeAllBody)
	is.Equal(v.Status, core.Running)
	lets(t, let, 3)
	m.Close() // while the model is being asked
	close(let)

	m, server, again := whole(t, home, s, taker)
	c := person(m)
	is.Equal(ends(t, c, v.ID).Status, core.Done)
	once(t, s, 4)
	is.Equal(server.Refused(), nil)
	list, err := c.Runs(t.Context())
	is.NoErr(err)
	is.True(strings.Contains(string(list), v.ID))
	var seen, journal strings.Builder
	is.NoErr(c.WatchRun(t.Context(), v.ID, 0, func(update json.RawMessage) error { seen.Write(update); return nil }))
	is.NoErr(c.ExportRun(t.Context(), v.ID, func(entry json.RawMessage) error { journal.Write(entry); return nil }))
	for name, text := range map[string]string{"events": seen.String(), "journal": journal.String(), "log": log.String() + again.String(), "list": string(list)} {
		if text == "" || strings.Contains(text, canary) {
			t.Errorf("%s: %d bytes, with the key: %t", name, len(text), strings.Contains(text, canary))
		}
	}
	is.NoErr(c.RemoveRun(t.Context(), v.ID))
	_, err = c.Run(t.Context(), v.ID)
	refused(t, err)
}

func TestDoor_Refuses(t *testing.T) {
	m, _, _ := whole(t, app.Home(t.TempDir()), newShop(1), taker)
	ask := func(method, path, token, body string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, m.URL()+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		data, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(data)
	}
	operator := m.OperatorToken()
	for _, row := range []struct {
		name, method, path, token, body string
		status                          int
		says                            string
	}{
		{"an agent begins a run", "POST", "/api/runs", m.Token(), `{"task":"x"}`, 403, "insufficient_scope"},
		{"an agent answers a question", "POST", "/api/runs/aaaaaaaa/decide", m.Token(), `{"question":1,"yes":true}`, 403, "insufficient_scope"},
		{"an agent reads a journal", "GET", "/api/runs/aaaaaaaa/journal", m.Token(), "", 403, "insufficient_scope"},
		{"no JSON", "POST", "/api/runs", operator, `{"task"`, 400, "JSON"},
		{"no object", "POST", "/api/runs", operator, `["task"]`, 400, "object"},
		{"a member that there is not", "POST", "/api/runs", operator, `{"task":"x","gate":"off"}`, 400, "gate"},
		{"no task", "POST", "/api/runs", operator, ``, 400, "task"},
		{"more than a task", "POST", "/api/runs", operator, `{"task":"` + strings.Repeat("x", 70_000) + `"}`, 413, "65536"},
		{"a model that there is not", "POST", "/api/runs", operator, `{"task":"x","model":"none/none"}`, 500, "model_unknown"},
		{"a run that there is not", "GET", "/api/runs/aaaaaaaa", operator, "", 400, "no run"},
		{"a run with a strange id", "GET", "/api/runs/..%2f..%2faa", operator, "", 400, "no run"},
		{"its events", "GET", "/api/runs/aaaaaaaa/events", operator, "", 400, "no run"},
		{"events behind nonsense", "GET", "/api/runs/aaaaaaaa/events?behind=x", operator, "", 400, "behind"},
		{"its journal", "GET", "/api/runs/aaaaaaaa/journal", operator, "", 400, "no run"},
		{"a word for none", "POST", "/api/runs/aaaaaaaa/say", operator, `{"text":"x"}`, 400, "no run"},
		{"an agent switches planned tasks on", "PUT", "/api/schedule", m.Token(), `{"on":true}`, 403, "insufficient_scope"},
		{"a switch that says nothing", "PUT", "/api/schedule", operator, `{}`, 400, "on"},
		{"a switch that says more", "PUT", "/api/schedule", operator, `{"on":true,"until":9}`, 400, "on"},
		{"no word", "POST", "/api/runs/aaaaaaaa/say", operator, `{}`, 400, "text"},
	} {
		status, body := ask(row.method, row.path, row.token, row.body)
		if status != row.status || !strings.Contains(body, row.says) || !strings.Contains(body, `"code"`) {
			t.Errorf("%s: %d %s", row.name, status, body)
		}
	}
}
