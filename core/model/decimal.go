package model

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// decimal writes n with so many digits behind the point, of which no zero stands last.
func decimal(n int64, digits int) value {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	text := strconv.FormatInt(n, 10)
	for len(text) <= digits {
		text = "0" + text
	}
	whole, part := text[:len(text)-digits], text[len(text)-digits:]
	for len(part) > 0 && part[len(part)-1] == '0' {
		part = part[:len(part)-1]
	}
	if part != "" {
		part = "." + part
	}
	return value(sign + whole + part)
}

// undecimal reads a number that is not below zero and below a million millions, times ten
// to the power of digits and rounded; false for any other text.
func undecimal(text string, digits int) (n int64, ok bool) {
	mantissa, shift, seen, behind := int64(0), digits, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			seen++
			if behind {
				shift--
			}
			if mantissa < 1e16 {
				mantissa = mantissa*10 + int64(c-'0')
			} else {
				shift++ // it is of no weight
			}
		case c == '.' && !behind && seen > 0:
			behind = true
		case (c == 'e' || c == 'E') && seen > 0:
			power, ok := scan.Small(strings.TrimPrefix(text[i+1:], "+"))
			if !ok || power > 30 || power < -30 {
				return 0, false
			}
			shift, i = shift+power, len(text)
		default:
			return 0, false
		}
	}
	for ; shift > 0 && mantissa < 1e17; shift-- {
		mantissa *= 10
	}
	half := false
	for ; shift < 0; shift++ {
		half = mantissa%10 >= 5
		mantissa /= 10
	}
	if half {
		mantissa++
	}
	return mantissa, seen > 0 && shift == 0 && mantissa < 1e18
}
