package e2e

import (
	"cmp"
	"context"
	"testing"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/model"
	core "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/tests/fakemodel"
)

// Backend starts a backend in this process for one test: at a free port and in a folder
// of its own where the options name none.
func Backend(tb testing.TB, o app.Options) *app.Main {
	tb.Helper()
	if o.Home == "" {
		o.Home = app.Home(tb.TempDir())
	}
	return run(tb.Context(), tb, o)
}

func run(ctx context.Context, tb testing.TB, o app.Options) *app.Main {
	tb.Helper()
	o.Address = cmp.Or(o.Address, "127.0.0.1:0")
	m, err := app.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	if err := m.Run(ctx); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(m.Close)
	return m
}

// Scripted starts a model of that policy, and adds it to a backend's folder.
func Scripted(tb testing.TB, home app.Home, p fakemodel.Policy) *fakemodel.Server {
	tb.Helper()
	return Model(tb, home, model.Added{Provider: "fake", Model: "scripted", Window: 128_000}, p)
}

// Model is Scripted with another name or window.
func Model(tb testing.TB, home app.Home, a model.Added, p fakemodel.Policy) *fakemodel.Server {
	tb.Helper()
	s := fakemodel.New(fakemodel.Traits{Model: a.Model}, p)
	tb.Cleanup(s.Close)
	if err := home.Models().Add(a, &core.Provider{Name: a.Provider, Base: s.URL + "/v1", NoKey: true}); err != nil {
		tb.Fatal(err)
	}
	return s
}
