package model

import (
	"strconv"

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
	// after is for how many milliseconds the server wants to be left alone.
	after int64
	// known says that it had a form that servers of models use.
	known bool
}

func (r *refusal) is(signs ...string) bool {
	for _, s := range signs {
		for _, has := range r.signs {
			if alike(s, has) {
				return true
			}
		}
	}
	return false
}

// readRefusal reads the body of a failure.
func readRefusal(body []byte) *refusal {
	r := &refusal{}
	top, ok := parse(body)
	if !ok {
		return r
	}
	if first := top.first(); first != nil {
		top = first // Gemini in OpenAI's form
	}
	inner := top
	if e := top.at("error"); e != nil {
		r.known = true
		r.says = e.text()
		if e.is('{') {
			inner = e
		}
	}
	for _, name := range []string{"code", "type", "status"} {
		v := inner.at(name)
		switch text := v.text(); {
		case text != "":
			r.signs = append(r.signs, text)
		case v.isNumber():
			r.signs = append(r.signs, strconv.Itoa(v.whole()))
		}
	}
	r.param = inner.str("param")
	for _, name := range []string{"message", "detail"} {
		if text := inner.str(name); text != "" {
			r.says, r.known = text, true
		}
	}
	for l := inner.at("details").each(); l.next(); {
		d := l.is
		if reason := d.str("reason"); reason != "" {
			r.signs = append(r.signs, reason)
		}
		if after := seconds(d.str("retryDelay")); after > 0 {
			r.after = after
		}
	}
	return r
}

// codeOf is the one table from what servers say to codes. Codes of the body go
// before the status, since several mean different things by one status.
func codeOf(status int, r *refusal) chat.Code {
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
	case status == 401 || status == 403:
		return chat.CodeKey
	case status == 402:
		return chat.CodeMoney
	case status == 404 && r.known:
		return chat.CodeModel
	case status == 413:
		return chat.CodeOverflow
	case status == 429:
		return chat.CodeRate
	case status == 408 || status >= 500:
		return chat.CodeBusy
	case status >= 400 && r.known:
		return chat.CodeRequest
	}
	return chat.CodeNonsense
}
