package debugger_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

// TestEvaluate: what the browser says of a value becomes one of the three shapes of the
// answer. A plain object and an array are asked for by value, and let go.
func TestEvaluate(t *testing.T) {
	x := func(s string, n int) string { return strings.Repeat(s, n) }
	const callValue = " callFunctionOn releaseObject"
	for _, row := range []struct{ name, remote, byValue, value, description, preview, asked string }{
		{"a number", `{"type":"number","value":2}`, "", "2", "", "", ""},
		{"a text", `{"type":"string","value":"a\"b"}`, "", `"a\"b"`, "", "", ""},
		{"null", `{"type":"object","subtype":"null","value":null}`, "", "null", "", "", ""},
		{"nothing", `{"type":"undefined"}`, "", "", "", "", ""},
		{"an object", `{"type":"object","objectId":"1","description":"Object"}`, `{"a":[1]}`, `{"a":[1]}`, "", "", callValue},
		{"an array", `{"type":"object","subtype":"array","objectId":"1"}`, `[1,2]`, "[1,2]", "", "", callValue},
		{"one that goes round", `{"type":"object","objectId":"1","description":"Object"}`, "!Object reference chain is too long", "", "Object", "", callValue},
		{"an element", `{"type":"object","subtype":"node","objectId":"1","description":"p#p"}`, "", "", "p#p", "", " releaseObject"},
		{"a function", `{"type":"function","objectId":"1","description":"function f(){}"}`, "", "", "function f(){}", "", " releaseObject"},
		{"a large number", `{"type":"bigint","description":"12n"}`, "", "", "12n", "", ""},
		{"no number", `{"type":"number","description":"NaN"}`, "", "", "NaN", "", ""},
		{"half a character", `{"type":"string","value":"\ud83d."}`, "", "\"\ufffd.\"", "", "", ""},
		{"a text that begins as a cut one", `{"type":"string","value":"\u00003:\u0000:x"}`, "", `"\u0000:x"`, "", "", ""},
		{"a text that was cut", `{"type":"string","value":"\u0000100000:` + x("x", 8192) + `"}`, "", "", "", "[truncated 91810 chars]", ""},
		{"a long array", `{"type":"object","subtype":"array","objectId":"1"}`, "[7" + x(",7", 4999) + "]", "", "", "7…[truncated 1809 chars]", callValue},
		{"one as deep as a message takes", `{"type":"object","subtype":"array","objectId":"1"}`, x("[", protocol.MaxDepth-6) + x("]", protocol.MaxDepth-6), x("[", protocol.MaxDepth-6) + x("]", protocol.MaxDepth-6), "", "", callValue},
		{"one deeper by one", `{"type":"object","subtype":"array","objectId":"1"}`, x("[", protocol.MaxDepth-5) + x("]", protocol.MaxDepth-5), "", "", "]…[truncated 0 chars]", callValue},
		{"one that is too deep", `{"type":"object","subtype":"array","objectId":"1"}`, x("[", 40) + `"[\"]"` + x("]", 40), "", "", "]…[truncated 0 chars]", callValue},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			value := row.byValue
			if !strings.HasPrefix(value, "!") {
				value = `{"result":{"value":` + value + `}}`
			}
			talk := s.follows(script{"Runtime.evaluate": {`{"result":` + row.remote + `}`}, "Runtime.callFunctionOn": {value}})
			res, err := talk.act(t.Context(), protocol.Evaluate{Expression: "return x"}, allow{})
			s.NoErr(err)
			got := res.(protocol.EvaluateResult)
			s.Equal(string(got.Value), row.value)
			s.Equal(got.Description, row.description)
			s.Equal(got.Truncated, row.preview != "")
			s.True(strings.HasSuffix(got.Preview, row.preview) && len(got.Preview) < protocol.MaxValue+64)
			s.True(strings.HasSuffix(talk.said(), "evaluate"+row.asked))
		})
	}
}

// TestEvaluate_NoValue: why there is none, and what the browser is asked before that is said.
func TestEvaluate_NoValue(t *testing.T) {
	hangs := "hangs"
	thrown := func(e string) string {
		return `{"result":{"type":"object"},"exceptionDetails":{"text":"Uncaught",` + e + `}}`
	}
	const ok, elsewhere = `{"result":{"type":"number","value":1}}`, `{"result":{"type":"string","value":"\u0000elsewhere"}}`
	for _, row := range []struct {
		name    string
		answers []string // to each try
		code    protocol.Code
		says    string
		asked   string
	}{
		{"it throws", []string{thrown(`"exception":{"description":"TypeError: bad\n    at x:1"}`)}, protocol.CodeInvalidAction, "the expression threw: TypeError: bad; fix", "evaluate"},
		{"it throws a text", []string{thrown(`"exception":{"value":"plain"}`)}, protocol.CodeInvalidAction, `plain`, "evaluate"},
		{"it throws something", []string{thrown(`"exception":{}`)}, protocol.CodeInvalidAction, "Uncaught", "evaluate"},
		{"it never ends", []string{hangs}, protocol.CodeTimeout, "did not end within 10000 ms", "evaluate terminateExecution evaluate"},
		{"the browser ends it", []string{"late"}, protocol.CodeTimeout, "did not end within", "evaluate"},
		{"its page goes", []string{"!Promise was collected"}, "", "the page went to another document", "evaluate"},
		{"between two pages", []string{"!Cannot find default execution context", ok}, "", "", "evaluate getFrameTree evaluate"},
		{"the next page is there", []string{elsewhere, ok}, "", "", "evaluate getFrameTree evaluate"},
		{"a page that goes on and on", []string{elsewhere}, protocol.CodeInternal, "keeps going elsewhere", "evaluate getFrameTree evaluate getFrameTree evaluate getFrameTree evaluate"},
		{"the browser refuses it", []string{"!No can do"}, protocol.CodeInternal, "refused Runtime.evaluate", "evaluate"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			talk := s.follows(nil)
			answers := make(chan string, len(row.answers))
			for _, a := range row.answers {
				answers <- a
			}
			s.scripted(func(ctx context.Context, c coretest.Command) ([]byte, error) {
				if c.Method != "Runtime.evaluate" || c.Params == `{"expression":"0"}` {
					return nil, nil
				}
				said := row.answers[len(row.answers)-1]
				select {
				case said = <-answers:
				default:
				}
				switch {
				case said == hangs:
					return hang(ctx)
				case said == "late":
					s.clock.Advance(9900 * time.Millisecond)
					return refuse("Execution was terminated")
				case said[0] == '!':
					return nil, refusedBy(c, said[1:])
				}
				return []byte(said), nil
			})
			res, err := talk.act(t.Context(), protocol.Evaluate{Expression: "x"}, allow{})
			s.Equal(protocol.CodeOf(err), row.code)
			says := ""
			if err != nil {
				says = err.Error()
			} else {
				says = res.(protocol.EvaluateResult).Description
			}
			s.True(strings.Contains(says, row.says))
			s.True(!strings.Contains(says, "    at "))
			s.Equal(talk.said("setInterceptFileChooserDialog", "enable", "startScreencast"), row.asked)
		})
	}
}

// TestEvaluate_InAFrame: a frame in the process of the one around it is found by its context.
func TestEvaluate_InAFrame(t *testing.T) {
	for _, row := range []struct {
		name, frame, context string
		code                 protocol.Code
		script               string // what the script was sent with
	}{
		{"its context", "G", `{"context":{"id":9,"auxData":{"isDefault":true,"frameId":"G"}}}`, "", `"contextId":9`},
		{"only that of another world", "G", `{"context":{"id":9,"auxData":{"isDefault":false,"frameId":"G"}}}`, protocol.CodeElementStale, ""},
		{"a frame that is not there", "N", "", protocol.CodeElementStale, ""},
		{"one of a refused site", "R", "", protocol.CodeDomainBlocked, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := newStage(t)
			s.NoErr(s.d.Attach(t.Context(), 1))
			s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"G","parentId":"F","url":"https://a.example/in"}}`))
			s.d.Event(1, "", "Page.frameNavigated", []byte(`{"frame":{"id":"R","parentId":"F","url":"https://other.example/"}}`))
			talk := s.follows(nil)
			sent := make(chan string, 9)
			s.scripted(func(_ context.Context, c coretest.Command) ([]byte, error) {
				switch {
				case c.Method == "Runtime.enable":
					s.d.Event(1, "", "Runtime.executionContextCreated", []byte(row.context))
				case strings.Contains(c.Params, "awaitPromise"):
					sent <- c.Params
					return []byte(`{"result":{"type":"number","value":1}}`), nil
				}
				return nil, nil
			})
			_, err := talk.act(t.Context(), protocol.Evaluate{Expression: "x", InFrame: protocol.InFrame{FrameID: row.frame}}, refuses{part: "other.example"})
			s.Equal(protocol.CodeOf(err), row.code)
			s.Equal(len(sent) > 0, row.script != "")
			if len(sent) > 0 {
				s.True(strings.Contains(<-sent, row.script))
			}
		})
	}
}
