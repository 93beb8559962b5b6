package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// When a planned task is due, in the words of its request.
func TestPlannedTask_When(t *testing.T) {
	now := time.UnixMilli(1_795_000_000_000)
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
			var p plannedTask
			is.NoErr(json.Unmarshal([]byte(row.body), &p))
			w, err := p.when(now)
			if row.want == "" {
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				return
			}
			is.NoErr(err)
			is.Equal(w.Sentence(), row.want)
		})
	}
}

// The place is named as the table of time zones names it, or not at all.
func TestPlaceName(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "zoneinfo", "Europe", "Berlin")
	is.NoErr(os.MkdirAll(filepath.Dir(file), 0o700))
	is.NoErr(os.WriteFile(file, nil, 0o600))
	link := filepath.Join(dir, "localtime")
	is.NoErr(os.Symlink(file, link))
	is.Equal(placeName("", link), "Europe/Berlin")
	is.Equal(placeName("Asia/Tokyo", link), "Asia/Tokyo")
	is.Equal(placeName(":Asia/Tokyo", link), "Asia/Tokyo")
	is.Equal(placeName("CET-1CEST", link), "Local")
	is.Equal(placeName("", filepath.Join(dir, "none")), "Local")
	is.Equal(placeName("", file[:len(file)-1]), "Local")
}
