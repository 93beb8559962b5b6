package uid

import (
	"github.com/zapvol/bua/core/scan"
	"strconv"

	"github.com/zapvol/bua/core/protocol"
)

// Format returns the uid with this number.
func Format(n int) string { return "e" + strconv.Itoa(n) }

// Parse returns the number of a uid. Only what [Format] writes is one.
func Parse(s string) (n int, ok bool) {
	if len(s) < 2 || s[0] != 'e' {
		return 0, false
	}
	n, ok = scan.Small(s[1:])
	if !ok || n < 0 || Format(n) != s {
		return 0, false
	}
	return n, true
}

// Check refuses a uid that cannot have been given in a tab whose first free
// number is next. Error: element_stale.
func Check(s string, next int) error {
	n, ok := Parse(s)
	if !ok {
		return protocol.NewError(protocol.CodeElementStale, "this is not an element reference; use a uid as extract lists them, such as e7, or a selector")
	}
	if n >= next {
		return protocol.NewError(protocol.CodeElementStale, "this uid was never given in this tab; extract the page and use a uid from its answer")
	}
	return nil
}
