package words

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/schedule"
)

// What the agent in the browser is told of a place's clock is what this machine's table says
// of the same days.
func TestZone(t *testing.T) {
	from := time.Date(2026, 11, 28, 12, 34, 56, 7e6, time.UTC)
	for _, place := range []string{"Local", "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "America/Santiago", "Asia/Tokyo"} {
		t.Run(place, func(t *testing.T) {
			is := is.New(t)
			l, err := time.LoadLocation(place)
			is.NoErr(err)
			var z schedule.Zone
			call(t, "../../offscreen/zone.ts", "zone", &z, strings.TrimPrefix(place, "Local"), from.UnixMilli())
			for at := from.AddDate(0, 0, -2); at.Before(from.AddDate(2, 0, 0)); at = at.Add(30 * time.Minute) {
				_, ahead := at.In(l).Zone()
				if got := z.Local(at.UnixMilli()) - at.UnixMilli(); got != int64(ahead)*1000 {
					t.Fatalf("at %s it is %d s ahead, not %d", at, got/1000, ahead)
				}
			}
			for _, c := range z.Changes {
				start, _ := time.UnixMilli(c.At).In(l).ZoneBounds()
				is.Equal(start.UnixMilli(), c.At) // to the second
			}
		})
	}
}
