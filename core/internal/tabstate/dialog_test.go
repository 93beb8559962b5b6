package tabstate_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

const (
	alerts   = `Page.javascriptDialogOpening {"type":"alert","message":"hello","frameId":"F","url":"https://a.example/"}`
	leaving  = `Page.javascriptDialogOpening {"type":"beforeunload","message":"","frameId":"F","url":"https://a.example/"}`
	closed   = `Page.javascriptDialogClosed {"result":true}`
	of       = " https://a.example/,https://a.example/"
	ofInside = " https://b.example/,https://a.example/,https://b.example/"
)

// dialogs tells what waits, and what the action in flight has of it.
func dialogs(t *tabstate.Tab) string {
	s := ""
	if o := t.Dialogs.Waiting(); o != nil {
		s = o.ID + " " + o.Type + " " + o.Message
	}
	if a := t.Action; a != nil {
		s += " | " + flags("has it", a.Dialog != nil, "stayed", a.Stayed)
	}
	return strings.TrimRight(s, " ")
}

// TestApply_Dialog: a dialog waits for the agent, unless what runs or a policy answers it.
func TestApply_Dialog(t *testing.T) {
	run(t, []row{
		{"it waits", "", []string{alerts}, "dialog" + of + " d-1", "d-1 alert hello"},
		{"it ends the action", "click", []string{alerts}, "dialog" + of + " d-1", "d-1 alert hello | has it"},
		{"of a frame inside", "click", []string{commitsG, strings.NewReplacer(`"F"`, `"G"`, "a.example", "b.example").Replace(alerts)}, "dialog" + ofInside + " d-1", "d-1 alert hello | has it"},
		{"a script's is accepted", protocol.KindEvaluate, []string{alerts}, "dialog" + of + " accept", " |"},
		{"a tab that closes answers it", protocol.KindCloseTab, []string{alerts}, "dialog" + of + " accept", " |"},
		{"a page that is left waits for the agent", protocol.KindNavigate, []string{alerts}, "dialog" + of + " d-1", "d-1 alert hello | has it"},
		{"so it does before it is left", protocol.KindNavigate, []string{leaving}, "dialog" + of + " d-1", "d-1 beforeunload  | has it"},
		{"it is closed", "click", []string{alerts, closed}, "closed d-1", " | has it"},
		{"nothing is closed", "click", []string{closed}, "closed", " |"},
		{"a second one takes the first one's place", "", []string{alerts, alerts}, "dialog" + of + " d-2", "d-2 alert hello"},
		{"a crash takes it away", "", []string{alerts, `Inspector.targetCrashed {}`}, "closed d-1; crashed", ""},
		{"another document does not: the browser says so itself", "", []string{alerts, commitsF}, "committed https://a.example/2; arrived F", "d-1 alert hello"},
	}, dialogs)
	run(t, []row{
		{"the policy keeps the page", protocol.KindNavigate, []string{leaving}, "dialog" + of + " dismiss", " | stayed"},
		{"the policy dismisses", "click", []string{alerts}, "dialog" + of + " dismiss", " |"},
	}, dialogs, func(t *tabstate.Tab) { t.Dialogs.SetPolicy(protocol.PolicyDismiss) })
	run(t, []row{
		{"the policy lets the page be left", protocol.KindNavigate, []string{leaving}, "dialog" + of + " accept", " |"},
	}, dialogs, func(t *tabstate.Tab) { t.Dialogs.Default = protocol.PolicyAccept })
}

// TestApply_DialogDuring: what the agent does while a dialog opens is told, for what may be
// agreed to.
func TestApply_DialogDuring(t *testing.T) {
	is := is.New(t)
	for kind, want := range map[protocol.Kind]supervisor.During{
		"": supervisor.DuringNothing, "click": supervisor.DuringNothing, protocol.KindEvaluate: supervisor.DuringScript,
		protocol.KindReload: supervisor.DuringNavigation, protocol.KindBack: supervisor.DuringNavigation, protocol.KindCloseTab: supervisor.DuringClosing,
	} {
		tab := known()
		if kind != "" {
			tab.Action = &tabstate.Action{Kind: kind}
		}
		news, _ := play(tab, alerts)
		is.Equal(news[0].During, want)
	}
}

// TestApply_HeldDialogs: dialogs that came over the relay go with their documents, of which
// the browser says nothing.
func TestApply_HeldDialogs(t *testing.T) {
	inside := `Page.frameAttached {"frameId":"K","parentFrameId":"G"}`
	const ends = "closed d-1; next"
	run(t, []row{
		{"the browser's word is of another", "", []string{closed}, "", "d-1 alert hello: 1 F, 2 G, 3 K"},
		{"the page is left", "", []string{commitsF}, ends + "; committed https://a.example/2; arrived F", ": "},
		{"a frame behind is left", "", []string{commitsG}, "arrived G", "d-1 alert hello: 1 F, 3 K"},
		{"a frame behind is taken away, with the one in it", "", []string{`Page.frameDetached {"frameId":"G"}`}, "arrived G", "d-1 alert hello: 1 F"},
		{"it goes on in another process", "", []string{`Page.frameDetached {"frameId":"G","reason":"swap"}`}, "", "d-1 alert hello: 1 F, 2 G, 3 K"},
		{"the frame is left whose dialog is open", "", []string{`S:Page.frameNavigated {"frame":{"id":"F","url":"https://a.example/"}}`}, ends + "; arrived F", ": 2 G, 3 K"},
		{"a session ends", "", []string{`Target.detachedFromTarget {"sessionId":"S"}`}, "child gone S", "d-1 alert hello: 1 F, 2 G"},
		{"the page crashes", "", []string{`Inspector.targetCrashed {}`}, "closed d-1; crashed", ": "},
	}, func(t *tabstate.Tab) string {
		var held []string
		for _, h := range t.HeldDialogs {
			held = append(held, h.Request+" "+h.Dialog.Frame)
		}
		return dialogs(t) + ": " + strings.Join(held, ", ")
	}, func(t *tabstate.Tab) {
		play(t, attachIn, inside)
		for _, h := range []tabstate.HeldDialog{{Request: "1"}, {Request: "2"}, {Request: "3", Session: "S"}} {
			h.Dialog = *tabstate.NewDialog("alert", "hello", "", []string{"F", "G", "K"}[len(t.HeldDialogs)])
			t.HeldDialogs = append(t.HeldDialogs, h)
		}
		tabstate.OpenDialog(t, &t.HeldDialogs[0].Dialog, "", start)
	})
}

// TestCloseDialog: a dialog that is closed is remembered with its time.
func TestCloseDialog(t *testing.T) {
	is := is.New(t)
	tab := known()
	play(tab, alerts)
	o := tab.CloseDialog(start)
	is.Equal(o.ID, "d-1")
	is.Equal(o.ClosedAt, start.UnixMilli())
	is.Equal(tab.CloseDialog(start), nil)
}

// TestNewDialog: a page's texts are bounded, and no character is broken.
func TestNewDialog(t *testing.T) {
	is := is.New(t)
	o := tabstate.NewDialog("prompt", strings.Repeat("ä", 200), strings.Repeat("x", 300), "F")
	is.Equal(o.Message, strings.Repeat("ä", 128))
	is.Equal(len(o.DefaultPrompt), 256)
	is.Equal(scan.Clip("aä", 2), "a")
	is.Equal(scan.Clip("aä", 3), "aä")
}
