package chrome

import (
	"strconv"

	"github.com/zapvol/bua/core/scan"
)

// AppendText appends a string after what stands before it; invalid UTF-8
// becomes U+FFFD.
func AppendText(dst []byte, before, value string) []byte {
	return scan.AppendQuote(append(dst, before...), value)
}

// AppendInt appends a number.
func AppendInt(dst []byte, before string, value int64) []byte {
	return strconv.AppendInt(append(dst, before...), value, 10)
}

// AppendBool appends true or false.
func AppendBool(dst []byte, before string, value bool) []byte {
	return strconv.AppendBool(append(dst, before...), value)
}

// AppendJSON appends what is JSON already; none becomes null.
func AppendJSON(dst []byte, before string, value JSON) []byte {
	if len(value) == 0 {
		value = JSON("null")
	}
	return append(append(dst, before...), value...)
}
