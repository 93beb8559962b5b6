package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
)

// opens says that an act has opened a tab.
func opens(tab int) *protocol.Effects {
	return &protocol.Effects{Tabs: []protocol.Tab{{TabID: tab, URL: "https://a.test/popup"}}}
}

// tab is the one that the run works in.
func (r *harness) tab() int {
	id, _ := r.s.Tab()
	return id
}

// A tab that an act has opened is the run's from then on, and it is told how it comes
// back: by naming the other one, by closing it, or when that closes itself.
func TestStep_APopupIsFollowed(t *testing.T) {
	for _, row := range []struct {
		name string
		then func(r *harness)
		want int
		says string
	}{
		{"it reads on", func(r *harness) { r.calls("extract", "{}"); r.answers(page("popup")) }, 8, ""},
		{"it names the other", func(r *harness) { r.calls("extract", `{"tabId":3}`); r.answers(page("first")) }, 3, ""},
		{"it closes it", func(r *harness) { r.calls("close_tab", `{"tabId":8}`); r.answers(protocol.OK{OK: true}) }, 3, "Your tab is 3 again"},
		{"it closes the other", func(r *harness) { r.calls("close_tab", `{"tabId":3}`); r.answers(protocol.OK{OK: true}) }, 8, ""},
		{"it closes itself", func(r *harness) {
			r.calls("extract", "{}")
			r.send(agent.Event{Type: agent.TabLost, Code: protocol.CodeTabNotFound})
			r.answers(page("first")) // it is read by itself
		}, 3, "Your tab is 3 again"},
		{"one more", func(r *harness) {
			r.calls("open_tab", `{"url":"https://a.test/"}`)
			r.answers(protocol.OpenTabResult{TabID: 9})
			r.calls("close_tab", `{"tabId":9}`)
			r.answers(protocol.OK{OK: true})
		}, 8, "Your tab is 8 again"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := with(t, func(r *agent.Run) { r.Tier = tools.Full })
			r.calls("click", click, "click", `{"uid":"e2"}`)
			r.answers(protocol.OK{OK: true, Effects: opens(8)})
			r.has("Your tab is 8 now")
			r.has("extract with tabId 3 goes back")
			r.has("Not done: the run has come to another tab")
			is.Equal(r.tab(), 8)
			row.then(r)
			is.Equal(r.tab(), row.want)
			is.Equal(r.s.Status(), agent.Running)
			if row.says != "" {
				r.has(row.says)
			}
			r.calls("extract", "{}")
			is.Equal(one[agent.Act](r).Action.Tab(), row.want)
		})
	}
}

// Where the run's own page went on as well, or the act was in a tab that is none of the
// run's, it stays, and knows of the other.
func TestStep_APopupThatIsNotFollowed(t *testing.T) {
	is := is.New(t)
	r := with(t, func(*agent.Run) {})
	r.calls("click", click)
	e := opens(8)
	e.Navigated = &protocol.Navigated{URL: "https://a.test/2"}
	r.answers(protocol.OK{OK: true, Effects: e})
	is.Equal(r.tab(), 3)
	r.has("Tab 8 was opened, too")
	r.calls("click", `{"uid":"e5","tabId":8}`)
	is.Equal(one[agent.Act](r).Site, "https://a.test")
	r.answers(protocol.OK{OK: true})
	is.Equal(r.tab(), 8) // where it works is its tab
	r.calls("extract", `{"tabId":3}`)
	r.answers(page("x"))
	is.Equal(r.tab(), 3)
	r.calls("click", `{"uid":"e5","tabId":77}`)
	r.answers(protocol.OK{OK: true, Effects: opens(78)})
	is.Equal(r.tab(), 3)
}

// A model with few tools can go back, too.
func TestStep_ASmallModelGoesBack(t *testing.T) {
	r := with(t, func(r *agent.Run) { r.Tier = tools.Compact })
	for _, x := range one[agent.Ask](r).Request.Tools {
		if x.Name == "extract" {
			is.New(t).True(strings.Contains(x.Schema, `"tabId"`))
		}
	}
}

// A run that closes its only tab opens it again when it goes on.
func TestStep_ItClosesItsOnlyTab(t *testing.T) {
	r := with(t, func(*agent.Run) {})
	r.calls("close_tab", `{"tabId":3}`)
	r.answers(protocol.OK{OK: true})
	r.has("your only tab")
	r.calls("extract", "{}")
	r.send(agent.Event{Type: agent.TabLost, Code: protocol.CodeTabNotFound})
	is.New(t).Equal(r.s.Status(), agent.WaitingTab)
}

// What a run has opened is its own. What it has claimed is the person's, and what was closed is nobody's.
func TestState_Own(t *testing.T) {
	is := is.New(t)
	r := with(t, func(r *agent.Run) { r.Tier = tools.Full })
	own := func() (list []int) {
		for _, x := range r.s.Own() {
			list = append(list, x.TabID)
		}
		return list
	}
	is.Equal(own(), []int{3}) // where it began
	r.calls("open_tab", `{"url":"https://b.test/"}`)
	r.answers(protocol.OpenTabResult{TabID: 8})
	is.Equal(own(), []int{8, 3})
	is.Equal(r.s.Own()[0].URL, "https://b.test/")
	r.calls("claim_tab", `{"tabId":9}`)
	r.send(agent.Event{Type: agent.Decided, ID: one[agent.Question](r).ID, Yes: true})
	r.answers(protocol.OK{OK: true})
	is.Equal(r.tab(), 9)
	is.Equal(own(), []int{3, 8})
	r.calls("close_tab", `{"tabId":8}`)
	r.answers(protocol.OK{OK: true})
	is.Equal(own(), []int{3})
}
