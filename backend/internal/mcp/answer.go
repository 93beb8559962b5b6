package mcp

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/steps"
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

// answer builds what a call returns; exact adds the structured content.
func answer(c steps.Call, o steps.Outcome, exact bool) *sdk.CallToolResult {
	b := builder{say: teller()}
	for i, s := range o.Steps {
		head := ""
		if len(c.Actions) > 1 {
			head = strconv.Itoa(i+1) + " " + string(s.Action.Kind()) + ": "
		}
		b.step(head, s)
	}
	if left := len(c.Actions) - len(o.Steps); left > 0 {
		b.text(strconv.Itoa(left) + " not done, since " + strconv.Itoa(len(o.Steps)) + " is not as planned: " + o.Stopped)
	}
	if o.Reading != nil {
		b.reading(*o.Reading)
	} else if o.Unread != nil {
		b.text("what changed could not be read: " + tell.Refusal(protocol.AsError(o.Unread)))
	}
	out := &sdk.CallToolResult{Content: b.done(), IsError: b.failed}
	if exact {
		out.StructuredContent = flagged(whole(c, o), b.suspect)
	}
	return out
}

// builder collects the content of an answer.
type builder struct {
	say     *tell.Teller
	content []sdk.Content
	lines   []string // behind the content
	suspect []string
	failed  bool
}

func (b *builder) text(lines ...string) { b.lines = append(b.lines, lines...) }

// step says what came of an action.
func (b *builder) step(head string, s steps.Step) {
	if s.Err != nil {
		text, suspect := b.say.Failure(s.Action.Kind(), protocol.AsError(s.Err))
		b.failed = true
		b.suspects(suspect)
		b.text(head + text)
		return
	}
	b.suspects(b.say.Suspicions(s.Result))
	if shot, ok := s.Result.(protocol.ScreenshotResult); ok {
		image := picture(shot.DataURL)
		if image == nil {
			b.text(head + unshown)
		} else if b.flush(); head != "" {
			b.text(head + "the picture that follows")
			b.flush()
		}
		if image != nil {
			b.content = append(b.content, image)
		}
		if t := b.say.Result(shot); t != "" {
			b.text(t)
		}
		return
	}
	b.text(head + b.say.Result(s.Result))
}

// reading says what was read at the end.
func (b *builder) reading(r protocol.ExtractResult) {
	b.suspects(b.say.Suspicions(r))
	text := b.say.Changed(r)
	if n := len(b.lines); n > 0 {
		text = tell.Follow(b.lines[n-1], text)
		b.lines = b.lines[:n-1]
	}
	b.text(text)
}

func (b *builder) suspects(list []string) {
	for _, s := range list {
		if !slices.Contains(b.suspect, s) {
			b.suspect = append(b.suspect, s)
		}
	}
}

func (b *builder) flush() {
	if len(b.lines) > 0 {
		b.content = append(b.content, &sdk.TextContent{Text: tell.Join(b.lines...)})
		b.lines = nil
	}
}

func (b *builder) done() []sdk.Content {
	b.flush()
	return b.content
}

// whole is the exact outcome: of one action its result, or its error as a member, and
// of several a list of such objects; with what was read.
func whole(c steps.Call, o steps.Outcome) json.RawMessage {
	var list []json.RawMessage
	for _, s := range o.Steps {
		if s.Err != nil {
			list = append(list, with(json.RawMessage("{}"), "error", protocol.AsError(s.Err)))
		} else {
			list = append(list, structured(s.Result))
		}
	}
	out := json.RawMessage("{}")
	if len(c.Actions) == 1 {
		out = list[0]
	} else {
		if out = with(out, "steps", list); o.Stopped != "" {
			out = with(out, "stopped", o.Stopped)
		}
	}
	switch {
	case o.Reading != nil:
		out = with(out, "read", structured(*o.Reading))
	case o.Unread != nil:
		out = with(out, "read", with(json.RawMessage("{}"), "error", protocol.AsError(o.Unread)))
	}
	return out
}

// with adds a member to an object.
func with(object json.RawMessage, name string, value any) json.RawMessage {
	data, err := json.Marshal(value)
	if err != nil || len(object) < 2 || object[len(object)-1] != '}' {
		return object
	}
	object = slices.Clone(object[:len(object)-1])
	if object[len(object)-1] != '{' {
		object = append(object, ',')
	}
	return append(append(append(object, `"`+name+`":`...), data...), '}')
}

// flagged adds the field suspicious to a result.
func flagged(raw json.RawMessage, suspect []string) json.RawMessage {
	if len(suspect) == 0 {
		return raw
	}
	return with(raw, "suspicious", suspect)
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
	out := &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: tell.Refusal(e)}}}
	if exact {
		out.StructuredContent = map[string]any{"error": e}
	}
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
