package model

import "math/bits"

// mark is n letters and digits for a text: the same ones for the same text. Nothing that
// must be kept from anybody depends on it.
func mark(text string, n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	sum := uint64(14695981039346656037) // FNV-1a
	for i := range len(text) {
		sum = (sum ^ uint64(text[i])) * 1099511628211
	}
	sum ^= sum >> 33 // and mixed, since its high bits know little of the last letters
	sum *= 0xff51afd7ed558ccd
	sum ^= sum >> 33
	out := make([]byte, n)
	for i := range out {
		out[i] = letters[sum&31]
		sum = bits.RotateLeft64(sum, -5)
	}
	return string(out)
}
