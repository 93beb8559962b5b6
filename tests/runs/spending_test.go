package runs

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/model"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestCaps: what was paid is counted over the backend's restarts and whatever becomes of
// the runs; a run that reaches a cap stops there, and goes on when the person has raised it.
// A model without a price is not held back.
func TestCaps(t *testing.T) {
	is := is.New(t)
	home, s := app.Home(t.TempDir()), newShop(2)
	server := fakemodel.New(fakemodel.Traits{}, taker)
	t.Cleanup(server.Close)
	c, err := model.New(coremodel.Config{Provider: coremodel.Provider{Name: "fake", Wire: coremodel.Completions, Base: server.URL + "/v1", NoKey: true}, Model: "fake"})
	is.NoErr(err)
	begin := func() (*app.Main, *httpapi.Client) {
		t.Helper()
		m := e2e.Backend(t, app.Options{Home: home, Bridge: counter{shop: s},
			Models: func(_ context.Context, name string) (runs.Opened, error) {
				o := runs.Opened{Model: c, Name: name, Window: 128_000}
				if name == "fake/dear" {
					o.Price = budget.Price{In: 1_000_000, Out: 1_000_000}
				}
				return o, nil
			}})
		return m, &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
	}
	look := func(c *httpapi.Client, id string) (v runs.View) {
		t.Helper()
		is.NoErr(c.WatchRun(t.Context(), id, 0, func(json.RawMessage) error { return nil })) // until it ends
		data, err := c.Run(t.Context(), id)
		is.NoErr(err)
		is.NoErr(json.Unmarshal(data, &v))
		return v
	}
	run := func(c *httpapi.Client, name string) runs.View {
		t.Helper()
		data, err := c.StartRun(t.Context(), []byte(`{"task":"Take everything at shop.test.","url":"https://shop.test/","model":"`+name+`"}`))
		is.NoErr(err)
		var v runs.View
		is.NoErr(json.Unmarshal(data, &v))
		return look(c, v.ID)
	}

	caps := home.Models()
	is.NoErr(caps.SetCaps(model.Caps{Day: 0.000001}))
	m, client := begin()
	v := run(client, "fake/dear")
	is.Equal(v.Status, core.Failed)
	is.Equal(v.Code, "model_money")
	is.True(strings.Contains(v.Summary, "for a day is reached"))
	is.True(v.Used.Money > 0) // one answer was paid
	is.Equal(v.Used.Steps, 1)
	is.NoErr(client.RemoveRun(t.Context(), v.ID))
	m.Close()

	is.NoErr(caps.SetCaps(model.Caps{Month: 0.000001}))
	m, client = begin()
	v = run(client, "fake/dear")
	is.True(strings.Contains(v.Summary, "for a month is reached"))
	is.Equal(v.Used.Money, int64(0)) // not one more
	is.Equal(run(client, "fake/free").Status, core.Done)

	is.NoErr(caps.SetCaps(model.Caps{}))
	is.NoErr(client.TellRun(t.Context(), v.ID, "resume", nil))
	is.Equal(look(client, v.ID).Status, core.Done)

	is.NoErr(caps.SetCaps(model.Caps{Run: 0.000001})) // of one that is given none
	v = run(client, "fake/dear")
	is.Equal(v.Code, string(budget.MoneyLimit))
	m.Close()
}

// TestCost_NoUsage: an answer whose provider tells no tokens costs what they are
// estimated at, and the run says that it is an estimate.
func TestCost_NoUsage(t *testing.T) {
	is := is.New(t)
	server := fakemodel.New(fakemodel.Traits{NoUsage: true}, taker)
	t.Cleanup(server.Close)
	c, err := model.New(coremodel.Config{Provider: coremodel.Provider{Name: "fake", Wire: coremodel.Completions, Base: server.URL + "/v1", NoKey: true}, Model: "fake"})
	is.NoErr(err)
	l := &life{shop: newShop(2), journal: &journal{record: newRecord(), killed: make(chan struct{})}}
	rs := process(l, func(context.Context, string) (runs.Opened, error) {
		return runs.Opened{Model: c, Name: "fake/dear", Window: 128_000, Price: budget.Price{In: 1_000_000, Out: 1_000_000}}, nil
	})
	t.Cleanup(rs.Close)
	v, err := rs.Start(t.Context(), "ann", runs.Wanted{Task: "Take everything at shop.test.", URL: "https://shop.test/"})
	is.NoErr(err)
	v = end(t, rs, v.ID)
	is.Equal(v.Status, core.Done)
	is.True(v.Used.Guessed)
	is.Equal(v.Used.Money, int64(v.Used.In+v.Used.Out)) // a millionth each
}

// TestCaps_Bad: an amount that is none is refused with its name.
func TestCaps_Bad(t *testing.T) {
	is := is.New(t)
	for _, c := range []model.Caps{{Run: -1}, {Day: 1e6}} {
		err := app.Home(t.TempDir()).Models().SetCaps(c)
		is.True(err != nil && strings.Contains(err.Error(), "caps: "))
	}
}
