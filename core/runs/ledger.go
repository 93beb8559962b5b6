package runs

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/scan"
)

// dateOf is a day as the ledger names it: 2026-11-28.
func dateOf(t time.Time) string {
	y, m, d := t.Date()
	return strconv.Itoa(y) + "-" + twoDigits(int(m)) + "-" + twoDigits(d)
}

func twoDigits(n int) string { return strconv.Itoa(100 + n)[1:] }

// dollars writes millionths of one with two places.
func dollars(millionths int64) string {
	cents := (millionths + 5000) / 10000
	return strconv.FormatInt(cents/100, 10) + "." + twoDigits(int(cents%100))
}

// appendDay writes what was paid on a day, by model.
func appendDay(dst []byte, day map[string]int64) []byte {
	dst = append(dst, '{')
	for i, model := range slices.Sorted(maps.Keys(day)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(scan.AppendQuote(dst, model), ':')
		dst = strconv.AppendInt(dst, day[model], 10)
	}
	return append(dst, '}')
}

// readDay reads what appendDay writes.
func readDay(data []byte) (map[string]int64, bool) {
	if fault, _ := scan.Check(data, 2); fault != scan.Fine {
		return nil, false
	}
	day, c := map[string]int64{}, scan.Cursor{Data: data}
	if !c.Eat('{') {
		return nil, false
	}
	for {
		model, more := c.Member()
		if !more {
			return day, true
		}
		paid, ok := scan.Int(string(c.Skip()))
		if !ok {
			return nil, false
		}
		day[string(model)] = paid
	}
}
