package app

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/core/agent/schedule"
)

// zones are the clocks of the world by this machine's table. It implements [jobs.Zones].
type zones struct{}

func (zones) Here() string {
	if name := placeName(os.Getenv("TZ"), "/etc/localtime"); name != "Local" {
		return name
	}
	return ""
}

func (zones) Zone(place string, at int64) (schedule.Zone, error) {
	l, err := time.LoadLocation(cmp.Or(place, "Local"))
	if err != nil {
		return schedule.Zone{}, err
	}
	return zoneOf(l, at), nil
}

// atHome is where this machine is, and what its clock shows.
func atHome(now time.Time) (string, schedule.Zone) {
	return placeName(os.Getenv("TZ"), "/etc/localtime"), zoneOf(time.Local, now.UnixMilli())
}

// placeName is the name of this machine's place, as the table of time zones has it;
// Local where the system does not say, which is a name for the same.
func placeName(tz, link string) string {
	name := strings.TrimPrefix(tz, ":")
	if name == "" {
		if file, err := filepath.EvalSymlinks(link); err == nil {
			_, name, _ = strings.Cut(filepath.ToSlash(file), "/zoneinfo/")
		}
	}
	if _, err := time.LoadLocation(name); err != nil || name == "" {
		return "Local"
	}
	return name
}

// zoneOf is what the clock shows in a place around a time.
func zoneOf(l *time.Location, now int64) (z schedule.Zone) {
	at, last := time.UnixMilli(now).AddDate(0, 0, -2), time.UnixMilli(now).AddDate(2, 0, 0)
	_, z.Offset = at.In(l).Zone()
	for {
		_, end := at.In(l).ZoneBounds()
		if end.IsZero() || end.After(last) {
			return z
		}
		_, offset := end.In(l).Zone()
		z.Changes = append(z.Changes, schedule.Change{At: end.UnixMilli(), Offset: offset})
		at = end
	}
}
