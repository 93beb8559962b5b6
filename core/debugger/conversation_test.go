package debugger_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// TestRun_Conversation: what each action asks and sends, in order, in a page that is known.
// What an input caused is told without a question, unless the browser may do something
// after the page's listeners.
func TestRun_Conversation(t *testing.T) {
	a, uid := protocol.Target{Selector: "a"}, protocol.Target{UID: "e1"}
	field := func(f protocol.Fill) protocol.Action { return protocol.FillForm{Fields: []protocol.Fill{f}} }
	const (
		at    = `{"x":1,"y":2`
		press = "point+watch moved:none pressed:left released:left settled"
	)
	for _, row := range []struct {
		name   string
		action protocol.Action
		script script
		want   string
		code   protocol.Code
	}{
		{"a click", protocol.Click{Target: a}, nil, press, ""},
		{"a double click", protocol.Click{Target: a, Count: 2}, nil, "point+watch moved:none pressed:left released:left pressed:left released:left settled", ""},
		{"with the right button", protocol.Click{Target: a, Button: protocol.ButtonRight}, nil, "point+watch moved:none pressed:right released:right settled", ""},
		{"a click on an element under the pointer's own", protocol.Click{Target: a}, script{"point": {at + `,"over":true}`, at + "}"}}, "point+watch moved:none " + press, ""},
		{"one that something else came in front of", protocol.Click{Target: a}, script{"settled": {`{"missed":true}`, `{}`}}, press + " " + press, ""},
		{"one that it always does", protocol.Click{Target: a}, script{"settled": {`{"missed":true}`}}, press + " " + press + " " + press, protocol.CodeElementStale},
		{"one that never stands still", protocol.Click{Target: a}, script{"point": {at + `,"moves":true}`}, "settled": {`{"missed":true}`}}, strings.Repeat(press+" ", 5) + press, protocol.CodeTimeout},
		{"one that the browser keeps from the page", protocol.Click{Target: a}, script{"settled": {`{"lost":true}`}}, press, protocol.CodeInternal},
		{"one that no press meets", protocol.Click{Target: a}, script{"point": {`{"key":"Enter"}`}}, "point+watch keyDown:Enter keyUp:Enter settled", ""},
		{"an element that is not there", protocol.Click{Target: a}, script{"point": {"!element_not_found"}}, "point+watch", protocol.CodeElementNotFound},
		{"a reference of an earlier page", protocol.Click{Target: uid}, script{"point": {"!element_stale"}}, "point+watch", protocol.CodeElementStale},
		{"one that was never given", protocol.Click{Target: protocol.Target{UID: "e99"}}, nil, "", protocol.CodeElementStale},
		{"an answer of no engine's", protocol.Click{Target: a}, script{"point": {"{}"}}, "point+watch", protocol.CodeInternal},
		{"a hover", protocol.Hover{Target: a}, nil, "point+watch moved:none settled", ""},
		{"a scroll", protocol.Scroll{Direction: protocol.ScrollDown}, nil, "watch+scroll+settled", ""},
		{"around an element", protocol.Scroll{Direction: protocol.ScrollUp, Target: a}, script{"scroll": {"!element_not_found"}}, "watch+scroll+settled", protocol.CodeElementNotFound},
		{"a reading", protocol.Extract{}, script{"extract": {reading("", "", "")}}, "extract", ""},
		{"a part that is not there", protocol.Extract{Selector: "#none"}, script{"extract": {"!element_not_found"}}, "extract", protocol.CodeElementNotFound},
		{"a wait", protocol.WaitFor{Target: a}, script{"wait": {`{"saw":"it is there"}`}}, "wait", ""},
		{"one in vain", protocol.WaitFor{Target: a}, script{"wait": {"!timeout"}}, "wait", protocol.CodeTimeout},
		{"one for the end of a reference", protocol.WaitFor{Gone: "e1"}, script{"wait": {"!element_stale"}}, "wait", ""},
		{"one for a time", protocol.WaitFor{Seconds: 2}, nil, "", ""},
		{"one for an address", protocol.WaitFor{URL: "a.example/"}, nil, "", ""},
		{"one for an address that does not come", protocol.WaitFor{URL: "never"}, nil, "", protocol.CodeTimeout},

		{"a text", protocol.Type{Target: a, Text: "x"}, script{"focus": {`{}`}}, "focus+watch insert:x settled", ""},
		{"into what takes none", protocol.Type{Target: a, Text: "x"}, script{"focus": {"!invalid_action"}}, "focus+watch", protocol.CodeInvalidAction},
		{"lines into an editor", protocol.Type{Target: a, Text: "x\ny"}, script{"focus": {`{"kind":"contenteditable"}`}, "paste": {`{"pasted":true}`}}, "focus+watch paste settled", ""},
		{"that it does not take", protocol.Type{Target: a, Text: "x\ny"}, script{"focus": {`{"kind":"contenteditable"}`}, "paste": {`{"pasted":false}`}}, "focus+watch paste insert:x\ny settled", ""},
		{"a date", protocol.Type{Target: a, Text: "2026-01-31"}, script{"focus": {`{"type":"date"}`}, "set": {`{"set":true}`}}, "focus+watch set settled", ""},
		{"what is no date", protocol.Type{Target: a, Text: "31 January"}, script{"focus": {`{"type":"date"}`}, "set": {`{"set":false}`}}, "focus+watch set", protocol.CodeInvalidAction},
		{"as keys", protocol.Type{Target: a, Text: "ab", Keys: true}, script{"focus": {`{}`}, "takes": {`{"yes":true}`}}, "focus+watch takes keyDown:a keyUp:a takes keyDown:b keyUp:b settled", ""},
		{"as keys, until the focus is gone", protocol.Type{Target: a, Text: "ab", Keys: true}, script{"focus": {`{}`}, "takes": {`{"yes":true}`, `{}`}}, "focus+watch takes keyDown:a keyUp:a takes", protocol.CodeInvalidAction},
		{"two lines as keys", protocol.Type{Target: a, Text: "a\nb", Keys: true}, nil, "", protocol.CodeInvalidAction},
		{"a secret as keys", protocol.Type{Target: a, Secret: "s", Keys: true}, nil, "", protocol.CodeInvalidAction},
		{"a text that the page does not heed", protocol.Type{Target: a, Text: "ab"}, script{"focus": {`{}`}, "settled": {`{"wants":"text"}`, `{}`}, "takes": {`{"yes":true}`}}, "focus+watch insert:ab settled focus+watch takes keyDown:a keyUp:a takes keyDown:b keyUp:b settled", ""},
		{"one that it has, and does not heed", protocol.Type{Target: a, Text: "ab"}, script{"focus": {`{}`}, "settled": {`{"wants":"key"}`, `{"dom":1}`}}, "focus+watch insert:ab settled focus+watch rawKeyDown:Shift keyUp:Shift settled", ""},

		{"a key", protocol.PressKey{Key: "Escape"}, nil, "starting+watch rawKeyDown:Escape keyUp:Escape settled", ""},
		{"a shortcut", protocol.PressKey{Key: "Control+Shift+ArrowLeft"}, nil, "starting+watch rawKeyDown:Control rawKeyDown:Shift rawKeyDown:ArrowLeft keyUp:ArrowLeft keyUp:Shift keyUp:Control settled", ""},
		{"one that there is not", protocol.PressKey{Key: "Entr"}, nil, "", protocol.CodeInvalidAction},
		{"a copy", protocol.PressKey{Key: "Control+c"}, script{"copy": {`{"text":"x"}`}}, "starting+watch aim releaseObjectGroup chord rawKeyDown:Control rawKeyDown:c keyUp:c keyUp:Control aim releaseObjectGroup copy settled", ""},
		{"a cut of nothing", protocol.PressKey{Key: "Control+x"}, script{"copy": {`{}`}}, "starting+watch aim releaseObjectGroup chord rawKeyDown:Control rawKeyDown:x keyUp:x keyUp:Control aim releaseObjectGroup copy settled", ""},
		{"a paste", protocol.PressKey{Key: "Control+v"}, script{"drop": {`{"own":true}`}}, "starting+watch aim releaseObjectGroup chord rawKeyDown:Control rawKeyDown:v keyUp:v keyUp:Control aim releaseObjectGroup drop insert: settled", ""},
		{"a paste that the page takes", protocol.PressKey{Key: "Control+v"}, script{"drop": {`{}`}}, "starting+watch aim releaseObjectGroup chord rawKeyDown:Control rawKeyDown:v keyUp:v keyUp:Control aim releaseObjectGroup drop settled", ""},

		{"a box that is to be checked", protocol.Check{Target: a, Checked: true}, script{"field": {`{"way":"check"}`}}, "field+watch " + press + " held settled held", ""},
		{"one that is checked", protocol.Check{Target: a, Checked: true}, script{"field": {`{"way":"check","on":true}`}}, "field+watch held settled held", ""},
		{"one that is to hold a word", field(protocol.Fill{Target: a, Value: "yes"}), script{"field": {`{"way":"check"}`}}, "field+watch", protocol.CodeInvalidAction},
		{"a field", field(protocol.Fill{Target: a, Value: "x"}), script{"field": {`{"way":"text"}`}}, "field+watch insert:x held leave settled held", ""},
		{"one that is to be empty", field(protocol.Fill{Target: a}), script{"field": {`{"way":"text"}`}}, "field+watch rawKeyDown:Delete keyUp:Delete held leave settled held", ""},
		{"one that is", field(protocol.Fill{Target: a}), script{"field": {`{"way":"text","empty":true}`}}, "field+watch held leave settled held", ""},
		{"an editor", field(protocol.Fill{Target: a, Value: "x\ny"}), script{"field": {`{"way":"text","kind":"contenteditable"}`}, "paste": {`{}`}}, "field+watch insert:x paste insert:\ny held leave settled held", ""},
		{"a range", field(protocol.Fill{Target: a, Value: "5"}), script{"field": {`{"way":"text","type":"range"}`}, "set": {`{"set":true}`}}, "field+watch set held leave settled held", ""},
		{"a native list", protocol.SelectOption{Target: a, Options: []string{"x"}}, script{"field": {`{"way":"done"}`}}, "field+watch held settled held", ""},
		{"a list of the page's own", protocol.SelectOption{Target: a, Options: []string{"x"}}, script{"field": {`{"way":"open"}`, `{"way":"press","uids":["e10"],"next":11}`}, "shut": {`{}`}}, "field+watch " + press + " field+watch " + press + " shut held settled held", ""},
		{"one that stays open", protocol.SelectOption{Target: a, Options: []string{"x"}}, script{"field": {`{"way":"press","uids":["e10"],"next":11}`}, "shut": {`{"open":true,"escape":true}`, `{}`}}, "field+watch " + press + " shut rawKeyDown:Escape keyUp:Escape shut held settled held", ""},
		{"one without the option", protocol.SelectOption{Target: a, Options: []string{"x"}}, script{"field": {`{"way":"open"}`, "!element_not_found"}, "shut": {`{"open":true}`}}, "field+watch " + press + " field+watch shut " + press, protocol.CodeElementNotFound},

		{"a file", protocol.UploadFile{Target: a, Name: "f", Text: "x"}, nil, "stage watch+give settled", ""},
		{"a part of one", protocol.UploadFile{Target: a, Name: "f", Text: "x", More: true}, nil, "stage", ""},
		{"one for a button", protocol.UploadFile{Target: a, Name: "f", Text: "x"}, script{"give": {`{"press":true}`, `{}`}}, "stage watch+give " + press + " give settled", ""},
		{"one with a folder", protocol.UploadFile{Target: a, Name: "../f", Text: "x"}, nil, "", protocol.CodeInvalidAction},
		{"one of two kinds", protocol.UploadFile{Target: a, Name: "f", Text: "x", Data: "eA=="}, nil, "", protocol.CodeInvalidAction},
		{"a drag", protocol.Drag{Target: a, To: protocol.DropTarget{Target: a}}, nil, "point+watch point+watch setInterceptDrags moved:none pressed:left moved:left moved:left point+watch moved:left moved:left moved:left moved:left moved:left moved:left released:left settled setInterceptDrags", ""},

		{"a file of the browser's", &debugger.DownloadRead{Downloads: protocol.Downloads{DownloadID: "d"}, Path: "/f", Size: 3},
			script{"piece": {`{"none":true}`, `{"data":"eA==","eof":true}`}, "Runtime.evaluate": {`{"result":{"objectId":"O"}}`}}, "piece evaluate setFileInputFiles piece", ""},
		{"one that the extension may not read", &debugger.DownloadRead{Downloads: protocol.Downloads{DownloadID: "d"}, Path: "/f", Size: 3},
			script{"piece": {`{"none":true}`}, "DOM.setFileInputFiles": {"!Not allowed"}}, "piece evaluate setFileInputFiles", protocol.CodeInvalidAction},

		{"back", protocol.Back{}, script{"Page.getNavigationHistory": {`{"currentIndex":0,"entries":[{"id":3,"url":"https://a.example/"}]}`}}, "getNavigationHistory", protocol.CodeInvalidAction},
		{"the frames", protocol.Frames{}, nil, "", ""},
		{"a kind that no tab does", protocol.GetTabs{}, nil, "", protocol.CodeInvalidAction},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.run(t.Context(), protocol.Hover{Target: a})) // so that the page is known
			talk := s.follows(row.script)
			_, err := talk.act(t.Context(), row.action, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			if got := talk.said("setInterceptFileChooserDialog", "enable", "disable"); got != row.want {
				t.Errorf("got  %q\nwant %q", got, row.want)
			}
		})
	}
}
