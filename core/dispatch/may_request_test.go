package dispatch_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
)

const site = "https://a.example"

// ask asks for an action as a request that may do what it says.
func ask(t *testing.T, w interface {
	Do(*testing.T, protocol.Request) protocol.Response
}, may *protocol.May, a protocol.Action) *protocol.Error {
	t.Helper()
	return w.Do(t, protocol.Request{ID: "r", Action: a, May: may}).Error
}

// door is the way of a request as the extension and the direct host both have it.
type door struct{ d *dispatch.Dispatcher }

func (d door) Do(t *testing.T, r protocol.Request) protocol.Response { return d.d.Do(t.Context(), r) }

// A request that may only read does nothing else, whatever kind it names; what a plain
// click presses is judged in the page.
func TestMay_Reads(t *testing.T) {
	w := start(t)
	tab := open(t, w, site+"/")
	before := len(w.CDP.Commands())
	for _, k := range protocol.Kinds() {
		a := kinds(tab)[k]
		if a == nil {
			continue
		}
		e := ask(t, door{w.Dispatcher}, &protocol.May{Reads: true}, a)
		if k.InReading() {
			if e != nil && strings.Contains(e.Message, "only read") {
				t.Errorf("%s is refused: %v", k, e)
			}
			continue
		}
		if e == nil || e.Code != protocol.CodeInvalidAction || e.Outcome != protocol.ErrorNotDone {
			t.Errorf("%s: %v", k, e)
		}
	}
	on, to := protocol.OnTab{TabID: tab}, protocol.Target{UID: "e1"}
	for _, a := range []protocol.Action{protocol.Click{Target: to, OnTab: on, Count: 2}, protocol.Click{Target: to, OnTab: on, Button: protocol.ButtonRight}, protocol.Click{Target: to, OnTab: on, Modifier: "Control"}} {
		if e := ask(t, door{w.Dispatcher}, &protocol.May{Reads: true}, a); e == nil || e.Outcome != protocol.ErrorNotDone {
			t.Errorf("%+v: %v", a, e)
		}
	}
	if n := presses(w); n != 2 { // the fake page's click and scroll
		t.Errorf("%d presses, and %d commands before", n, before)
	}
}

// kinds is an action of each kind that a test can ask for.
func kinds(tab int) map[protocol.Kind]protocol.Action {
	on, to := protocol.OnTab{TabID: tab}, protocol.Target{UID: "e1"}
	list := []protocol.Action{protocol.Extract{OnTab: on}, protocol.GetTabs{}, protocol.Click{Target: to, OnTab: on}, protocol.Type{Target: to, Text: "x", OnTab: on},
		protocol.Navigate{URL: site + "/2", OnTab: on}, protocol.OpenTab{URL: site + "/3"}, protocol.CloseTab{TabID: tab}, protocol.Evaluate{Expression: "1", OnTab: on},
		protocol.UploadFile{Target: to, Name: "a", OnTab: on}, protocol.PressKey{Key: "Enter", OnTab: on}, protocol.Scroll{Direction: "down", OnTab: on}, protocol.ClaimTab{TabID: tab}}
	all := map[protocol.Kind]protocol.Action{}
	for _, a := range list {
		all[a.Kind()] = a
	}
	return all
}

// What a request may not do is told with what it would have been, and nobody is asked.
func TestMay_Sinks(t *testing.T) {
	for _, row := range []struct {
		name  string
		act   sink.Kind
		may   *protocol.May
		holds protocol.Sink
	}{
		{"without a bound", sink.Pay, nil, ""},
		{"nothing allowed", sink.Pay, &protocol.May{Site: site}, protocol.SinkPay},
		{"another act allowed", sink.Pay, &protocol.May{Site: site, Sinks: []protocol.Sink{protocol.SinkSend}}, protocol.SinkPay},
		{"that act allowed", sink.Pay, &protocol.May{Site: site, Sinks: []protocol.Sink{protocol.SinkPay}}, ""},
		{"that act on another site", sink.Pay, &protocol.May{Site: "https://b.example", Sinks: []protocol.Sink{protocol.SinkPay}}, protocol.SinkPay},
		{"deleting", sink.Delete, &protocol.May{Site: site}, protocol.SinkDelete},
		{"a press on a site that it was not sent to", sink.Other, &protocol.May{Site: site}, protocol.SinkForeign},
		{"a press on one that it was", sink.Other, &protocol.May{Site: site, Sinks: []protocol.Sink{protocol.SinkForeign}}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			tab := open(t, w, site+"/")
			w.Debugger.Sink = &sink.Act{Kind: row.act, What: "Place order"}
			e := ask(t, door{w.Dispatcher}, row.may, click(tab))
			is.True(!w.Dispatcher.Asking()) // nobody is asked
			if row.holds == "" {
				is.Equal(e, nil)
				is.Equal(presses(w), 1)
				return
			}
			is.Equal(presses(w), 0)
			is.Equal(e.Outcome, protocol.ErrorNotDone)
			is.Equal(*e.Held, protocol.Held{Does: row.holds, What: "Place order", Site: site})
		})
	}
	t.Run("a file and a secret", func(t *testing.T) {
		is := is.New(t)
		w := start(t)
		tab := open(t, w, site+"/")
		on, to := protocol.OnTab{TabID: tab}, protocol.Target{UID: "e1"}
		e := ask(t, door{w.Dispatcher}, &protocol.May{Site: site}, protocol.UploadFile{Target: to, Name: "cv.pdf", OnTab: on})
		is.Equal(*e.Held, protocol.Held{Does: protocol.SinkUpload, What: "cv.pdf", Site: site})
		e = ask(t, door{w.Dispatcher}, &protocol.May{Site: site}, protocol.Type{Target: to, Secret: "bank", Text: "x", Origins: []string{site}, OnTab: on})
		is.Equal(*e.Held, protocol.Held{Does: protocol.SinkSignIn, What: "bank", Site: site})
		is.Equal(ask(t, door{w.Dispatcher}, &protocol.May{Site: site, Sinks: []protocol.Sink{protocol.SinkUpload}}, protocol.UploadFile{Target: to, Name: "cv.pdf", OnTab: on}), nil)
	})
	t.Run("in the strict profile the person is asked all the same", func(t *testing.T) {
		is := is.New(t)
		w := start(t, strict("https://a.example act"))
		tab := open(t, w, site+"/")
		w.Debugger.Sink = &sink.Act{Kind: sink.Pay, What: "Place order"}
		running := make(chan *protocol.Error, 1)
		go func() {
			running <- ask(t, door{w.Dispatcher}, &protocol.May{Site: site, Sinks: []protocol.Sink{protocol.SinkPay}}, click(tab))
		}()
		await(t, w, `"can":"pay","what":"Place order"`)
		is.Equal(presses(w), 0)
		w.Dispatcher.Consent("pay https://a.example Place order", "deny")
		is.Equal((<-running).Code, protocol.CodeDomainBlocked)
	})
}
