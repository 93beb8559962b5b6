package mcp

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
)

// maxMessage bounds an error's text in bytes; the whole one is in the
// structured content.
const maxMessage = 1200

// answer builds what a successful call returns.
func answer(r protocol.Result) *sdk.CallToolResult {
	out := &sdk.CallToolResult{StructuredContent: structured(r)}
	if shot, ok := r.(protocol.ScreenshotResult); ok {
		if image := picture(shot.DataURL); image != nil {
			out.Content = append(out.Content, image)
		} else {
			out.Content = append(out.Content, &sdk.TextContent{Text: "the screenshot is in the structured content"})
		}
		if t := effects(shot.Effects); t != "" {
			out.Content = append(out.Content, &sdk.TextContent{Text: t})
		}
		return out
	}
	out.Content = []sdk.Content{&sdk.TextContent{Text: compact(r)}}
	return out
}

// structured is the exact protocol result. Structured content has to be an
// object, and get_tabs answers an array, so that one stands under "tabs".
func structured(r protocol.Result) json.RawMessage {
	raw := protocol.AppendResult(nil, r)
	if _, ok := r.(protocol.TabsResult); ok {
		raw = append(append([]byte(`{"tabs":`), raw...), '}')
	}
	return raw
}

// picture reads a data: URL of an image.
func picture(url string) *sdk.ImageContent {
	head, data, ok := strings.Cut(url, ";base64,")
	mime, isData := strings.CutPrefix(head, "data:")
	if !ok || !isData || !strings.HasPrefix(mime, "image/") {
		return nil
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil
	}
	return &sdk.ImageContent{MIMEType: mime, Data: raw}
}

// refusal builds the answer to an argument that never became an action.
func refusal(err error) *sdk.CallToolResult {
	e := protocol.AsError(err)
	return failed(e, string(e.Code)+": "+line(clean(e.Message), maxMessage))
}

// failure builds the answer to an action that failed. What an expression
// threw, and the names of elements, which stand in quotes, are the page's.
func failure(a protocol.Action, err error) *sdk.CallToolResult {
	e := protocol.AsError(err)
	text := line(clean(e.Message), maxMessage)
	thrown := a.Kind() == protocol.KindEvaluate && e.Code == protocol.CodeInvalidAction
	if thrown || strings.ContainsAny(text, `"“`) {
		text = untrusted(text)
	}
	return failed(e, string(e.Code)+": "+text)
}

func failed(e *protocol.Error, text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{
		IsError:           true,
		Content:           []sdk.Content{&sdk.TextContent{Text: text}},
		StructuredContent: map[string]any{"error": e},
	}
}

// Text is the compact text of a result, as a model gets it.
func Text(r protocol.Result) string {
	if shot, ok := r.(protocol.ScreenshotResult); ok {
		return join("the screenshot is in the structured content", effects(shot.Effects))
	}
	return compact(r)
}

// Image is the image of a screenshot, decoded.
func Image(r protocol.ScreenshotResult) ([]byte, error) {
	if p := picture(r.DataURL); p != nil {
		return p.Data, nil
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the screenshot's dataUrl holds no image")
}
