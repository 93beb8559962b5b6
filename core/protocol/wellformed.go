package protocol

import (
	"strconv"
	"unicode/utf8"

	"github.com/zapvol/bua/core/scan"
)

// judge says what is wrong with data as JSON text, "" for nothing. Whatever
// reads data after it may rely on the syntax, on valid UTF-8 and on every name
// standing once in its object. It says where, and never what stood there: a
// result is made of page content.
func judge(data []byte) string {
	if !utf8.Valid(data) {
		return "is not valid UTF-8 at byte " + strconv.Itoa(firstInvalid(data))
	}
	fault, at := scan.Check(data, MaxDepth)
	switch fault {
	case scan.Fine:
		return ""
	case scan.Empty:
		return "is empty"
	case scan.Deep:
		return "nests deeper than " + strconv.Itoa(MaxDepth) + " levels: flatten it"
	case scan.Twice:
		return "has a name twice in one object, at byte " + strconv.Itoa(at) + ": keep one"
	case scan.Short:
		return "ends too early, at byte " + strconv.Itoa(len(data))
	case scan.Trailing:
		return "has something after its end, at byte " + strconv.Itoa(at)
	}
	return "is not valid JSON at byte " + strconv.Itoa(at)
}

func firstInvalid(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}
