package protocol

import "bytes"

// integer reads a JSON number exactly. JSON has one kind of number, and
// neither JavaScript nor a model can be held to the spelling: 42, 42.0 and
// 4.2e1 are the same integer. whole is false when there is a fraction, fits is
// false when the number has more than 18 digits.
func integer(lit []byte) (n int64, whole, fits bool) {
	exp := 0
	if i := bytes.IndexAny(lit, "eE"); i >= 0 {
		exp, lit = exponent(lit[i+1:]), lit[:i]
	}
	// digits counts the significant ones; zeros are seen, but count only when
	// another digit follows them.
	digits, zeros, point := 0, 0, false
	for _, b := range lit {
		point = point || b == '.'
		if b < '0' || b > '9' {
			continue
		}
		if point {
			exp--
		}
		if b == '0' {
			if digits > 0 {
				zeros++
			}
			continue
		}
		digits += zeros + 1
		if digits <= 18 {
			n = n*power(zeros+1) + int64(b-'0')
		}
		zeros = 0
	}
	exp += zeros
	switch {
	case digits == 0:
		return 0, true, true
	case exp < 0:
		return 0, false, false
	case digits+exp > 18:
		return 0, true, false
	case lit[0] == '-':
		n = -n
	}
	return n * power(exp), true, true
}

// power returns ten to the n, for n up to 18.
func power(n int) int64 {
	p := int64(1)
	for ; n > 0; n-- {
		p *= 10
	}
	return p
}

// exponent reads what follows the e. It stops counting where no message is
// long enough to bring the number back into range.
func exponent(lit []byte) int {
	n := 0
	for _, b := range lit {
		if b >= '0' && b <= '9' {
			n = min(n*10+int(b-'0'), 100_000_000)
		}
	}
	if len(lit) > 0 && lit[0] == '-' {
		return -n
	}
	return n
}
