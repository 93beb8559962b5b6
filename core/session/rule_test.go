package session_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

func TestRule(t *testing.T) {
	for _, row := range []struct {
		sentence, entry string
		blocks, allows  string
	}{
		{"a domain covers itself and what is below it", "bank.example",
			"bank.example www.bank.example a.b.bank.example", "xbank.example bank.example.evil.test example bank.example2"},
		{"an exact host covers itself only", "=www.bank.example", "www.bank.example", "bank.example a.www.bank.example"},
		{"a wildcard covers what is below, not the domain", "*.bank.example", "www.bank.example a.b.bank.example", "bank.example xbank.example"},
		{"a wildcard may cover a top-level domain when it is explicit", "*.zip", "a.zip b.a.zip", "zip a.zipp"},
		{"an exact single label covers that host", "=wiki", "wiki", "a.wiki wiki.example"},
		{"localhost is a host like any other", "localhost", "localhost a.localhost", "localhost.example"},
		{"a star covers every host and not the blank page", "*", "a.example 127.0.0.1 [::1]", "about:blank"},
		{"an entry is canonical: case", "BANK.Example", "bank.example www.bank.example", "xbank.example"},
		{"an entry is canonical: trailing dot", "bank.example.", "bank.example", "bank.example.x"},
		{"an entry is canonical: other scripts", "bücher.example", "xn--bcher-kva.example www.xn--bcher-kva.example", "bucher.example"},
		{"an entry is canonical: punycode", "xn--bcher-kva.example", "xn--bcher-kva.example", "bcher-kva.example"},
		{"blanks around an entry do not count", "  bank.example\n", "bank.example", "example"},
		{"scheme, port and path do not count", "https://bank.example:8443/login?x", "bank.example www.bank.example", "login"},
		{"a port alone does not count", "bank.example:8443", "bank.example", "8443"},
		{"an IPv4 address means itself", "10.0.0.1", "10.0.0.1", "110.0.0.1 0.0.1 10.0.0.10"},
		{"every spelling of an address is the same", "0x7f.1", "127.0.0.1 [::ffff:7f00:1]", "127.0.0.2"},
		{"an IPv6 address needs no brackets", "2001:db8::0:1", "[2001:db8::1]", "[2001:db8::2]"},
		{"an IPv6 address may have brackets", "[::1]", "[::1]", "[::2] 0.0.0.1"},
		{"an address is also where a gateway between IPv4 and IPv6 leads", "93.184.216.34",
			"[64:ff9b::5db8:d822] [::ffff:0:5db8:d822] [::ffff:5db8:d822]", "[64:ff9b::5db8:d823] [64:ff9b:1::5db8:d822] [2606:4700::5db8:d822]"},
		{"nor does an entry in a gateway's spelling stand for that alone", "64:ff9b::93.184.216.34", "93.184.216.34 [64:ff9b::5db8:d822]", "93.184.216.35"},
		{"an address wrapped in IPv6 is that address", "::ffff:10.0.0.1", "10.0.0.1 [::ffff:a00:1]", "[::a00:1]"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r, err := session.ParseRule(coretest.Names{}, row.entry)
			is.NoErr(err)
			for _, domain := range strings.Fields(row.blocks) {
				if !r.Match(domain) {
					t.Errorf("%q does not cover %s", row.entry, domain)
				}
			}
			for _, domain := range strings.Fields(row.allows) {
				if r.Match(domain) {
					t.Errorf("%q covers %s", row.entry, domain)
				}
			}
		})
	}
}

func TestParseRule_Refuses(t *testing.T) {
	for _, row := range []struct{ sentence, entry, says string }{
		{"a bare top-level domain", "com", "=com"},
		{"a bare name", "wiki", "*.wiki"},
		{"nothing", "", "example.com"},
		{"an equals sign alone", "=", "example.com"},
		{"a star below nothing", "*.", "example.com"},
		{"a star in the middle", "www.*.com", "example.com"},
		{"a star at the end", "example.*", "example.com"},
		{"what is below an address", "*.10.0.0.1", "address alone"},
		{"blanks within", "bank example.com", "example.com"},
		{"a URL without a host", "https://", "example.com"},
		{"another scheme", "file:///etc/passwd", "example.com"},
		{"a blank page", "about:blank", "example.com"},
		{"a broken address", "1.2.3.4.5", "example.com"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			_, err := session.ParseRule(coretest.Names{}, row.entry)
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			if !strings.Contains(err.Error(), row.says) {
				t.Errorf("%v does not say %q", err, row.says)
			}
		})
	}
}
