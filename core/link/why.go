package link

import "github.com/zapvol/bua/core/protocol"

// why is a reason twice: the code, which programs decide on, and the sentence,
// which is for a person whose language has no words for the code. The zero why
// says nothing.
type why struct {
	code protocol.Reason
	text string
}

func (w why) clipped() why { return why{w.code, clip(w.text, 256)} }

// whyRejected reads the reason of a reject. A backend that is too old to say one
// is understood by its version and its code; what they leave open is told in its
// own words.
func whyRejected(r protocol.Reject) why {
	w := why{r.Error.Reason, "the backend refused: " + clip(r.Error.Message, 200)}
	switch {
	case r.RequiredMinProtocolVersion > protocol.Version:
		w = why{protocol.ReasonOldExtension, "the backend needs a newer extension: update it, then try again"}
	case w.code != "":
	case r.Error.Code == protocol.CodeTimeout:
		w.code = protocol.ReasonClock
	default:
		w.code = protocol.ReasonRefused
	}
	return w
}

// whyUnpaired reads why a code was not redeemed, in the server's words when it
// has some: {"error":{"code","message","reason"}}. A backend that is too old to
// say a reason is understood by the status.
func whyUnpaired(w Redeemed) why {
	if w.Status == 0 {
		return why{protocol.ReasonNoBackend, "no backend answers; is it running?"}
	}
	told := errorMember(w.Body)
	text := told["message"]
	if text == "" {
		text = "the backend refused the code; get a new one"
	}
	return why{pairingReason(w.Status, told), clip(text, 200)}
}

func pairingReason(status int, told map[string]string) protocol.Reason {
	if r := told["reason"]; r != "" {
		return protocol.AsReason(r)
	}
	switch {
	case status == 403 && told["field"] == "code":
		return protocol.ReasonCodeWrong
	case status == 429:
		return protocol.ReasonTooMany
	case status == 409:
		return protocol.ReasonFull
	}
	return protocol.ReasonRefused
}
