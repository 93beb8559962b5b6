package link

import "strings"

const hexDigits = "0123456789abcdef"

// encodeHex is here because encoding/hex brings fmt into the worker.
func encodeHex(b []byte) string {
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, hexDigits[c>>4], hexDigits[c&15])
	}
	return string(out)
}

// decodeHex returns nil unless s is n lower-case hex digits.
func decodeHex(s string, n int) []byte {
	if !isHex(s, n) {
		return nil
	}
	out := make([]byte, 0, n/2)
	for i := 0; i+1 < len(s); i += 2 {
		out = append(out, byte(strings.IndexByte(hexDigits, s[i])<<4|strings.IndexByte(hexDigits, s[i+1])))
	}
	return out
}

func isHex(s string, n int) bool { return len(s) == n && only(s, hexDigits) }

// sameText compares without telling by its time where the difference is.
func sameText(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var d byte
	for i := 0; i < len(a); i++ {
		d |= a[i] ^ b[i]
	}
	return d == 0
}
