package risk

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// Facts is what the browser's end tells of an act that it has not done, because
// the act goes beyond what it may do unasked.
type Facts struct {
	// Does is what it would do, as the wire calls it too; Foreign for what only changes
	// something.
	Does Sink `bua:"mend=renamed"`
	// What is what the control is called.
	What string
	// Site is the origin of the document that it is in, To that of the form's
	// target or of the link's.
	Site, To string
	// Purpose is what its form is for, as far as its fields say: login, new-password,
	// permissions, cc-number.
	Purpose string
	// Form is each of its fields, a line with the name, ": " and the value.
	Form string
	// Download, Install, External: what else it would begin.
	Download, Install, External bool
}

// renamed is what an act is called now that a journal of before calls otherwise.
func renamed(s Sink) Sink {
	switch s {
	case "hand_over":
		return Upload
	case "fill_in":
		return SignIn
	case "act":
		return Foreign
	}
	return s
}

// Question is what the person is to be asked of facts. What cannot be told is
// taken for sending.
func (f *Facts) Question() Approval {
	q := Approval{Site: f.Site, To: f.To, What: scan.Shorten(f.What, 200), Text: scan.Shorten(leaves(f.Form), 2000), Form: shape(f)}
	if q.To == q.Site {
		q.To = ""
	}
	switch {
	case f.Install:
		q.Sink = Install
	case f.Does == Pay, strings.HasPrefix(f.Purpose, "cc-"):
		q.Sink = Pay
	case f.Does == Delete:
		q.Sink = Delete
	case f.Purpose == "new-password", f.Purpose == "permissions":
		q.Sink = Access
	case f.Does == Upload, f.Does == SignIn, f.Does == TakeOver:
		q.Sink = f.Does
	case f.External:
		q.Sink = External
	case f.Download:
		q.Sink = Download
	case f.Does == Foreign:
		q.Sink = Foreign
	default:
		q.Sink = Send
	}
	return q
}
