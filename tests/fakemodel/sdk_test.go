package fakemodel

import (
	"encoding/json"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/matryer/is"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

// The providers' own libraries hold the same run with the fakes as our clients do, in
// TestQuirks: what they write is refused no more, and what they read is the same.
var schema = map[string]any{"type": "object", "properties": map[string]any{"uid": map[string]any{"type": "string"}}}

func TestSDK_Completions(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{Key: "k"}, two)
	c := openai.NewChatCompletionService(option.WithBaseURL(s.URL+"/v1"), option.WithAPIKey("k"))
	p := openai.ChatCompletionNewParams{
		Model: "fake", Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("S"), openai.UserMessage("go")}, MaxTokens: param.NewOpt(int64(100)),
		Tools:         []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: "click", Parameters: schema})},
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)},
	}
	var log []string
	for range 3 {
		stream := c.NewStreaming(t.Context(), p)
		var a openai.ChatCompletionAccumulator
		for stream.Next() {
			is.True(a.AddChunk(stream.Current()))
		}
		is.NoErr(stream.Err())
		is.Equal(a.Usage.CompletionTokens, int64(7))
		m := a.Choices[0].Message
		p.Messages = append(p.Messages, m.ToParam())
		for _, call := range m.ToolCalls {
			log = append(log, call.Function.Arguments)
			p.Messages = append(p.Messages, openai.ToolMessage("ok", call.ID))
		}
	}
	is.Equal(log, clicks)
	is.Equal(len(s.Refused()), 0)
	models := openai.NewModelService(option.WithBaseURL(s.URL+"/v1"), option.WithAPIKey("k"))
	list, err := models.List(t.Context())
	is.NoErr(err)
	is.Equal(list.Data[0].ID, "fake")
}

func TestSDK_Responses(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{Key: "k"}, two)
	c := responses.NewResponseService(option.WithBaseURL(s.URL+"/v1"), option.WithAPIKey("k"))
	input := responses.ResponseInputParam{responses.ResponseInputItemParamOfMessage(responses.ResponseInputMessageContentListParam{{OfInputText: &responses.ResponseInputTextParam{Text: "go"}}}, "user")}
	var log []string
	for range 3 {
		stream := c.NewStreaming(t.Context(), responses.ResponseNewParams{
			Model: "fake", Instructions: param.NewOpt("S"), Store: param.NewOpt(false), Include: []responses.ResponseIncludable{"reasoning.encrypted_content"},
			Input: responses.ResponseNewParamsInputUnion{OfInputItemList: input},
			Tools: []responses.ToolUnionParam{{OfFunction: &responses.FunctionToolParam{Name: "click", Parameters: schema, Strict: param.NewOpt(false)}}},
		})
		var results responses.ResponseInputParam
		ended := false
		for stream.Next() {
			e := stream.Current()
			switch e.Type {
			case "response.output_item.done":
				input = append(input, param.Override[responses.ResponseInputItemUnionParam](json.RawMessage(e.Item.RawJSON()))) // as it came
				if e.Item.Type == "function_call" {
					log = append(log, e.Item.AsFunctionCall().Arguments)
					results = append(results, responses.ResponseInputItemUnionParam{OfFunctionCallOutput: &responses.ResponseInputItemFunctionCallOutputParam{
						CallID: param.NewOpt(e.Item.CallID), Output: responses.ResponseInputItemFunctionCallOutputOutputUnionParam{OfString: param.NewOpt("ok")},
					}})
				}
			case "response.completed":
				is.Equal(e.Response.Usage.OutputTokens, int64(7))
				ended = true
			}
		}
		is.NoErr(stream.Err())
		is.True(ended)
		input = append(input, results...)
	}
	is.Equal(log, clicks)
	is.Equal(len(s.Refused()), 0)
}

func TestSDK_Messages(t *testing.T) {
	is := is.New(t)
	s := fake(t, Traits{Key: "k"}, two)
	c := anthropic.NewMessageService(anthropicoption.WithoutEnvironmentDefaults(), anthropicoption.WithBaseURL(s.URL), anthropicoption.WithAPIKey("k"))
	p := anthropic.MessageNewParams{
		Model: "fake", MaxTokens: 100, System: []anthropic.TextBlockParam{{Text: "S"}}, Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("go"))},
		Tools: []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{Name: "click", InputSchema: anthropic.ToolInputSchemaParam{Properties: schema["properties"]}}}},
	}
	var log []string
	for range 3 {
		stream := c.NewStreaming(t.Context(), p)
		var a anthropic.Message
		for stream.Next() {
			is.NoErr(a.Accumulate(stream.Current()))
		}
		is.NoErr(stream.Err())
		is.Equal(a.Usage.OutputTokens, int64(7))
		p.Messages = append(p.Messages, a.ToParam())
		var results []anthropic.ContentBlockParamUnion
		for _, b := range a.Content {
			if b.Type == "tool_use" {
				log = append(log, string(b.Input))
				results = append(results, anthropic.NewToolResultBlock(b.ID, "ok", false))
			}
		}
		if len(results) > 0 {
			p.Messages = append(p.Messages, anthropic.NewUserMessage(results...))
		}
	}
	is.Equal(log, clicks)
	is.Equal(len(s.Refused()), 0)
	models := anthropic.NewModelService(anthropicoption.WithoutEnvironmentDefaults(), anthropicoption.WithBaseURL(s.URL), anthropicoption.WithAPIKey("k"))
	list, err := models.List(t.Context(), anthropic.ModelListParams{})
	is.NoErr(err)
	is.Equal(list.Data[0].ID, "fake")
}
