package dispatch_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/core/supervisor"
)

// stands is what storage says of the sessions.
func stands(t *testing.T, w *coretest.World) string {
	t.Helper()
	w.Dispatcher.Settle(ctx)
	data, err := w.Store.Get(ctx, session.Run, session.KeySessions)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDialog_ThePersonAnswers(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := open(t, w, "https://a.example/")
	w.Debugger.Waits = &protocol.OpenDialog{ID: "d-1", Type: "confirm", Message: "Delete?"}
	w.Debugger.Listener.DialogChanged(tab)
	is.True(strings.Contains(stands(t, w), `"dialog":"d-1","type":"confirm","message":"Delete?","from":"frame.example"`))
	is.True(!w.Dispatcher.Dialog(tab, "d-2", true, "")) // another one
	is.True(!w.Dispatcher.Dialog(tab, "", true, ""))    // never whichever waits
	is.True(w.Dispatcher.Dialog(tab, "d-1", true, "yes"))
	is.True(!w.Dispatcher.Dialog(tab, "d-1", true, "yes"))
	is.Equal(w.Debugger.Closed, []supervisor.Reply{{ID: "d-1", Accept: true, Text: "yes"}})
	is.True(!strings.Contains(stands(t, w), "d-1"))
}

func TestObstacle_Kept(t *testing.T) {
	const wall = "https://a.example/wall"
	found := func(c protocol.Confidence) map[string]*protocol.Obstacle {
		return map[string]*protocol.Obstacle{wall: {Type: protocol.ObstacleAuthWall, Confidence: c}}
	}
	for _, row := range []struct {
		name  string
		walls map[string]*protocol.Obstacle
		after func(w *coretest.World, tab int)
		kept  bool
	}{
		{"it is kept until it is passed", found(protocol.ConfidenceHigh), nil, true},
		{"a guess is the agent's to try", found(protocol.ConfidenceLow), nil, false},
		{"another action in the same page does not pass it", found(protocol.ConfidenceHigh), func(w *coretest.World, tab int) { _, _ = w.Act(ctx, click(tab)) }, true},
		{"the news of the page itself, late, do not pass it", found(protocol.ConfidenceHigh), func(w *coretest.World, tab int) { w.Dispatcher.TabNavigated(tab, wall) }, true},
		{"the person goes on", found(protocol.ConfidenceHigh), func(w *coretest.World, tab int) { w.Dispatcher.TabNavigated(tab, "https://a.example/in") }, false},
		{"the agent finds it gone", found(protocol.ConfidenceHigh), func(w *coretest.World, tab int) {
			w.Debugger.Walls = nil
			_, _ = w.Act(ctx, extract(tab))
		}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			w := start(t)
			tab := open(t, w, wall)
			w.Debugger.Walls = row.walls
			_, err := w.Act(ctx, extract(tab))
			is.NoErr(err)
			if row.after != nil {
				row.after(w, tab)
			}
			is.Equal(strings.Contains(stands(t, w), "auth_wall"), row.kept)
		})
	}
}

// What holds for dialogs is the organisation's, else the person's, at the start
// and after every change.
func TestDialog_Rules(t *testing.T) {
	const five = 5 * time.Minute
	for _, row := range []struct {
		sentence       string
		local, managed map[string]string
		policy         protocol.DialogPolicy
		patience       time.Duration
	}{
		{"nobody has chosen", nil, nil, "", five},
		{"the person has", map[string]string{"dialogPolicy": `"auto_dismiss"`, "dialogTimeout": "30"}, nil, protocol.PolicyDismiss, 30 * time.Second},
		{"the organisation's holds", map[string]string{"dialogPolicy": `"auto_dismiss"`, "dialogTimeout": "30"}, map[string]string{"dialogPolicy": `"must_respond"`}, protocol.PolicyRespond, 30 * time.Second},
		{"words and numbers that are none", map[string]string{"dialogPolicy": `"accept"`, "dialogTimeout": "0"}, nil, "", five},
		{"a number out of bounds", map[string]string{"dialogTimeout": "100000"}, nil, "", five},
		{"a number in quotes", map[string]string{"dialogTimeout": `"30"`}, nil, "", five},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			put := func(w *coretest.World) {
				for key, value := range row.local {
					w.Store.Put(session.Local, key, value)
				}
				for key, value := range row.managed {
					w.Store.Put(session.Managed, key, value)
				}
			}
			w := start(t, put)
			is.Equal(w.Debugger.Rules().Policy, row.policy)
			is.Equal(w.Debugger.Rules().WaitLimit(), row.patience)
			w = start(t)
			put(w)
			for key := range row.local {
				w.Dispatcher.StorageChanged("local", key)
			}
			for key := range row.managed {
				w.Dispatcher.StorageChanged("managed", key)
			}
			w.Dispatcher.Settle(ctx)
			is.Equal(w.Debugger.Rules().Policy, row.policy)
			is.Equal(w.Debugger.Rules().WaitLimit(), row.patience)
		})
	}
}

// The backend is told of a dialog that nobody answered.
func TestDialog_Dismissed(t *testing.T) {
	is := is.New(t)
	w := start(t)
	tab := w.Browser.Add("https://a.example/", false)
	_, err := w.Act(ctx, extract(tab))
	is.NoErr(err)
	w.Debugger.Listener.DialogDismissed(tab, "confirm")
	events := w.Events()
	is.Equal(events[len(events)-1], protocol.DialogDismissed{TabID: tab, Domain: "a.example", Dialog: "confirm"})
}
