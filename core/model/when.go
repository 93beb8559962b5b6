package model

import "strings"

// seconds reads a time such as "3", "3.5" or "3s" as milliseconds, 0 for any other text.
func seconds(text string) int64 {
	if n, ok := undecimal(strings.TrimSuffix(text, "s"), 3); ok {
		return min(n, 1e12)
	}
	return 0
}

// moment reads a date as HTTP writes it, "Sun, 06 Nov 1994 08:49:37 GMT", in milliseconds
// since 1970; 0 for any other text.
func moment(text string) int64 {
	part := strings.Split(text, " ")
	if len(part) != 6 || part[5] != "GMT" {
		return 0
	}
	const months = "JanFebMarAprMayJunJulAugSepOctNovDec"
	at := strings.Index(months, part[2])
	clock := strings.Split(part[4], ":")
	if len(part[2]) != 3 || at < 0 || at%3 != 0 || len(clock) != 3 {
		return 0
	}
	var n [5]int64 // day, year, hour, minute, second
	for i, digits := range []string{part[1], part[3], clock[0], clock[1], clock[2]} {
		v, ok := undecimal(digits, 0)
		if !ok || v > 9999 {
			return 0
		}
		n[i] = v
	}
	// A year is begun in March, so that the day that some have is their last.
	month, year := int64(at/3)+1, n[1]
	if month < 3 {
		month, year = month+12, year-1
	}
	days := 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + n[0] - 1 - 719468
	return (((days*24+n[2])*60+n[3])*60 + n[4]) * 1000
}
