package category

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
)

func TestOf(t *testing.T) {
	for _, row := range []struct{ sentence, host, blocked, got string }{
		{"a bank", "chase.com", "banking", "banking"},
		{"what is below it", "secure.chase.com", "banking", "banking"},
		{"a name that only ends so", "purchase.com", "banking", ""},
		{"a top-level domain of banks", "some.bank", "banking", "banking"},
		{"another category", "chase.com", "health government", ""},
		{"none is blocked", "chase.com", "", ""},
		{"one of several", "bund.de", "health government", "government"},
		{"a government below a suffix", "www.tax.service.gov.uk", "government", "government"},
		{"a vault", "vault.bitwarden.com", "passwords", "passwords"},
		{"a login", "accounts.google.com", "identity", "identity"},
		{"the rest of its domain", "docs.google.com", "identity", ""},
		{"an address", "127.0.0.1", "banking health identity passwords government", ""},
		{"a blank page", "about:blank", "banking", ""},
		{"nothing", "", "banking", ""},
		{"a name that there is not", "chase.com", "bank", ""},
	} {
		t.Run(row.sentence, func(t *testing.T) { is.New(t).Equal(Of(row.host, strings.Fields(row.blocked)), row.got) })
	}
}

// The lists are in order and in the form that the search needs.
func TestLists(t *testing.T) {
	for _, name := range Names() {
		text := domains(name)
		lines := strings.Split(strings.Trim(text, "\n"), "\n")
		if len(lines) < 24 {
			t.Errorf("%s has %d domains only", name, len(lines))
		}
		if !strings.HasPrefix(text, "\n") || !strings.HasSuffix(text, "\n") || !slices.IsSorted(lines) || len(slices.Compact(slices.Clone(lines))) != len(lines) {
			t.Errorf("%s is not sorted, has a domain twice or does not begin and end with a new line", name)
		}
		for _, l := range lines {
			if strings.ToLower(l) != l || strings.ContainsAny(l, " /:*") || strings.HasPrefix(l, ".") {
				t.Errorf("%s: %q is no canonical domain", name, l)
			}
		}
	}
}
