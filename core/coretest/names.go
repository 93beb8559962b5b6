package coretest

import "strings"

// Names is a [session.IDNA] that knows one script: umlauts.
type Names struct{}

// ASCII implements [session.IDNA].
func (Names) ASCII(host string) (string, bool) {
	return strings.NewReplacer("bücher", "xn--bcher-kva", "BÜCHER", "xn--bcher-kva", "。", ".").Replace(host), !strings.Contains(host, "\ufffd")
}
