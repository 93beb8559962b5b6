package runs

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/model"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// least is a cap that one answer reaches.
const least = 0.000001

// priced is a backend in a folder whose models have a price, but for one.
func priced(t testing.TB, home app.Home, private bool) *app.Main {
	t.Helper()
	server := fakemodel.New(fakemodel.Traits{}, taker)
	t.Cleanup(server.Close)
	c := client(t, server, coremodel.Completions)
	return e2e.Backend(t, app.Options{Home: home, Private: private, Bridge: counter{shop: newShop(2)},
		Models: func(_ context.Context, name string) (runs.Opened, error) {
			o := runs.Opened{Model: c, Name: name, Window: 128_000, Price: budget.Price{In: 1_000_000, Out: 1_000_000}}
			if name == "fake/free" {
				o.Price = budget.Price{}
			}
			return o, nil
		}})
}

// pays has a model do the task.
func pays(t testing.TB, m *app.Main, name string) runs.View {
	t.Helper()
	c := person(m)
	return ends(t, c, starts(t, c, `{"task":"Take everything at shop.test.","url":"https://shop.test/","model":"`+name+`"}`).ID)
}

// TestCaps: what was paid is counted over the backend's restarts and whatever becomes of
// the runs; a run that reaches a cap stops there, and goes on when the person has raised it.
// A model without a price is not held back.
func TestCaps(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	home := app.Home(t.TempDir())
	caps := home.Models()
	is.NoErr(caps.SetCaps(model.Caps{Day: least}))
	m := priced(t, home, false)
	v := pays(t, m, "fake/dear")
	is.Equal(v.Status, core.Failed)
	is.Equal(v.Code, "model_money")
	is.True(strings.Contains(v.Summary, "for a day is reached"))
	is.True(v.Used.Money > 0) // one answer was paid
	is.Equal(v.Used.Steps, 1)
	is.NoErr(person(m).RemoveRun(t.Context(), v.ID))
	m.Close()

	is.NoErr(caps.SetCaps(model.Caps{Month: least}))
	m = priced(t, home, false)
	v = pays(t, m, "fake/dear")
	is.True(strings.Contains(v.Summary, "for a month is reached"))
	is.Equal(v.Used.Money, int64(0)) // not one more
	is.Equal(pays(t, m, "fake/free").Status, core.Done)

	is.NoErr(caps.SetCaps(model.Caps{Run: least})) // of one that is given none
	is.Equal(pays(t, m, "fake/dear").Code, string(budget.MoneyLimit))

	is.NoErr(caps.SetCaps(model.Caps{}))
	is.NoErr(person(m).TellRun(t.Context(), v.ID, "resume", nil))
	is.Equal(ends(t, person(m), v.ID).Status, core.Done)

	for _, c := range []model.Caps{{Run: -1}, {Day: 1e6}} {
		err := caps.SetCaps(c)
		is.True(err != nil && strings.Contains(err.Error(), "caps: "))
	}
}

// TestCaps_Together: a cap holds for the runs of all backends of a person, those that each
// command launches for itself and the one that stays, whichever runs at the time.
func TestCaps_Together(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	home := app.Home(t.TempDir())
	is.NoErr(home.Models().SetCaps(model.Caps{Day: least}))
	stays, launched := priced(t, home, false), priced(t, home, true)
	answers := func(m *app.Main) int {
		v := pays(t, m, "fake/dear")
		is.Equal(v.Code, "model_money")
		return v.Used.Steps
	}
	is.Equal(answers(launched), 1) // it reaches the cap
	launched.Close()
	is.Equal(answers(stays), 0)
	is.Equal(answers(priced(t, home, true)), 0)
}
