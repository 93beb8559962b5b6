package jobs_test

import (
	"encoding/json"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
)

// When a planned task is due, in the words of its request.
func TestTime(t *testing.T) {
	for _, row := range []struct{ body, want string }{
		{`{}`, "now"},
		{`{"in":90}`, "once"},
		{`{"every":30}`, "every 30 minutes"},
		{`{"time":"9:00","zone":"Europe/Berlin"}`, "every day at 09:00 Europe/Berlin"},
		{`{"time":"23:59","days":"mon-fri","zone":"UTC"}`, "Monday to Friday at 23:59 UTC"},
		{`{"time":"08:30","dayOfMonth":31,"zone":"UTC"}`, "on day 31 of each month at 08:30 UTC"},
		{`{"time":"09:00","date":"2026-12-01","zone":"UTC"}`, "on 2026-12-01 at 09:00 UTC"},
		{`{"in":90,"every":5}`, ""},
		{`{"every":5,"time":"09:00"}`, ""},
		{`{"days":"mon"}`, ""},
		{`{"days":"mon","dayOfMonth":1,"time":"09:00"}`, ""},
		{`{"time":"9"}`, ""},
		{`{"time":"09:00","days":"monday to friday"}`, ""},
		{`{"time":"09:00","date":"1.12.2026"}`, ""},
	} {
		t.Run(row.body, func(t *testing.T) {
			is := is.New(t)
			var at jobs.Time
			is.NoErr(json.Unmarshal([]byte(row.body), &at))
			w, err := at.When(1_795_000_000_000)
			if row.want == "" {
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				return
			}
			is.NoErr(err)
			is.Equal(w.Sentence(), row.want)
		})
	}
}
