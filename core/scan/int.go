package scan

// Int reads a decimal integer that fits 18 digits, with an optional minus;
// false for any other text. strconv's own carries the text of its errors into
// the worker.
func Int(text string) (n int64, ok bool) {
	digits := text
	if len(text) > 0 && text[0] == '-' {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for i := 0; i < len(digits); i++ {
		d := digits[i]
		if d < '0' || d > '9' {
			return 0, false
		}
		n = n*10 + int64(d-'0')
	}
	if len(digits) < len(text) {
		n = -n
	}
	return n, true
}

// Small reads an integer of at most 31 bits, which is an int in the worker
// too; 0 and false for any other text.
func Small(text string) (n int, ok bool) {
	wide, ok := Int(text)
	if !ok || wide >= 1<<31 || wide <= -1<<31 {
		return 0, false
	}
	return int(wide), true
}
