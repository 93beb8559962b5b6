//go:build !tinygo

package protocol

import (
	"strings"
	"unicode"
)

// Shown is the agent's name for the person's eyes: on one line, and no longer than the wire
// takes.
func (c Caller) Shown() string {
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(c.Agent, ""))
	if len(name) > MaxName {
		name = strings.ToValidUTF8(name[:MaxName], "")
	}
	return name
}
