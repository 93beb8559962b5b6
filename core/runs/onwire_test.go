package runs

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

// TestHeldBy: a kind of act has one name on its way from the wire to the person's question, and
// journals of before, which had others, still say the same.
func TestHeldBy(t *testing.T) {
	for _, row := range []struct {
		wire   protocol.Sink
		before string
		want   risk.Sink
	}{
		{protocol.SinkPay, "pay", risk.Pay},
		{protocol.SinkSend, "send", risk.Send},
		{protocol.SinkDelete, "delete", risk.Delete},
		{protocol.SinkUpload, "hand_over", risk.Upload},
		{protocol.SinkSignIn, "fill_in", risk.SignIn},
		{protocol.SinkTakeOver, "take_over", risk.TakeOver},
		{protocol.SinkForeign, "act", risk.Foreign},
	} {
		t.Run(string(row.wire), func(t *testing.T) {
			is := is.New(t)
			held := HeldBy(&protocol.Error{Held: &protocol.Held{Does: row.wire, Site: "https://a.test", Form: "https://b.test login\nUser: ann"}})
			is.Equal(held.Facts, risk.Facts{Does: row.want, Site: "https://a.test", To: "https://b.test", Purpose: "login", Form: "User: ann"})
			q := held.Facts.Question()
			is.Equal(q.Sink, row.want)
			for _, name := range []string{row.before, string(row.wire)} {
				var kept risk.Facts
				is.True(record.Read([]byte(`{"does":"`+name+`"}`), &kept))
				is.Equal(kept.Does, row.want)
			}
		})
	}
}
