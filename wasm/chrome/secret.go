package chrome

import (
	"context"
	"strconv"
)

// HMAC returns HMAC-SHA-256 of data under key, computed by the browser.
func HMAC(ctx context.Context, h Host, key, data []byte) ([]byte, error) {
	return undigits(hmacCall{Key: digits(key), Data: digits(data)}.ask(ctx, h))
}

// Random returns bytes from the browser's cryptographic source.
func Random(ctx context.Context, h Host, bytes int) ([]byte, error) {
	return undigits(randomCall{Bytes: bytes}.ask(ctx, h))
}

// digits writes hex digits; encoding/hex would bring in fmt.
func digits(data []byte) string {
	const all = "0123456789abcdef"
	out := make([]byte, 0, 2*len(data))
	for _, b := range data {
		out = append(out, all[b>>4], all[b&15])
	}
	return string(out)
}

func undigits(text string, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(text)/2)
	for i := range out {
		n, err := strconv.ParseUint(text[2*i:2*i+2], 16, 8)
		if err != nil {
			return nil, errAnswer
		}
		out[i] = byte(n)
	}
	return out, nil
}
