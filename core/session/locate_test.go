package session_test

import (
	"strconv"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// hostGroup is a rule and URLs that show it.
type hostGroup struct {
	sentence string
	rows     []hostRow
}

// hostRow is a URL and its canonical host: about:blank for that page, "" for a
// refusal. tests/hosts asks the browser about the same URLs and more.
type hostRow struct{ url, host string }

func TestLocate(t *testing.T) {
	n := 0
	for _, group := range append(append([]hostGroup(nil), hostsNames...), hostsScripts...) {
		t.Run(group.sentence, func(t *testing.T) {
			for _, row := range group.rows {
				n++
				loc, err := session.Locate(row.url)
				got := loc.Host
				if err == nil && got == "" {
					got = loc.Domain()
				}
				if got != row.host {
					t.Errorf("Locate(%s) = %q, want %q", strconv.QuoteToASCII(row.url), got, row.host)
				}
				if (err != nil) != (row.host == "") {
					t.Errorf("Locate(%s): error %v", strconv.QuoteToASCII(row.url), err)
				}
				if err != nil && protocol.CodeOf(err) != protocol.CodeInvalidAction {
					t.Errorf("Locate(%s): code %s", strconv.QuoteToASCII(row.url), protocol.CodeOf(err))
				}
			}
		})
	}
	is.New(t).True(n >= 300) // the table was lost
}

// A canonical host must be found again in itself, or a rule made from it would
// not match it.
func TestLocate_Stable(t *testing.T) {
	for _, group := range append(append([]hostGroup(nil), hostsNames...), hostsScripts...) {
		for _, row := range group.rows {
			if row.host == "" || row.host == session.Blank {
				continue
			}
			loc, err := session.Locate("http://" + row.host + "/")
			if err != nil || loc.Host != row.host {
				t.Errorf("%q becomes %q, %v", row.host, loc.Host, err)
			}
		}
	}
}

func FuzzLocate(f *testing.F) {
	for _, group := range append(append([]hostGroup(nil), hostsNames...), hostsScripts...) {
		for _, row := range group.rows {
			f.Add(row.url)
		}
	}
	f.Fuzz(func(t *testing.T, url string) {
		loc, err := session.Locate(url)
		if err != nil || loc.Host == "" {
			return
		}
		again, err := session.Locate(loc.Origin())
		if err != nil || again != loc {
			t.Fatalf("%q: %q becomes %q, %v", url, loc.Host, again.Host, err)
		}
	})
}
