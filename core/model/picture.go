package model

import (
	"encoding/base64"

	"github.com/zapvol/bua/core/agent/chat"
)

type colour struct {
	name string
	rgb  string
}

// colours are those of the picture that a probe shows.
var colours = [...]colour{
	{"red", "\xdc\x00\x00"}, {"green", "\x00\xa0\x00"}, {"blue", "\x00\x00\xe6"},
	{"yellow", "\xfa\xdc\x00"}, {"black", "\x00\x00\x00"}, {"white", "\xff\xff\xff"},
}

// What a PNG of two halves is made of. All such pictures differ in two colours alone, so
// only these are written.
const (
	pngHead  = "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x80\x00\x00\x00\x80\x01\x03\x00\x00\x00\xf9\xf0\xf3\x88"
	pngRows  = "\x00\x00\x00\x21\x49\x44\x41\x54\x78\xda\x63\x60\x80\x82\xff\x50\xc0\x30\x2a\x30\x2a\x30\x2a\x30\x2a\x30\x2a\x30\x2a\x30\x2a\x30\x2a\x40\x5b\x01\x00\x15\xa0\xfc\x2e\xe2\x32\x51\xbe"
	pngEnd   = "\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82"
	pngWidth = 128
)

// twoColours is a picture of two halves, large enough for every model that sees.
func twoColours(left, right int) chat.Picture {
	chunk := append([]byte("PLTE"), colours[left].rgb...)
	chunk = append(chunk, colours[right].rgb...)
	sum := crc32(chunk)
	png := append([]byte(pngHead), 0, 0, 0, byte(len(chunk)-4))
	png = append(append(png, chunk...), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
	png = append(append(png, pngRows...), pngEnd...)
	return chat.Picture{ID: "probe", MIME: "image/png", Data: base64.StdEncoding.EncodeToString(png), Width: pngWidth, Height: pngWidth}
}

// crc32 is the sum that each part of a PNG ends with.
func crc32(data []byte) uint32 {
	sum := ^uint32(0)
	for _, b := range data {
		sum ^= uint32(b)
		for range 8 {
			sum = sum>>1 ^ 0xedb88320&-(sum&1)
		}
	}
	return ^sum
}
