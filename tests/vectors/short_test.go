package vectors_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// short is what a vector's answer says of text: the text, or of a very long
// one its beginning, length and digest.
func short(text string) string {
	if len(text) <= 2000 {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return text[:60] + "… (" + strconv.Itoa(len(text)) + " bytes, sha256 " + hex.EncodeToString(sum[:8]) + ")"
}
