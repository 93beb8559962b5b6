package adapter_test

import (
	"os"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/coretest"
)

// builtIn are the notes for sites that bua comes with.
func builtIn(t *testing.T) []adapter.Site {
	t.Helper()
	text, err := os.ReadFile("../../../backend/app/sites.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := adapter.Parse(coretest.Names{}, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What the built-in table has to be: enough sites, short notes, hosts as the
// browser spells them, none named twice.
func TestBuiltIn(t *testing.T) {
	is := is.New(t)
	all := builtIn(t)
	is.True(len(all) >= 58)
	t.Log(len(all), "sites")
	names, hosts, confirm := map[string]bool{}, map[string]bool{}, 0
	for _, s := range all {
		if names[s.Name] || s.Name == "" {
			t.Errorf("%q is there twice", s.Name)
		}
		names[s.Name] = true
		if len(s.Notes) < 4 || len(s.Notes) > 8 {
			t.Errorf("%s has %d notes", s.Name, len(s.Notes))
		}
		for _, h := range s.Hosts {
			if hosts[h] {
				t.Errorf("%s is named twice", h)
			}
			hosts[h] = true
			address := "https://" + strings.Replace(h, "*.", "any.", 1)
			if got, ok := adapter.Find(all, address); !ok || got.Name != s.Name {
				t.Errorf("%s finds %q, not %q", address, got.Name, s.Name)
			}
		}
		if s.Confirm {
			confirm++
		}
	}
	is.True(confirm >= 10)
}

func TestFind(t *testing.T) {
	all := builtIn(t)
	for _, row := range []struct {
		address string
		want    string // a site's name, "" for none
	}{
		{"https://mail.google.com/mail/u/0/#inbox", "Gmail"},
		{"https://MAIL.GOOGLE.COM/mail", "Gmail"},
		{"https://mail.google.com./mail", "Gmail"}, // the same host, with its dot
		{"https://mail.google.com:443/", "Gmail"},
		{"https://github.com/", "GitHub"},
		{"https://www.github.com/", "GitHub"},
		{"https://gist.github.com/x", "GitHub Gist"},
		{"https://docs.google.com/spreadsheets/d/1", "Google Sheets"},
		{"https://docs.google.com/document/d/1?x=/spreadsheets/", "Google Docs"},
		{"https://de.wikipedia.org/wiki/Rom", "Wikipedia"},
		{"https://www.google.com/search?q=x", "Google Search"},
		{"https://www.google.com/maps/place/x", "Google Maps"},
		{"https://team.atlassian.net/wiki/x", "Confluence"},
		{"https://team.atlassian.net/browse/A-1", "Jira"},

		// what only looks like one of them
		{"https://mail.google.com.evil.test/", ""},
		{"https://mail-google.com/", ""},
		{"https://xmail.google.com/", ""},
		{"https://evil.test/mail.google.com", ""},
		{"https://evil.test/?u=https://mail.google.com/", ""},
		{"https://evil.test/#https://mail.google.com/", ""},
		{"https://mail.google.com@evil.test/", ""},
		{"https://mail.google.com%2eevil.test/", ""},
		{"https://mail.google.com\\.evil.test/", "Gmail"}, // the browser ends the host at the backslash, too
		{"https://a.mail.google.com/", ""},
		{"https://mail.google.co/", ""},
		{"https://mail.google.comx/", ""},
		{"https://google.com/", ""},
		{"https://github.com.io/", ""},
		{"https://evilgithub.com/", ""},
		{"https://github.co/", ""},
		{"https://git-hub.com/", ""},
		{"https://evil.github.com/", ""},
		{"https://www.www.github.com/", ""},
		{"https://evilwikipedia.org/", ""},
		{"https://wikipedia.org.evil.test/", ""},
		{"https://de.wikipedia.org.evil.test/", ""},
		{"https://docs.google.com/spreadsheetsx/d/1", ""},
		{"https://docs.google.com/", ""},
		{"https://p\u0430ypal.com/", ""},   // a Cyrillic a
		{"https://xn--pypal-4ve.com/", ""}, // the same, as the browser spells it
		{"https://g\u00edthub.com/", ""},   // í
		{"https://xn--gthub-jza.com/", ""}, //
		{"https://\u0262ithub.com/", ""},   // ɢ
		{"https://paypa1.com/", ""},        // a one
		{"https://paypal.com.evil.test/signin", ""},
		{"https://paypal-secure.com/", ""},
		{"https://secure.paypal.com/", ""},
		{"https://github.com:8443/", ""},
		{"file:///github.com/", ""},
		{"javascript://github.com/%0aalert(1)", ""},
		{"about:blank", ""},
		{"github.com", ""},
		{"", ""},
		// letters that the browser takes for the plain ones: it writes those, so nothing
		// but a browser's address is known
		{"https://\uff47ithub.com/", ""},
		{"https://github\u3002com/", ""},
		{"https://git\u00adhub.com/", ""},
	} {
		t.Run(row.address, func(t *testing.T) {
			s, _ := adapter.Find(all, row.address)
			is.New(t).Equal(s.Name, row.want)
		})
	}
}

func TestFind_OwnFirst(t *testing.T) {
	is := is.New(t)
	own, err := adapter.Parse(coretest.Names{}, "name: Ours\nhosts: github.com/ours, wiki.example.com\n- Read the readme first.\n")
	is.NoErr(err)
	s, _ := adapter.Find(append(own, builtIn(t)...), "https://github.com/ours/x")
	is.Equal(s.Name, "Ours")
	s, _ = adapter.Find(append(own, builtIn(t)...), "https://github.com/oursx")
	is.Equal(s.Name, "GitHub")
	s, _ = adapter.Find(own, "https://wiki.example.com/")
	is.Equal(s.Text(), "Ours:\n- Read the readme first.")
}

func TestFind_MoneyIsConfirmed(t *testing.T) {
	is := is.New(t)
	all := builtIn(t)
	for _, a := range []string{"https://www.paypal.com/", "https://secure.chase.com/x", "https://dashboard.stripe.com/", "https://www.coinbase.com/"} {
		s, ok := adapter.Find(all, a)
		is.True(ok && s.Confirm) // a
	}
	s, _ := adapter.Find(all, "https://github.com/")
	is.True(!s.Confirm)
}

func TestParse(t *testing.T) {
	const site = "name: Wiki\nhosts: wiki.example.com\n- One.\n"
	for _, row := range []struct {
		sentence string
		text     string
		code     adapter.Code
		line     int
	}{
		{"one site", site, "", 0},
		{"two, with remarks and empty lines", "# ours\n\n" + site + "\nname: Shop\nhosts: shop.example.com, *.shop.example.com/a\tb.example\nconfirm: yes\n- Two.\r\n", "", 0},
		{"nothing", "", "", 0},
		{"notes before a name", "- One.\n", adapter.CodeName, 1},
		{"hosts before a name", "\nhosts: a.example\n", adapter.CodeName, 2},
		{"an empty name", "name:\n", adapter.CodeName, 1},
		{"no hosts", "name: A\n- One.\n" + site, adapter.CodeHost, 1},
		{"no notes", site + "name: B\nhosts: b.example\n", adapter.CodeNotes, 4},
		{"nine notes", site + strings.Repeat("- x\n", 8), adapter.CodeNotes, 11},
		{"a long note", "name: A\nhosts: a.example\n- " + strings.Repeat("x", 301), adapter.CodeNotes, 3},
		{"a host with a scheme", "name: A\nhosts: https://a.example\n- x", adapter.CodeHost, 2},
		{"a host with a port", "name: A\nhosts: a.example:8443\n- x", adapter.CodeHost, 2},
		{"a star within", "name: A\nhosts: wiki.*.example\n- x", adapter.CodeHost, 2},
		{"a star alone", "name: A\nhosts: *\n- x", adapter.CodeHost, 2},
		{"all of a country", "name: A\nhosts: *.de\n- x", adapter.CodeHost, 2},
		{"below an address", "name: A\nhosts: *.10.0.0.1\n- x", adapter.CodeHost, 2},
		{"a person in the host", "name: A\nhosts: a@b.example\n- x", adapter.CodeHost, 2},
		{"a host twice", site + "name: B\nhosts: WIKI.example.com\n- x", adapter.CodeTwice, 5},
		{"something else to confirm", "name: A\nconfirm: maybe\n", adapter.CodeConfirm, 2},
		{"a line that is none", "name: A\nHosts: a.example\n", adapter.CodeLine, 2},
		{"prose", "name: A\nread this\n", adapter.CodeLine, 2},
		{"no UTF-8", "name: A\xff\n", adapter.CodeEncoding, 1},
		{"a control character", "name: A\x1b[31m\n", adapter.CodeEncoding, 1},
		{"too long", strings.Repeat("#\n", 40000), adapter.CodeTooLong, 1},
		{"too many hosts", "name: A\nhosts: a.example" + many(40), adapter.CodeTooMany, 2},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			sites, err := adapter.Parse(coretest.Names{}, row.text)
			if row.code == "" {
				is.NoErr(err)
				return
			}
			f, ok := err.(*adapter.Fault)
			is.True(ok)
			is.Equal(f.Code, row.code)
			is.Equal(f.Line, row.line)
			is.Equal(len(sites), 0)
			is.True(strings.HasPrefix(err.Error(), string(row.code)))
		})
	}
	t.Run("hosts are spelled as the browser does", func(t *testing.T) {
		is := is.New(t)
		own, err := adapter.Parse(coretest.Names{}, "name: B\nhosts: BÜCHER.Example\n- x")
		is.NoErr(err)
		is.Equal(own[0].Hosts[0], "xn--bcher-kva.example")
	})
}

func many(n int) (text string) {
	for i := range n {
		text += " h" + strings.Repeat("x", i) + ".example"
	}
	return text
}

func FuzzParse(f *testing.F) {
	f.Add("name: Wiki\nhosts: wiki.example.com, *.a.example/x\nconfirm: yes\n- One.\n", "https://b.a.example/x/y")
	f.Fuzz(func(t *testing.T, text, address string) {
		own, err := adapter.Parse(coretest.Names{}, text)
		if err != nil {
			return
		}
		s, ok := adapter.Find(own, address)
		if ok && (s.Name == "" || len(s.Notes) == 0 || len(s.Notes) > 8) {
			t.Fatalf("%+v", s)
		}
	})
}
