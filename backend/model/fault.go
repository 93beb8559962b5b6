package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/zapvol/bua/core/agent/chat"
)

// refusal is what servers say of a failure, in whichever form: the codes, types and
// parameters to decide on, and a sentence to show.
type refusal struct {
	// signs are its codes and types.
	signs []string
	// param is which parameter is refused.
	param string
	// says is for people.
	says string
	// after is how long the server wants to be left alone.
	after time.Duration
	// known says that it had a form that servers of models use.
	known bool
}

func (r refusal) is(signs ...string) bool {
	for _, s := range signs {
		for _, has := range r.signs {
			if strings.EqualFold(s, has) {
				return true
			}
		}
	}
	return false
}

// readRefusal reads the body of a failure.
func readRefusal(body []byte) (r refusal) {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0] // Gemini in OpenAI's form
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		return r
	}
	inner := top
	if e, ok := top["error"]; ok {
		r.known = true
		var text string
		if json.Unmarshal(e, &text) == nil {
			r.says = text
		}
		var fields map[string]json.RawMessage
		if json.Unmarshal(e, &fields) == nil {
			inner = fields
		}
	}
	for _, name := range []string{"code", "type", "status"} {
		var text string
		var number float64
		if json.Unmarshal(inner[name], &text) == nil && text != "" {
			r.signs = append(r.signs, text)
		} else if json.Unmarshal(inner[name], &number) == nil {
			r.signs = append(r.signs, strconv.Itoa(int(number)))
		}
	}
	_ = json.Unmarshal(inner["param"], &r.param)
	for _, name := range []string{"message", "detail"} {
		var text string
		if json.Unmarshal(inner[name], &text) == nil && text != "" {
			r.says, r.known = text, true
		}
	}
	var details []struct{ Reason, RetryDelay string }
	if json.Unmarshal(inner["details"], &details) == nil {
		for _, d := range details {
			if d.Reason != "" {
				r.signs = append(r.signs, d.Reason)
			}
			if after, err := time.ParseDuration(d.RetryDelay); err == nil {
				r.after = after
			}
		}
	}
	return r
}

// codeOf is the one table from what servers say to codes. Codes of the body go
// before the status, since several mean different things by one status.
func codeOf(status int, r refusal) chat.Code {
	switch {
	case r.is("insufficient_quota", "billing_error", "insufficient_balance", "billing_hard_limit_reached", "payment_required"):
		return chat.CodeMoney
	case r.is("context_length_exceeded", "exceed_context_size_error", "request_too_large", "string_above_max_length"):
		return chat.CodeOverflow
	case r.is("rate_limit_exceeded", "rate_limit_error", "rate_limited"):
		return chat.CodeRate
	case r.is("invalid_api_key", "authentication_error", "permission_error", "API_KEY_INVALID", "API_KEY_EXPIRED", "PERMISSION_DENIED", "UNAUTHENTICATED"):
		return chat.CodeKey
	case r.is("content_filter", "content_policy_violation"):
		return chat.CodeRefused
	case r.is("model_not_found", "DeploymentNotFound", "invalid_model"):
		return chat.CodeModel
	case r.is("overloaded_error", "server_error", "api_error", "engine_overloaded", "UNAVAILABLE", "timeout_error"):
		return chat.CodeBusy
	}
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return chat.CodeKey
	case status == http.StatusPaymentRequired:
		return chat.CodeMoney
	case status == http.StatusNotFound && r.known:
		return chat.CodeModel
	case status == http.StatusRequestEntityTooLarge:
		return chat.CodeOverflow
	case status == http.StatusTooManyRequests:
		return chat.CodeRate
	case status == http.StatusRequestTimeout || status >= 500:
		return chat.CodeBusy
	case status >= 400 && r.known:
		return chat.CodeRequest
	}
	return chat.CodeNonsense
}

// eventError is a failure that came within a stream.
type eventError struct{ data []byte }

// Error implements error.
func (e *eventError) Error() string { return "the server reports a failure within its answer" }

// errShape says that what came is no answer of this kind of server.
var errShape = errors.New("not of the form")

// fault judges a failure.
func (c *Client) fault(ctx context.Context, err error, x *exchange, r request) (*chat.Fault, refusal) {
	var known *chat.Fault
	var event *eventError
	var said refusal
	switch {
	case errors.As(err, &known):
		return known, said
	case ctx.Err() != nil && !errors.Is(context.Cause(ctx), errSilent):
		return &chat.Fault{Code: chat.CodeStopped, Text: "The request to " + r.named + " was stopped."}, said
	case x.status >= 400:
		said = readRefusal(x.refusal)
	case errors.As(err, &event):
		said = readRefusal(event.data)
	case x.status >= 300:
		return c.say(chat.CodeNonsense, r, said, fmt.Sprintf("it answers %d and sends elsewhere, where the key does not go", x.status)), said
	case x.status == 0 && errors.Is(context.Cause(ctx), errSilent):
		return c.say(chat.CodeUnreachable, r, said, "has said nothing for "+x.first.String()), said
	case x.status == 0:
		return c.say(chat.CodeUnreachable, r, said, ""), said
	case x.webpage || errors.Is(err, errShape) || isSyntax(err):
		return c.say(chat.CodeNonsense, r, said, ""), said
	default:
		return &chat.Fault{Code: chat.CodeCut, Text: "The answer of " + r.named + " broke off. Go on with the run; if it happens again, look at the network or at the server's log."}, said
	}
	code := codeOf(x.status, said)
	if errors.As(err, &event) && code == chat.CodeNonsense {
		code = chat.CodeBusy // it had begun to answer
	}
	if code == chat.CodeRequest && r.window > 0 && r.weight()+r.MaxTokens > r.window*4/5 {
		code = chat.CodeOverflow
	}
	f := c.say(code, r, said, fmt.Sprintf("it answers %d", x.status))
	f.After = int(max(said.after, x.after(time.Now())) / time.Millisecond)
	return f, said
}

// isSyntax reports whether what came cannot be read.
func isSyntax(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind)
}

// say makes the sentence of a code: what failed, and what to do next. What is the
// way in which it failed, where that is worth knowing.
func (c *Client) say(code chat.Code, r request, said refusal, what string) *chat.Fault {
	p := c.provider
	quote := ""
	if said.says != "" {
		quote = " It says: “" + c.clean(said.says) + "”"
	}
	add := "bua models add " + r.owner
	text := ""
	switch code {
	case chat.CodeKey:
		text = r.named + " refuses the key" + at("; get one at ", p.KeysAt) + ", forget this one with: bua models remove " + p.Name + ", and add the model again with: " + add + "." // what it says may quote the key
		if c.key == "" {
			text = p.title() + " wants a key, and none is stored" + at("; get one at ", p.KeysAt) + ", and store it with: " + add + "."
		}
	case chat.CodeModel:
		text = p.title() + " has no model " + r.model + ", or this key may not use it; bua models test " + r.owner + " shows what there is." + quote
	case chat.CodeMoney:
		text = "The account at " + p.title() + " has no money or quota left" + at("; pay in at ", p.MoneyAt) + ", then resume the run; or resume it with another model." + quote
	case chat.CodeRate:
		text = p.title() + " takes no more requests at the moment. Resume the run in a minute; if this goes on, choose another model or raise the account's limit." + quote
	case chat.CodeOverflow:
		text = "The conversation is longer than the window of " + r.named + ". Resume the run, which shortens it; or choose a model with a larger window." + quote
	case chat.CodeUnreachable:
		if what != "" {
			text = r.named + " " + what + ", though " + p.Base + " takes requests. Look at the server's log: it may be loading the model, or be too slow for this page. Then resume the run, or choose a smaller model."
			break
		}
		text = "Nothing answers at " + p.Base + ", where " + p.title() + " should be. "
		if p.Local {
			text += "Start it, then resume the run; bua models list shows which servers were found on this machine."
		} else {
			text += "Look at the network and the address, then resume the run."
		}
	case chat.CodeBusy:
		text = p.title() + " is overloaded or broken at the moment (" + what + "). Resume the run in a minute, or with another model." + quote
	case chat.CodeNonsense:
		text = "What answers at " + p.Base + " is no server of " + p.title() + "'s kind"
		if what != "" {
			text += ": " + what
		}
		text += ". Look at the address, which often has to end with /v1; change it with: " + add + " --url ADDRESS."
	case chat.CodeTools:
		text = r.named + " calls no tools, without which nothing can be done in a browser. Choose another model; with a server of your own look whether its tool calls are switched on (llama-server --jinja; vllm serve --enable-auto-tool-choice --tool-call-parser NAME)." + quote
	case chat.CodeRefused:
		text = "The rules of " + p.title() + " refuse this content. Say the task in other words, or choose another model." + quote
	default:
		text = r.named + " refuses the request. Choose another model; and report it, since this is a fault of bua or of the server." + quote
	}
	return &chat.Fault{Code: code, Text: text}
}

func at(words, where string) string {
	if where == "" {
		return ""
	}
	return words + where
}

func (p Provider) title() string {
	if p.Title != "" {
		return p.Title
	}
	return p.Name
}

// clean is what a server says as it may be shown: one line, short, and without the
// key.
func (c *Client) clean(text string) string {
	if len(c.key) >= 8 { // a shorter one is a word, for a server that wants any
		text = strings.ReplaceAll(text, c.key, "[key]")
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }), " ")
	if short := []rune(text); len(short) > 300 {
		text = string(short[:300]) + "…"
	}
	return text
}
