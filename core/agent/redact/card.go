package redact

import "strings"

// cards takes out numbers of payment cards: digits in one run, or in groups as
// cards have them printed.
func cards(s string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if !digit(s[i]) {
			i++
			continue
		}
		from, to, count, groups := i, i, 0, ""
		var digits [20]byte
		for i < len(s) && (digit(s[i]) || (s[i] == ' ' || s[i] == '-') && i+1 < len(s) && digit(s[i+1])) {
			switch {
			case count > 19: // no card's, however it goes on
			case digit(s[i]):
				digits[count] = s[i]
				count++
			default:
				groups += string(rune('a' + count)) // where it is parted
			}
			i++
			to = i
		}
		if from > 0 && (word(s[from-1]) || s[from-1] == '.' || s[from-1] == ',') || to < len(s) && word(s[to]) {
			continue // part of something longer
		}
		if count < 20 && printed(groups) && card(string(digits[:count])) {
			b.WriteString(s[done:from] + Card)
			done = to
		}
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// printed reports whether groups end where those of a card do: nowhere, after each
// four digits, or after four and ten.
func printed(groups string) bool {
	switch groups {
	case "", "eim", "eimq", "ek":
		return true
	}
	return false
}

// card reports whether digits are a card's number: an issuer's range and length,
// and the check digit.
func card(d string) bool {
	if len(d) < 13 || len(d) > 19 {
		return false
	}
	two, four := number(d[:2]), number(d[:4])
	n, ok := len(d), false
	switch {
	case d[0] == '4':
		ok = n == 13 || n == 16 || n == 19
	case two >= 51 && two <= 55, four >= 2221 && four <= 2720:
		ok = n == 16
	case two == 34 || two == 37:
		ok = n == 15
	case two == 36 || two == 38 || two == 39 || four >= 3000 && four <= 3059:
		ok = n == 14 || n == 16
	case four >= 3528 && four <= 3589, two == 35, two == 62, two == 65, four == 6011, four >= 6440 && four <= 6499, two == 50, two >= 56 && two <= 58, two == 63, two == 67:
		ok = n >= 16
	}
	return ok && luhn(d) && strings.Trim(d, d[:1]) != ""
}

func number(d string) (n int) {
	for i := range len(d) {
		n = n*10 + int(d[i]-'0')
	}
	return n
}

// luhn reports whether the last digit is the check digit of the others.
func luhn(d string) bool {
	sum := 0
	for i := range len(d) {
		n := int(d[len(d)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}
