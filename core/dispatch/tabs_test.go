package dispatch_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What a blank page says, its address and its title included, is of whoever
// made it.
func TestGetTabs_Blank(t *testing.T) {
	rows := []struct {
		name, maker, mode string
		want              protocol.Tab // without a domain the tab is not listed
	}{
		{"of nobody that is known", "", "off", protocol.Tab{URL: session.Blank, Domain: session.Blank}},
		{"of an allowed site", "https://a.example/", "off", protocol.Tab{URL: "about:blank#words", Title: "Title of about:blank#words", Domain: "a.example"}},
		{"of a blocked site", "https://bank.example/", "off", protocol.Tab{}},
		{"of a site that the person was not asked about", "https://a.example/", "ask", protocol.Tab{URL: session.Blank, Domain: "a.example"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t, asking(row.mode))
			w.Block("bank.example")
			tab := w.Browser.Add("about:blank#words", false)
			w.Debugger.Makers = map[int]string{tab: row.maker}
			res, err := w.Act(ctx, protocol.GetTabs{})
			is.NoErr(err)
			var got protocol.Tab
			for _, listed := range res.(protocol.TabsResult) {
				if listed.TabID == tab {
					got, got.TabID = listed, 0
				}
			}
			is.Equal(got, row.want)
		})
	}
}

// Which tab the person looks at is told where the browser knows it: of their own
// windows, never of the agent's.
func TestGetTabs_Active(t *testing.T) {
	is := is.New(t)
	w := start(t)
	back := w.Browser.Add("https://back.example/", false)
	front, err := w.Browser.Create(ctx, 0, "https://front.example/", true)
	is.NoErr(err)
	own, err := w.Act(ctx, protocol.OpenTab{URL: "https://own.example/"})
	is.NoErr(err)
	w.Browser.Show(own.(protocol.OpenTabResult).TabID)
	res, err := w.Act(ctx, protocol.GetTabs{})
	is.NoErr(err)
	got := map[int]bool{}
	for _, row := range res.(protocol.TabsResult) {
		got[row.TabID] = row.Active
	}
	is.Equal(got[front.ID], true)
	is.Equal(got[back], false)
	is.Equal(got[own.(protocol.OpenTabResult).TabID], false)
}
