package model

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
)

// vector is one conversation of two answers in one form: where the requests go, what is in
// them, and what the first answer is.
type vector struct {
	wire      Wire
	url       string
	first     string
	answer    reply
	text      string
	call      chat.Call
	usage     chat.Usage
	reasoning string
	second    string
}

func vectors() []vector {
	const (
		parameters = `{"type":"object","properties":{}}`
		args       = `{"uid":"e1"}`
	)
	tool := `{"type":"function","function":{"name":"click","description":"Clicks.","parameters":` + parameters + `}}`
	return []vector{
		{
			Completions, "https://api.example.com/v1/chat/completions",
			`{"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"go"}],"temperature":0.3,"max_tokens":100,"tools":[` + tool + `],"stream":true,"stream_options":{"include_usage":true}}`,
			events(`{"model":"m1","choices":[{"delta":{"reasoning_content":"hm","content":"I "}}]}`, `{"choices":[{"delta":{"content":"look.","tool_calls":[{"index":0,"id":"a","function":{"name":"click","arguments":"{\"uid\""}}]}}]}`,
				`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":\"e1\"}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":9,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":4}}}`, "[DONE]"),
			"I look.", chat.Call{ID: "a", Name: "click", Arguments: args}, chat.Usage{In: 9, CachedIn: 4, Out: 5}, "hm",
			`{"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"go"},{"reasoning_content":"hm","role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"click","arguments":"{\"uid\":\"e1\"}"}}]},{"role":"tool","tool_call_id":"a","content":"done"}],"temperature":0.3,"tools":[` + tool + `],"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			Responses, "https://api.example.com/v1/responses",
			`{"model":"m","stream":true,"store":false,"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}],"include":["reasoning.encrypted_content"],"instructions":"S","temperature":0.3,"max_output_tokens":100,"tools":[{"type":"function","name":"click","parameters":` + parameters + `,"strict":false,"description":"Clicks."}]}`,
			events(`{"type":"response.created","response":{"model":"m1"}}`, `{"type":"response.reasoning_summary_text.delta","delta":"hm"}`, `{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs","status":null,"encrypted_content":"x"}}`,
				`{"type":"response.output_text.delta","delta":"I look."}`, `{"type":"response.output_item.done","output_index":1,"item":{"type":"message","id":"msg","role":"assistant"}}`,
				`{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","call_id":"a","name":"click"}}`, `{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{\"uid\":"}`,
				`{"type":"response.output_item.done","output_index":2,"item":{"type":"function_call","id":"fc","call_id":"a","arguments":"{\"uid\":\"e1\"}"}}`, `{"type":"response.completed","response":{"usage":{"input_tokens":9,"output_tokens":5,"output_tokens_details":{"reasoning_tokens":2}}}}`),
			"I look.", chat.Call{ID: "a", Name: "click", Arguments: args}, chat.Usage{In: 9, Out: 5, Reasoning: 2}, "hm",
			`{"model":"m","stream":true,"store":false,"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},{"type":"reasoning","id":"rs","encrypted_content":"x"},{"id":"msg","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"I look.","annotations":[]}]},{"id":"fc","type":"function_call","call_id":"a","name":"click","arguments":"{\"uid\":\"e1\"}"},{"type":"function_call_output","call_id":"a","output":"done"}],"include":["reasoning.encrypted_content"],"instructions":"S","temperature":0.3,"tools":[{"type":"function","name":"click","parameters":` + parameters + `,"strict":false,"description":"Clicks."}]}`,
		},
		{
			Messages, "https://api.example.com/v1/v1/messages",
			`{"model":"m","max_tokens":100,"messages":[{"role":"user","content":[{"type":"text","text":"go"}]}],"stream":true,"system":[{"type":"text","text":"S"}],"temperature":0.3,"tools":[{"name":"click","description":"Clicks.","input_schema":` + parameters + `}]}`,
			events(`{"type":"message_start","message":{"model":"m1","usage":{"input_tokens":3,"cache_read_input_tokens":4,"cache_creation_input_tokens":2}}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}`, `{"type":"content_block_stop","index":0}`,
				`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"I "}}`, `{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"look."}}`, `{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"a","name":"click"}}`,
				`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"uid\":\"e1\"}"}}`, `{"type":"content_block_stop","index":2}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}`),
			"I look.", chat.Call{ID: "a", Name: "click", Arguments: args}, chat.Usage{In: 9, CachedIn: 4, WrittenIn: 2, Out: 5}, "hm",
			`{"model":"m","max_tokens":4096,"messages":[{"role":"user","content":[{"type":"text","text":"go"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"I look."},{"type":"tool_use","id":"a","name":"click","input":{"uid":"e1"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"done"}]}]}],"stream":true,"system":[{"type":"text","text":"S"}],"temperature":0.3,"tools":[{"name":"click","description":"Clicks.","input_schema":` + parameters + `}]}`,
		},
		{
			Gemini, "https://api.example.com/v1/models/m:streamGenerateContent?alt=sse",
			`{"contents":[{"role":"user","parts":[{"text":"go"}]}],"generationConfig":{"temperature":0.3,"maxOutputTokens":100},"systemInstruction":{"parts":[{"text":"S"}]},"tools":[{"functionDeclarations":[{"name":"click","description":"Clicks.","parametersJsonSchema":` + parameters + `}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}`,
			events(`{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"I look."}]}}],"modelVersion":"m1"}`, `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"a","name":"click","args":{"uid":"e1"}},"thoughtSignature":"s"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":3,"thoughtsTokenCount":2}}`),
			"I look.", chat.Call{ID: "a", Name: "click", Arguments: args}, chat.Usage{In: 9, Out: 5, Reasoning: 2}, "hm",
			`{"contents":[{"role":"user","parts":[{"text":"go"}]},{"role":"model","parts":[{"text":"I look."},{"functionCall":{"id":"a","name":"click","args":{"uid":"e1"}},"thoughtSignature":"s"}]},{"role":"user","parts":[{"functionResponse":{"id":"a","name":"click","response":{"output":"done"}}}]}],"generationConfig":{"temperature":0.3},"systemInstruction":{"parts":[{"text":"S"}]},"tools":[{"functionDeclarations":[{"name":"click","description":"Clicks.","parametersJsonSchema":` + parameters + `}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}`,
		},
		{
			Ollama, "https://api.example.com/v1/api/chat",
			`{"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"go"}],"stream":true,"truncate":false,"options":{"num_ctx":16384,"temperature":0.3,"num_predict":100},"tools":[` + tool + `]}`,
			reply{status: 200, body: `{"model":"m1","message":{"content":"I ","thinking":"hm"},"done":false}` + "\n" + `{"model":"m1","message":{"content":"look.","tool_calls":[{"function":{"name":"click","arguments":{"uid":"e1"}}}]},"done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":5}` + "\n"},
			"I look.", chat.Call{ID: "call_1", Name: "click", Arguments: args}, chat.Usage{In: 9, Out: 5}, "hm",
			`{"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","content":"go"},{"role":"assistant","content":"I look.","thinking":"hm","tool_calls":[{"function":{"name":"click","arguments":{"uid":"e1"}}}]},{"role":"tool","content":"done","tool_name":"click"}],"stream":true,"truncate":false,"options":{"num_ctx":16384,"temperature":0.3},"tools":[` + tool + `]}`,
		},
	}
}

// Each form is written as its provider wants it, its answer read, and what belongs to the
// answer goes back with it.
func TestWires(t *testing.T) {
	for _, v := range vectors() {
		t.Run(string(v.wire), func(t *testing.T) {
			is := is.New(t)
			s := &server{replies: []reply{v.answer}}
			c := client(s, func(c *Config) { c.Provider.Wire = v.wire })
			text, reasoning, calling := "", "", ""
			a, err := c.Chat(t.Context(), ask, func(d chat.Delta) { text += d.Text; reasoning += d.Reasoning; calling += d.Calling })
			is.NoErr(err)
			is.Equal(s.sent[0].Method+" "+s.sent[0].URL, "POST "+v.url)
			is.Equal(s.sent[0].Wire, v.wire)
			is.Equal(string(s.sent[0].Body), v.first)
			is.Equal(a.Message.Text, v.text)
			is.Equal(a.Message.Calls, []chat.Call{v.call})
			is.Equal(a.End, chat.EndCalls)
			is.Equal(a.Model, "m1")
			is.Equal(a.Usage, v.usage)
			is.Equal(text+"|"+reasoning+"|"+calling, v.text+"|"+v.reasoning+"|click") // in pieces it is the same

			q := ask
			q.MaxTokens = 0
			q.Messages = append(q.Messages[:1:1], a.Message, chat.Message{Role: chat.RoleTool, CallID: v.call.ID, Text: "done"})
			_, err = c.Chat(t.Context(), q, nil)
			is.NoErr(err)
			is.Equal(string(s.sent[1].Body), v.second)
		})
	}
}
