package session_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/session"
)

// asked is a [session.IDNA] that counts its questions and answers one thing.
type asked struct {
	n      int
	host   string
	answer string
}

func (a *asked) ASCII(host string) (string, bool) {
	a.n, a.host = a.n+1, host
	return a.answer, a.answer != ""
}

func TestToASCII(t *testing.T) {
	for _, row := range []struct{ sentence, url, host, want string }{
		{"the host alone changes", "http://bücher.test/ü?ü#ü", "bücher.test", "http://x.test/ü?ü#ü"},
		{"a user and a port stay", "https://ü:p@bücher.test:8443/", "bücher.test", "https://ü:p@x.test:8443/"},
		{"escapes are decoded before the platform is asked", "http://b%C3%BCcher.test", "bücher.test", "http://x.test"},
		{"an ASCII label is asked about with the others", "http://www.bücher.test.", "www.bücher.test.", "http://x.test"},
		{"blanks around and newlines within are none", " http://bü\ncher.test\t", "bücher.test", "http://x.test"},
		{"a backslash ends a host", `http:\\bücher.test\a`, "bücher.test", `http:\\x.test\a`},
		{"a host in ASCII is nobody's question", "http://example.test/ü", "", ""},
		{"nor is ASCII that is escaped", "http://%65xample.test/", "", ""},
		{"nor a user of another script", "http://ü@example.test/", "", ""},
		{"nor another scheme", "ftp://bücher.test/", "", ""},
		{"nor no URL", "bücher.test", "", ""},
		{"nor an address in brackets", "http://[ü]/", "", ""},
		{"what ends a host is not smuggled in by an escape", "http://bü%2f.evil.test/", "", ""},
		{"nor is a user", "http://bü%40evil.test/", "", ""},
		{"nor a port", "http://bü%3a80/", "", ""},
		{"broken text is not asked about", "http://bü%ff.test/", "", ""},
		{"nor is a broken escape", "http://bü%.test/", "", ""},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			a := &asked{answer: "x.test"}
			got := session.ToASCII(a, row.url)
			if row.host == "" {
				is.Equal(a.n, 0)
				is.Equal(got, row.url)
				return
			}
			is.Equal(a.host, row.host)
			is.Equal(got, row.want)
		})
	}
}

// What the platform answers is not believed to be a name: were it to answer with
// what ends one, the address would be another.
func TestToASCII_Answers(t *testing.T) {
	for _, answer := range []string{"", "a/c.test", "a@evil.test", "a:80", "a b", "a%2f", "bücher.test", "a?b", `a\b`, strings.Repeat("a", 2000)} {
		t.Run(strconv.Quote(answer[:min(len(answer), 20)]), func(t *testing.T) {
			is := is.New(t)
			url := session.ToASCII(&asked{answer: answer}, "http://bücher.test/")
			is.Equal(url, "http://bücher.test/")
			_, err := session.Locate(url)
			is.True(err != nil) // it is refused then
		})
	}
	is := is.New(t)
	is.Equal(session.ToASCII(nil, "http://bücher.test/"), "http://bücher.test/")
}

// Spelling never makes an address of an ASCII URL, and what it makes is one that
// needs no more spelling.
func FuzzToASCII(f *testing.F) {
	for _, url := range []string{"http://bücher.test/", "http://ü:p@bücher.test:80", "http://b%C3%BCcher.test", "http:\\\\bücher。test", "http://BÜCHER.test@x", "http://x/bücher"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		once := session.ToASCII(coretest.Names{}, url)
		if again := session.ToASCII(coretest.Names{}, once); again != once {
			t.Fatalf("%q becomes %q and that %q", url, once, again)
		}
		if loc, err := session.Locate(url); err == nil {
			if spelled, err := session.Locate(once); err != nil || spelled != loc {
				t.Fatalf("%q is %v, spelled %v, %v", url, loc, spelled, err)
			}
		}
	})
}
