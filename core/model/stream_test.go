package model

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/scan"
)

// Whatever a server sends, an answer comes of it or a fault, and what goes back of an
// answer can be read again.
func FuzzStreams(f *testing.F) {
	for _, seed := range []string{
		`{"model":"m","choices":[{"delta":{"content":"hi","tool_calls":[{"index":0,"id":"a","function":{"name":"click","arguments":"{\"uid\""}}]}}]}` + "\n" + `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}],"extra_content":{"x":1},"reasoning_details":[{"type":"t","index":0,"text":"x"}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3}}`,
		`{"type":"message_start","message":{"model":"m","usage":{"input_tokens":3}}}` + "\n" + `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"click"}}` + "\n" + `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}` + "\n" + `{"type":"content_block_stop","index":0}` + "\n" + `{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":3}}`,
		`{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","call_id":"a","name":"click"}}` + "\n" + `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{"}` + "\n" + `{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"fc","arguments":"{}"}}` + "\n" + `{"type":"response.output_item.done","output_index":2,"item":{"type":"message","id":"msg"}}` + "\n" + `{"type":"response.completed","response":{"usage":{"input_tokens":1}}}`,
		`{"candidates":[{"content":{"parts":[{"text":"x","thoughtSignature":"eA=="},{"functionCall":{"name":"click","args":{}}},{"text":"","thoughtSignature":"eA=="}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3}}`,
		`{"model":"m","message":{"content":"x","thinking":"y","tool_calls":[{"function":{"name":"click","arguments":{}}}]},"done":true,"done_reason":"length"}`,
	} {
		for form := range byte(5) {
			f.Add(form, seed)
		}
	}
	f.Fuzz(func(t *testing.T, form byte, text string) {
		d := &draft{}
		forms := []wire{completions{}, messages{}, responses{}, gemini{}, ollama{}}
		to := forms[form%5].reader(d)
		stream := "data: " + strings.ReplaceAll(text, "\n", "\n\ndata: ") + "\n\n"
		_ = (&exchange{}).pieces(&pieces{lines: liner{from: strings.NewReader(stream)}, events: true}, d, to)
		to.done()
		a, fault := d.finish(&request{named: "the model", owner: "p/m"})
		if (a == nil) == (fault == nil) {
			t.Fatalf("%v %v", a, fault)
		}
		if a == nil {
			return
		}
		ids := map[string]bool{}
		for _, c := range a.Message.Calls {
			if c.ID == "" || ids[c.ID] {
				t.Fatalf("ids: %v", a.Message.Calls)
			}
			ids[c.ID] = true
		}
		if a.Message.Opaque != "" && readSteps(&a.Message) == nil {
			t.Fatalf("%q does not go back with %q", a.Message.Opaque, a.Message.Text)
		}
		q := &request{owner: "p/m", has: traits{}, Request: chat.Request{Messages: []chat.Message{{Role: chat.RoleUser, Text: "go"}, a.Message}}}
		for _, c := range a.Message.Calls {
			q.Messages = append(q.Messages, chat.Message{Role: chat.RoleTool, CallID: c.ID})
		}
		q.Messages = append(q.Messages, chat.Message{Role: chat.RoleUser, Text: "go on"})
		if q.turns, fault = q.inTurns(); fault != nil {
			t.Fatal(fault)
		}
		for _, w := range forms {
			if _, body := w.ask(q); !scan.Valid(body, deepest) {
				t.Fatalf("%s", body)
			}
		}
	})
}
