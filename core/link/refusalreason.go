package link

import (
	"github.com/zapvol/bua/core/protocol"

	"github.com/zapvol/bua/core/scan"
)

// refusalReason is a reason twice: the code, which programs decide on, and the sentence,
// which is for a person whose language has no words for the code. The zero why
// says nothing.
type refusalReason struct {
	code protocol.Reason
	text string
}

func (w refusalReason) clipped() refusalReason { return refusalReason{w.code, scan.Clip(w.text, 256)} }

// reasonRejected reads the reason of a reject. A backend that is too old to say one
// is understood by its version and its code; what they leave open is told in its
// own words.
func reasonRejected(r protocol.Reject) refusalReason {
	w := refusalReason{r.Error.Reason, "the backend refused: " + scan.Clip(r.Error.Message, 200)}
	switch {
	case r.RequiredMinProtocolVersion > protocol.Version:
		w = refusalReason{protocol.ReasonOldExtension, "the backend needs a newer extension: update it, then try again"}
	case w.code != "":
	case r.RequiredMinProtocolVersion < protocol.MinVersion: // of before version 4: it looks at the version first
		w = otherVersion()
	case r.Error.Code == protocol.CodeTimeout:
		w.code = protocol.ReasonClock
	default:
		w.code = protocol.ReasonRefused
	}
	return w
}

// reasonUnpaired reads why a code was not redeemed, in the server's words when it
// has some: {"error":{"code","message","reason"}}. A backend that is too old to
// say a reason is understood by the status.
func reasonUnpaired(w Redeemed) refusalReason {
	if w.Status == 0 {
		return refusalReason{protocol.ReasonNoBackend, "no backend answers; is it running?"}
	}
	told := errorMember(w.Body)
	text := told["message"]
	if text == "" {
		text = "the backend refused the code; get a new one"
	}
	return refusalReason{pairingReason(w.Status, told), scan.Clip(text, 200)}
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
