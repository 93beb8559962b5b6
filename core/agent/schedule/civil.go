package schedule

const (
	minute = 60_000
	hour   = 60 * minute
	day    = 24 * hour
)

// days is the number of a day since 1970 in the Gregorian calendar. Months are 1
// to 12, and more or fewer run over into other years.
func days(year, month, date int) int {
	year += floor(month-1, 12)
	month = mod(month-1, 12) + 1
	if month <= 2 {
		year--
	}
	era := floor(year, 400)
	ofEra := year - era*400
	ofYear := (153*mod(month-3, 12)+2)/5 + date - 1
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719468
}

// civil is the year, the month and the date of a day.
func civil(n int) (year, month, date int) {
	n += 719468
	era := floor(n, 146097)
	ofEra := n - era*146097
	of := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*of + of/4 - of/100)
	m := (5*ofYear + 2) / 153
	year, month = of+era*400, mod(m+2, 12)+1
	if month <= 2 {
		year++
	}
	return year, month, ofYear - (153*m+2)/5 + 1
}

// weekday is 0 for a Monday.
func weekday(n int) int { return mod(n+3, 7) }

func floor(a, b int) int { return (a - mod(a, b)) / b }

func mod(a, b int) int { return (a%b + b) % b }
