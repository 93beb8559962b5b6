package link

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// A reject says its reason; one of a backend that is too old for it is
// understood by version and code.
func TestWhyRejected(t *testing.T) {
	for _, row := range []struct {
		name, text string
		want       protocol.Reason
	}{
		{"a reason", `"requiredMinProtocolVersion":4,"error":{"code":"invalid_action","message":"m","reason":"not_paired"}`, protocol.ReasonNotPaired},
		{"a reason of a later build", `"requiredMinProtocolVersion":4,"error":{"code":"invalid_action","message":"m","reason":"out_of_favour"}`, protocol.ReasonRefused},
		{"a later protocol, whatever the reason", `"requiredMinProtocolVersion":5,"error":{"code":"invalid_action","message":"m","reason":"version"}`, protocol.ReasonOldExtension},
		{"an older backend's clock", `"requiredMinProtocolVersion":4,"error":{"code":"timeout","message":"m"}`, protocol.ReasonClock},
		{"an older backend", `"requiredMinProtocolVersion":4,"error":{"code":"invalid_action","message":"m"}`, protocol.ReasonRefused},
		{"a backend of before version 4", `"requiredMinProtocolVersion":3,"error":{"code":"invalid_action","message":"m"}`, protocol.ReasonVersion},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			msg, err := protocol.Decode([]byte(`{"type":"reject",` + row.text + `}`))
			is.NoErr(err)
			reject, ok := msg.(protocol.Reject)
			is.True(ok)
			is.Equal(reasonRejected(reject).code, row.want)
			is.True(reasonRejected(reject).text != "") // a sentence for every one
		})
	}
}

// What a code was refused for; an older backend's answer is understood by its
// status.
func TestWhyUnpaired(t *testing.T) {
	for _, row := range []struct {
		name   string
		status int
		body   string
		want   protocol.Reason
	}{
		{"no answer", 0, ``, protocol.ReasonNoBackend},
		{"a reason", 403, `{"error":{"code":"invalid_action","message":"m","field":"code","reason":"code_used"}}`, protocol.ReasonCodeUsed},
		{"a reason of a later build", 403, `{"error":{"code":"invalid_action","message":"m","field":"code","reason":"out_of_favour"}}`, protocol.ReasonRefused},
		{"an older backend's wrong code", 403, `{"error":{"code":"invalid_action","message":"m","field":"code"}}`, protocol.ReasonCodeWrong},
		{"an older backend's full list", 409, `{"error":{"code":"invalid_action","message":"m"}}`, protocol.ReasonFull},
		{"an older backend's limit", 429, `{"error":{"code":"invalid_action","message":"m"}}`, protocol.ReasonTooMany},
		{"another origin", 403, `{"error":{"code":"invalid_action","message":"m","field":"Origin"}}`, protocol.ReasonRefused},
		{"another program", 404, `<html>`, protocol.ReasonRefused},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got := reasonUnpaired(Redeemed{Status: row.status, Body: []byte(row.body)})
			is.Equal(got.code, row.want)
			is.True(got.text != "")
		})
	}
}
