package model

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
)

// fault judges a failure.
func (c *Client) fault(t *trouble, x *exchange, r *request) (*chat.Fault, *refusal) {
	said := &refusal{}
	switch {
	case x.ctx.Err() != nil && !x.silent.Load():
		return c.stopped(r), said
	case x.status >= 400:
		said = readRefusal(x.refusal)
	case t.is(reported):
		said = readRefusal(t.event)
	case x.status >= 300:
		return c.say(chat.CodeNonsense, r, said.says, "it answers "+strconv.Itoa(x.status)+" and sends elsewhere, where the key does not go"), said
	case x.status == 0 && x.silent.Load():
		return c.say(chat.CodeUnreachable, r, said.says, "has said nothing for "+x.first.String()), said
	case x.status == 0:
		return c.unreached(x.failure), said
	case x.webpage || t.is(shapeless):
		return c.say(chat.CodeNonsense, r, said.says, ""), said
	default:
		return r.cut(), said
	}
	code := codeOf(x.status, said)
	if c.strange(x) {
		code = chat.CodeOrigin
	}
	if t.is(reported) && code == chat.CodeNonsense {
		code = chat.CodeBusy // it had begun to answer
	}
	if code == chat.CodeRequest && r.window > 0 && r.weight()+r.MaxTokens > r.window*4/5 {
		code = chat.CodeOverflow
	}
	f := c.say(code, r, said.says, "it answers "+strconv.Itoa(x.status))
	f.After = int(max(said.after, x.after(c.clock.Now())))
	return f, said
}

// strange reports whether a server refuses who asks, and no key: it lets no extension in.
func (c *Client) strange(x *exchange) bool {
	return x.status == 403 && c.key == "" && c.provider.Origins != ""
}

// stopped is that the person or the agent has ended a request.
func (c *Client) stopped(r *request) *chat.Fault {
	return &chat.Fault{Code: chat.CodeStopped, Text: "The request to " + r.named + " was stopped."}
}

// cut is an answer that broke off.
func (r *request) cut() *chat.Fault {
	return &chat.Fault{Code: chat.CodeCut, Text: "The answer of " + r.named + " broke off. Go on with the run; if it happens again, look at the network or at the server's log."}
}

// say makes the sentence of a code: what failed, and what to do next. What is the
// way in which it failed, where that is worth knowing.
func (c *Client) say(code chat.Code, r *request, says, what string) *chat.Fault {
	p := &c.provider
	quote := ""
	if says != "" {
		quote = " It says: “" + c.clean(says) + "”"
	}
	text := ""
	switch code {
	case chat.CodeKey:
		text = r.named + " refuses the key. Put another in its place" + at(", to be had at ", p.KeysAt) + ", then resume the run." // what it says may quote the key
		if c.key == "" {
			text = p.title() + " wants a key, and none is stored. Add one" + at(", to be had at ", p.KeysAt) + "."
		}
	case chat.CodeModel:
		text = p.title() + " has no model " + r.model + ", or this key may not use it. Choose one that it has." + quote
	case chat.CodeMoney:
		text = "The account at " + p.title() + " has no money or quota left" + at("; pay in at ", p.MoneyAt) + ", then resume the run; or resume it with another model." + quote
	case chat.CodeRate:
		text = p.title() + " takes no more requests at the moment. Resume the run in a minute; if this goes on, choose another model or raise the account's limit." + quote
	case chat.CodeOverflow:
		text = "The conversation is longer than the window of " + r.named + ". Resume the run, which shortens it; or choose a model with a larger window." + quote
	case chat.CodeOrigin:
		text = p.title() + " answers, and lets no extension of a browser in. Start it with: " + p.Origins + ". Then resume the run."
	case chat.CodeUnreachable:
		text = r.named + " " + what + ", though " + p.Base + " takes requests. Look at the server's log: it may be loading the model, or be too slow for this page. Then resume the run, or choose a smaller model."
	case chat.CodeBusy:
		text = p.title() + " is overloaded or broken at the moment (" + what + "). Resume the run in a minute, or with another model." + quote
	case chat.CodeNonsense:
		text = "What answers at " + p.Base + " is no server of " + p.title() + "'s kind"
		if what != "" {
			text += ": " + what
		}
		text += ". Look at the address, which often has to end with /v1."
	case chat.CodeTools:
		text = r.named + " calls no tools, without which nothing can be done in a browser. Choose another model; with a server of your own look whether its tool calls are switched on (llama-server --jinja; vllm serve --enable-auto-tool-choice --tool-call-parser NAME)." + quote
	case chat.CodeRefused:
		text = "The rules of " + p.title() + " refuse this content. Say the task in other words, or choose another model." + quote
	default:
		text = r.named + " refuses the request. Choose another model; and report it, since this is a fault of bua or of the server." + quote
	}
	return &chat.Fault{Code: code, Text: text}
}

// unreached is that a request found nobody, and how.
func (c *Client) unreached(how Failure) *chat.Fault {
	p := &c.provider
	if how == Denied {
		return &chat.Fault{Code: chat.CodeHost, Text: "The browser keeps bua from " + Origin(p.Base) + ", where " + p.title() + " is: you have not allowed that host, or no longer. Allow it, then resume the run."}
	}
	text := "Nothing answers at " + p.Base + ", where " + p.title() + " should be"
	switch how {
	case Offline:
		if !p.Local {
			text += ": this computer is on no network"
		}
	case NoAddress:
		text += ": its name has no address"
	case Untrusted:
		text += ": the connection to it is not secure, so nothing was sent"
	case TimedOut, Cut:
		text += ": the connection to it breaks off"
	}
	if p.Local {
		text += ". Start it, then resume the run."
	} else {
		text += ". Look at the network and the address, then resume the run."
	}
	return &chat.Fault{Code: chat.CodeUnreachable, Text: text}
}

func at(words, where string) string {
	if where == "" {
		return ""
	}
	return words + where
}

func (p *Provider) title() string {
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
	return line(text, 300)
}
