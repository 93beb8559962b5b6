package doctor

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
)

// devices looks at each paired browser. One that is connected is enough.
func (b *backend) devices(s httpapi.Status) []Finding {
	const check = "device"
	if len(s.Devices) == 0 {
		return []Finding{wrong(check, "no browser is paired", "bua pair connects one")}
	}
	connected := slices.ContainsFunc(s.Devices, func(d httpapi.Device) bool { return d.Connected })
	var list []Finding
	for _, d := range s.Devices {
		name := label(d)
		switch {
		case d.Connected && d.Version != "" && d.Version != s.Version && s.Version != "dev":
			list = append(list, wrong(check, name+" is connected with extension "+plain(d.Version)+", the backend is "+s.Version,
				"update the extension (bua extension --out writes it; then Reload in chrome://extensions)"))
		case d.Connected && d.Version != "":
			list = append(list, ok(check, name+" is connected, extension "+plain(d.Version)))
		case d.Connected:
			list = append(list, ok(check, name+" is connected"))
		case connected:
			list = append(list, note(check, name+" is not connected, "+seen(d.LastSeen), "open that browser, or forget it with bua devices revoke "+d.ID))
		default:
			list = append(list, wrong(check, name+" is not connected, "+seen(d.LastSeen), "open that browser; if it runs, the extension's popup says why, and bua pair pairs it again"))
		}
	}
	return list
}

func label(d httpapi.Device) string {
	if d.Name == "" {
		return d.ID
	}
	return strconv.Quote(plain(d.Name)) + " (" + d.ID + ")"
}

// plain keeps control characters of what a browser says of itself from the
// terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r <= 0x9f {
			return '?'
		}
		return r
	}, s)
}

func seen(t time.Time) string {
	if t.IsZero() {
		return "not seen since the backend started"
	}
	return "last seen " + t.Local().Format(time.DateTime)
}
