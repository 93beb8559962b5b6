package direct

import (
	"strings"

	"golang.org/x/net/idna"
)

// Names is core's port to hosts of other scripts. It is x/net/idna, set as the
// URL standard says; tests/hosts compares it with the browser, character by
// character.
type Names struct{}

// ASCII returns a host as the browser writes it. It refuses more than the
// browser does: characters younger than the tables of this Go, and ẞ, which the
// standard has mapped to ß since Unicode 15.1 and to ss before. Either could be
// the blocked one.
func (Names) ASCII(host string) (string, bool) {
	if strings.ContainsRune(host, 'ẞ') {
		return "", false
	}
	name, err := idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.BidiRule(), idna.VerifyDNSLength(true)).ToASCII(host)
	return name, err == nil
}
