package debugger

import "github.com/go-json-experiment/json/jsontext"

// wellFormed mends lone surrogates, which JavaScript's strings may hold and
// the wire refuses. v is changed in place.
func wellFormed(v jsontext.Value) jsontext.Value {
	for i := 0; i+5 < len(v); i++ {
		if v[i] != '\\' {
			continue
		}
		if v[i+1] != 'u' {
			i++ // an escape of another kind, maybe of the backslash itself
			continue
		}
		switch surrogate(v, i) {
		case 1:
			if surrogate(v, i+6) == 2 {
				i += 11
				continue
			}
			fallthrough
		case 2:
			copy(v[i+2:], "fffd")
		}
		i += 5
	}
	return v
}

// surrogate tells what the escape at i is: 1 a high, 2 a low surrogate, 0
// anything else.
func surrogate(v []byte, i int) int {
	if i+5 >= len(v) || v[i] != '\\' || v[i+1] != 'u' || v[i+2]|0x20 != 'd' {
		return 0
	}
	switch c := v[i+3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return 1
	case c >= 'c' && c <= 'f':
		return 2
	}
	return 0
}
