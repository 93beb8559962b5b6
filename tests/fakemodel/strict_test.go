package fakemodel

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/chat"
)

// wire is a form as the fake reads it: a valid conversation, and what makes it another
// that real servers refuse.
type wire struct {
	name, path string
	traits     Traits
	issued     map[string]string // what the fake has given out
	valid      string
	// refused are changes: what stands in the valid one, and what comes in its place.
	refused map[string][2]string
}

func wires() []wire {
	completions := `{"model":"fake","stream":true,"tools":[{"type":"function","function":{"name":"click","parameters":{"type":"object","properties":{}}}}],"tool_choice":"required","messages":[` +
		`{"role":"system","content":"S"},{"role":"user","content":"go"},` +
		`{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"click","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"click","arguments":"{}"}}]},` +
		`{"role":"tool","tool_call_id":"a","content":"ok"},{"role":"tool","tool_call_id":"b","content":"ok"}]}`
	messages := `{"model":"fake","max_tokens":9,"stream":true,"tools":[{"name":"click","input_schema":{"type":"object"}}],"tool_choice":{"type":"any"},"messages":[` +
		`{"role":"user","content":[{"type":"text","text":"go"}]},` +
		`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2lnbg=="},{"type":"tool_use","id":"a","name":"click","input":{}},{"type":"tool_use","id":"b","name":"click","input":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"},{"type":"tool_result","tool_use_id":"b"},{"type":"text","text":"go on"}]}]}`
	responses := `{"model":"fake","stream":true,"store":false,"include":["reasoning.encrypted_content"],"tools":[{"type":"function","name":"click","strict":false,"parameters":{"type":"object"}}],"tool_choice":"required","input":[` +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]},` +
		`{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"enc-rs_1"},` +
		`{"type":"function_call","id":"fc_1","call_id":"a","name":"click","arguments":"{}"},{"type":"function_call","call_id":"b","name":"click","arguments":"{}"},` +
		`{"type":"function_call_output","call_id":"a","output":"ok"},{"type":"function_call_output","call_id":"b","output":"ok"}]}`
	gemini := `{"tools":[{"functionDeclarations":[{"name":"click","parametersJsonSchema":{"type":"object"}}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY"}},"contents":[` +
		`{"role":"user","parts":[{"text":"go"}]},` +
		`{"role":"model","parts":[{"functionCall":{"name":"click","args":{}},"thoughtSignature":"c2lnbg=="},{"functionCall":{"name":"press","args":{}}}]},` +
		`{"role":"user","parts":[{"functionResponse":{"name":"click","response":{"output":"ok"}}},{"functionResponse":{"name":"press","response":{"output":"ok"}}}]},` +
		`{"role":"user","parts":[{"text":"go on"}]}]}`
	ollama := `{"model":"fake","stream":true,"messages":[{"role":"user","content":"go"},` +
		`{"role":"assistant","content":"","tool_calls":[{"function":{"name":"click","arguments":{}}}]},{"role":"tool","tool_name":"click","content":"ok"}]}`
	return []wire{
		{"completions", "/v1/chat/completions", Traits{}, nil, completions, map[string][2]string{
			"an orphaned result": {`{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"click","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"click","arguments":"{}"}}]},`, ""},
			"two results":        {`"tool_call_id":"b"`, `"tool_call_id":"a"`}, "a missing result": {`,{"role":"tool","tool_call_id":"b","content":"ok"}`, ""},
			"a result too late": {`{"role":"tool","tool_call_id":"a"`, `{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a"`}, "the model is last": {`{"role":"tool","tool_call_id":"b","content":"ok"}`, `{"role":"tool","tool_call_id":"b","content":"ok"},{"role":"assistant","content":"x"}`},
			"two calls of one id": {`"id":"b"`, `"id":"a"`}, "arguments that are no object": {`"arguments":"{}"`, `"arguments":"[1]"`}, "the system in the midst": {`{"role":"system","content":"S"},{"role":"user","content":"go"}`, `{"role":"user","content":"go"},{"role":"system","content":"S"}`},
			"an unknown parameter": {`"stream":true`, `"stream":true,"top_k":3`}, "a choice without tools": {`"tools":[{"type":"function","function":{"name":"click","parameters":{"type":"object","properties":{}}}}],`, ""}, "a schema of another type": {`"type":"object"`, `"type":"array"`},
			"another model": {`"model":"fake"`, `"model":"other"`},
		}},
		{"messages", "/v1/messages", Traits{}, nil, messages, map[string][2]string{
			"an orphaned result": {`"tool_use_id":"a"`, `"tool_use_id":"c"`}, "two results": {`"tool_use_id":"b"`, `"tool_use_id":"a"`}, "a missing result": {`,{"type":"tool_result","tool_use_id":"b"}`, ""},
			"a text before the results": {`{"type":"tool_result","tool_use_id":"a"}`, `{"type":"text","text":"x"},{"type":"tool_result","tool_use_id":"a"}`}, "two turns of one role": {`"role":"assistant"`, `"role":"user"`},
			"another signature": {`"c2lnbg=="`, `"x"`}, "an empty text": {`"text":"go on"`, `"text":" "`}, "no bound": {`"max_tokens":9,`, ""}, "an unknown parameter": {`"stream":true`, `"stream":true,"seed":3`},
			"input that is no object": {`"input":{}`, `"input":"{}"`}, "a choice without tools": {`"tools":[{"name":"click","input_schema":{"type":"object"}}],`, ""}, "too many marks": {`"stream":true`, `"stream":true,"system":[` + strings.Repeat(`{"type":"text","text":"S","cache_control":{"type":"ephemeral"}},`, 4) + `{"type":"text","text":"S","cache_control":{"type":"ephemeral"}}]`},
		}},
		{"responses", "/v1/responses", Traits{}, map[string]string{"rs_1": "", "fc_1": "rs_1"}, responses, map[string][2]string{
			"an orphaned result": {`"call_id":"a","output"`, `"call_id":"c","output"`}, "two results": {`"call_id":"b","output"`, `"call_id":"a","output"`}, "a missing result": {`,{"type":"function_call_output","call_id":"b","output":"ok"}`, ""},
			"a call without its thought": {`{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"enc-rs_1"},`, ""}, "a thought that is not encrypted": {`,"encrypted_content":"enc-rs_1"`, ""}, "a thought that nothing follows": {`{"type":"function_call","id":"fc_1","call_id":"a","name":"click","arguments":"{}"},{"type":"function_call","call_id":"b","name":"click","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":"ok"},{"type":"function_call_output","call_id":"b","output":"ok"}`, `{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}`},
			"stored": {`"store":false`, `"store":true`}, "a part of another form": {`"input_text"`, `"text"`}, "an unknown parameter": {`"stream":true`, `"stream":true,"max_tokens":100`}, "a small bound": {`"stream":true`, `"stream":true,"max_output_tokens":1`},
			"an id of another kind": {`"fc_1"`, `"call_1"`}, "a choice without tools": {`"tools":[{"type":"function","name":"click","strict":false,"parameters":{"type":"object"}}],`, ""}, "two calls of one id": {`"call_id":"b","name"`, `"call_id":"a","name"`},
		}},
		{"gemini", "/v1beta/models/fake:streamGenerateContent?alt=sse", Traits{SignedCalls: true}, map[string]string{"c2lnbg==": ""}, gemini, map[string][2]string{
			"a missing signature": {`,"thoughtSignature":"c2lnbg=="`, ""}, "another signature": {`"c2lnbg=="`, `"eA=="`}, "a missing result": {`,{"functionResponse":{"name":"press","response":{"output":"ok"}}}`, ""}, "results of another order": {`{"functionResponse":{"name":"click","response":{"output":"ok"}}},{"functionResponse":{"name":"press","response":{"output":"ok"}}}`, `{"functionResponse":{"name":"press","response":{"output":"ok"}}},{"functionResponse":{"name":"click","response":{"output":"ok"}}}`},
			"a text among the results": {`{"functionResponse":{"name":"click","response":{"output":"ok"}}}`, `{"functionResponse":{"name":"click","response":{"output":"ok"}}},{"text":"x"}`}, "the model begins": {`{"role":"user","parts":[{"text":"go"}]},`, ""}, "another role": {`"role":"model"`, `"role":"assistant"`}, "an empty part": {`{"text":"go on"}`, `{"text":""}`}, "no part": {`[{"text":"go on"}]`, `[]`},
			"an unknown parameter": {`"contents"`, `"temperature":1,"contents"`}, "arguments that are no object": {`"args":{}`, `"args":"{}"`}, "a choice without tools": {`"tools":[{"functionDeclarations":[{"name":"click","parametersJsonSchema":{"type":"object"}}]}],`, ""}, "a schema of another type": {`"type":"object"`, `"type":"string"`}, "a schema's word": {`"parametersJsonSchema"`, `"schema"`},
		}},
		{"ollama", "/api/chat", Traits{}, nil, ollama, map[string][2]string{
			"an orphaned result": {`,"tool_calls":[{"function":{"name":"click","arguments":{}}}]`, ""}, "a missing result": {`,{"role":"tool","tool_name":"click","content":"ok"}`, `,{"role":"user","content":"x"}`}, "two results": {`{"role":"tool",`, `{"role":"tool","tool_name":"click","content":"ok"},{"role":"tool",`},
			"arguments as text": {`"arguments":{}`, `"arguments":"{}"`}, "an unknown parameter": {`"stream":true`, `"stream":true,"tool_choice":"auto"`}, "another role": {`"role":"user"`, `"role":"human"`},
		}},
	}
}

// The fakes refuse what real servers refuse, one change at a time, and take the same
// conversation without it.
func TestStrict(t *testing.T) {
	for _, w := range wires() {
		t.Run(w.name, func(t *testing.T) {
			send := func(body string) (int, []string) {
				s := fake(t, w.traits, func(chat.Request) Say { return Say{Text: "ok"} })
				for what, with := range w.issued {
					s.issue(what, with)
				}
				res, err := http.Post(s.URL+w.path, "application/json", strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = res.Body.Close() }()
				_, _ = io.Copy(io.Discard, res.Body)
				return res.StatusCode, s.Refused()
			}
			is := is.New(t)
			status, refused := send(w.valid)
			if status != 200 {
				t.Fatalf("the valid one: %d %q", status, refused)
			}
			for name, change := range w.refused {
				body := strings.Replace(w.valid, change[0], change[1], 1)
				is.True(body != w.valid)
				if status, refused := send(body); status < 400 || len(refused) != 1 {
					t.Errorf("%s: %d %q", name, status, refused)
				}
			}
		})
	}
}
