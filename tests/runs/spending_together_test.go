package runs

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/core/agent/budget"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestCaps_Together: a cap holds for the runs of all backends of a person, those that each
// command launches for itself and the one that stays, whichever runs at the time.
func TestCaps_Together(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	server := fakemodel.New(fakemodel.Traits{}, taker)
	t.Cleanup(server.Close)
	c, err := model.New(coremodel.Config{Provider: coremodel.Provider{Name: "fake", Wire: coremodel.Completions, Base: server.URL + "/v1", NoKey: true}, Model: "fake"})
	is.NoErr(err)
	is.NoErr(home.Models().SetCaps(model.Caps{Day: 0.000001}))
	begin := func(private bool) *app.Main {
		t.Helper()
		m := e2e.Backend(t, app.Options{Home: home, Private: private, Bridge: counter{shop: newShop(2)},
			Models: func(_ context.Context, name string) (runs.Opened, error) {
				return runs.Opened{Model: c, Name: "fake/dear", Window: 128_000, Price: budget.Price{In: 1_000_000, Out: 1_000_000}}, nil
			}})
		return m
	}
	answers := func(m *app.Main) int {
		t.Helper()
		client := &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
		data, err := client.StartRun(t.Context(), []byte(`{"task":"Take everything at shop.test.","url":"https://shop.test/"}`))
		is.NoErr(err)
		var v runs.View
		is.NoErr(json.Unmarshal(data, &v))
		is.NoErr(client.WatchRun(t.Context(), v.ID, 0, func(json.RawMessage) error { return nil }))
		data, err = client.Run(t.Context(), v.ID)
		is.NoErr(err)
		is.NoErr(json.Unmarshal(data, &v))
		is.Equal(v.Code, "model_money")
		return v.Used.Steps
	}
	stays, launched := begin(false), begin(true)
	is.Equal(answers(launched), 1) // it reaches the cap
	launched.Close()
	is.Equal(answers(stays), 0)
	is.Equal(answers(begin(true)), 0)
}
