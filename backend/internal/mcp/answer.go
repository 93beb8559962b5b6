package mcp

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/tell"
)

// unshown stands where a screenshot's picture could not be decoded.
const unshown = "the screenshot came as no picture that can be shown; take it again"

// teller renders answers for a model; its nonces are fresh.
func teller() *tell.Teller { return tell.New(nonce) }

func nonce() string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails, by its documentation
	return hex.EncodeToString(b[:])
}

// answer builds what a successful call returns; exact adds the structured
// content.
func answer(r protocol.Result, exact bool) *sdk.CallToolResult {
	say := teller()
	suspect := say.Suspicions(r)
	out := &sdk.CallToolResult{}
	if exact {
		out.StructuredContent = flagged(structured(r), suspect)
	}
	if shot, ok := r.(protocol.ScreenshotResult); ok {
		if image := picture(shot.DataURL); image != nil {
			out.Content = append(out.Content, image)
		} else {
			out.Content = append(out.Content, &sdk.TextContent{Text: unshown})
		}
		if t := say.Result(shot); t != "" {
			out.Content = append(out.Content, &sdk.TextContent{Text: t})
		}
		return out
	}
	out.Content = []sdk.Content{&sdk.TextContent{Text: say.Result(r)}}
	return out
}

// flagged adds the field suspicious to a result, which is an object.
func flagged(raw json.RawMessage, suspect []string) json.RawMessage {
	if len(suspect) == 0 || len(raw) < 2 || raw[len(raw)-1] != '}' {
		return raw
	}
	list, err := json.Marshal(suspect)
	if err != nil {
		return raw
	}
	raw = raw[:len(raw)-1]
	if raw[len(raw)-1] != '{' {
		raw = append(raw, ',')
	}
	return append(append(append(raw, `"suspicious":`...), list...), '}')
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
func refusal(err error, exact bool) *sdk.CallToolResult {
	e := protocol.AsError(err)
	return failed(e, tell.Refusal(e), nil, exact)
}

// failure builds the answer to an action that failed.
func failure(a protocol.Action, err error, exact bool) *sdk.CallToolResult {
	e := protocol.AsError(err)
	text, suspect := teller().Failure(a.Kind(), e)
	return failed(e, text, suspect, exact)
}

func failed(e *protocol.Error, text string, suspect []string, exact bool) *sdk.CallToolResult {
	out := &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
	if !exact {
		return out
	}
	told := map[string]any{"error": e}
	if len(suspect) > 0 {
		told["suspicious"] = suspect
	}
	out.StructuredContent = told
	return out
}

// Text is the compact text of a result, as a model gets it.
func Text(r protocol.Result) string {
	if shot, ok := r.(protocol.ScreenshotResult); ok {
		return tell.Join("the screenshot is the dataUrl of the result", teller().Effects(shot.Effects))
	}
	return teller().Result(r)
}

// Image is the image of a screenshot, decoded.
func Image(r protocol.ScreenshotResult) ([]byte, error) {
	if p := picture(r.DataURL); p != nil {
		return p.Data, nil
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the screenshot's dataUrl holds no image")
}
