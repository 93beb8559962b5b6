package steps

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

var (
	click = protocol.Click{Target: protocol.Target{UID: "e1"}, OnTab: protocol.OnTab{TabID: 4}}
	typed = protocol.Type{Target: protocol.Target{UID: "e2"}, Text: "x", OnTab: protocol.OnTab{TabID: 4}}
	open  = protocol.OpenTab{URL: "https://a.example/"}
	fill  = protocol.FillForm{Fields: []protocol.Fill{{Target: protocol.Target{UID: "e2"}, Value: "x"}}}
	enter = protocol.PressKey{Key: "Enter"}
)

// kept is the result of a form whose field the page has kept, or taken away.
func kept(gone bool) protocol.FieldsResult {
	return protocol.FieldsResult{Fields: []protocol.FieldState{{Name: "Name", Value: "x", Gone: gone}}}
}

// TestCall says which actions of a call are done, and what is read at the end.
func TestCall(t *testing.T) {
	moved := &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.example/2"}}
	changed := &protocol.Effects{DOM: true}
	stale := protocol.NewError(protocol.CodeElementStale, "e1 is of a page that is gone")
	for _, row := range []struct {
		name    string
		actions []protocol.Action
		read    Read
		answers []any // a result, or an error, of each action
		done    int
		stopped string
		reading protocol.Extract // none where it is zero
	}{
		{"an act", []protocol.Action{click}, "", []any{protocol.OK{OK: true}}, 1, "", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"an act that led away", []protocol.Action{click}, "", []any{protocol.OK{OK: true, Effects: moved}}, 1, "", protocol.Extract{Since: "last", MaxTokens: PageTokens, OnTab: click.OnTab}},
		{"a page is opened", []protocol.Action{open}, "", []any{protocol.OpenTabResult{TabID: 9}}, 1, "", protocol.Extract{MaxTokens: PageTokens, OnTab: protocol.OnTab{TabID: 9}}},
		{"nothing is to be read", []protocol.Action{open}, ReadNone, []any{protocol.OpenTabResult{TabID: 9}}, 1, "", protocol.Extract{}},
		{"a page is to be read after an act", []protocol.Action{click}, ReadPage, []any{protocol.OK{OK: true}}, 1, "", protocol.Extract{MaxTokens: PageTokens, OnTab: click.OnTab}},
		{"what only reads", []protocol.Action{protocol.Find{Query: "x"}}, "", []any{protocol.FindResult{}}, 1, "", protocol.Extract{}},
		{"a script that changes nothing", []protocol.Action{protocol.Evaluate{Expression: "1"}}, "", []any{protocol.EvaluateResult{}}, 1, "", protocol.Extract{}},
		{"a script that changes the page", []protocol.Action{protocol.Evaluate{Expression: "1"}}, "", []any{protocol.EvaluateResult{Effects: changed}}, 1, "", protocol.Extract{Since: "last", MaxTokens: changesTokens}},
		{"a tab is closed", []protocol.Action{protocol.CloseTab{TabID: 4}}, ReadPage, []any{protocol.OK{OK: true}}, 1, "", protocol.Extract{}},
		{"a dialog waits", []protocol.Action{click}, "", []any{protocol.OK{OK: true, Effects: &protocol.Effects{Dialog: &protocol.OpenDialog{}}}}, 1, "", protocol.Extract{}},
		{"a reference that is gone", []protocol.Action{click}, "", []any{stale}, 1, "", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"a refusal", []protocol.Action{click}, "", []any{protocol.NewError(protocol.CodeDomainBlocked, "no")}, 1, "", protocol.Extract{}},
		{"several", []protocol.Action{click, typed}, "", []any{protocol.OK{OK: true, Effects: changed}, protocol.OK{OK: true}}, 2, "", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"the first of several fails", []protocol.Action{click, typed}, "", []any{stale}, 1, "failed", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"the last of several fails", []protocol.Action{click, typed}, "", []any{protocol.OK{OK: true}, stale}, 2, "", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"the first of several leads away", []protocol.Action{click, typed}, "", []any{protocol.OK{OK: true, Effects: moved}}, 1, "another page", protocol.Extract{Since: "last", MaxTokens: PageTokens, OnTab: click.OnTab}},
		{"the first of several is to lead away", []protocol.Action{protocol.Navigate{URL: "https://a.example/", OnTab: click.OnTab}, typed}, "", []any{protocol.OK{OK: true, Effects: moved}, protocol.OK{OK: true}}, 2, "", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"a dialog waits after the first of several", []protocol.Action{click, typed}, "", []any{protocol.OK{OK: true, Effects: &protocol.Effects{Dialog: &protocol.OpenDialog{}}}}, 1, "dialog", protocol.Extract{}},
		{"the form of the first of several is not sent", []protocol.Action{click, typed}, "", []any{protocol.OK{OK: true, Effects: &protocol.Effects{Invalid: "e3"}}}, 1, "not sent", protocol.Extract{Since: "last", MaxTokens: changesTokens, OnTab: click.OnTab}},
		{"a key whose field has gone", []protocol.Action{fill, enter}, ReadNone, []any{kept(true)}, 1, "field", protocol.Extract{}},
		{"a key in the field", []protocol.Action{fill, enter}, ReadNone, []any{kept(false), protocol.OK{OK: true}}, 2, "", protocol.Extract{}},
		{"a click, whose field is none", []protocol.Action{fill, click}, ReadNone, []any{kept(true), protocol.OK{OK: true}}, 2, "", protocol.Extract{}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var asked []protocol.Action
			o := Call{Actions: row.actions, Read: row.read}.Run(t.Context(), func(_ context.Context, a protocol.Action) (protocol.Result, error) {
				asked = append(asked, a)
				if len(asked) > len(row.answers) {
					return protocol.ExtractResult{Snapshot: "s1"}, nil
				}
				switch r := row.answers[len(asked)-1].(type) {
				case protocol.Result:
					return r, nil
				case error:
					return nil, r
				}
				t.Fatal("no answer")
				return nil, nil
			})
			is.Equal(len(o.Steps), row.done)
			is.True(strings.Contains(o.Stopped, row.stopped) && (o.Stopped == "") == (row.stopped == ""))
			is.Equal(o.Reading != nil, row.reading != protocol.Extract{})
			if o.Reading != nil {
				is.Equal(asked[len(asked)-1], row.reading)
			}
			is.NoErr(o.Unread)
		})
	}
}

// TestCall_Unread: what was done counts, whatever becomes of the reading.
func TestCall_Unread(t *testing.T) {
	is := is.New(t)
	o := Call{Actions: []protocol.Action{click}}.Run(t.Context(), func(_ context.Context, a protocol.Action) (protocol.Result, error) {
		if a.Kind() == protocol.KindExtract {
			return nil, protocol.NewError(protocol.CodeDomainBlocked, "blocked")
		}
		return protocol.OK{OK: true}, nil
	})
	is.NoErr(o.Steps[0].Err)
	is.Equal(protocol.CodeOf(o.Unread), protocol.CodeDomainBlocked)
	is.True(o.Reading == nil)
}

// What is read after an action of each kind, where nobody has said it, is as decided.
func TestUsual_everyKind(t *testing.T) {
	is := func(k protocol.Kind) string {
		if gone(k) {
			return "gone"
		}
		return string(usual(k, nil))
	}
	for _, x := range coretest.Undecided(is, func(d coretest.Decision) string { return d.Read }) {
		t.Error(x + "; see usual and gone (read.go) and leaves (steps.go)")
	}
}
