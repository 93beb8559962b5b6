package model

import (
	"strconv"
	"testing"

	"github.com/matryer/is"
)

func TestDecimal(t *testing.T) {
	for _, row := range []struct {
		n      int64
		digits int
		want   string
	}{
		{0, 3, "0"}, {300, 3, "0.3"}, {1000, 3, "1"}, {1234567, 6, "1.234567"}, {5, 6, "0.000005"}, {-1500, 3, "-1.5"},
	} {
		is.New(t).Equal(string(decimal(row.n, row.digits)), row.want)
	}
	for text, want := range map[string]int64{
		"0": 0, "0.3": 300, "1": 1000, "2.0005": 2001, "2.0004": 2000, "1e-1": 100, "1.5E+2": 150_000, "12345678901234567890e-10": 1234567890123,
		"": -1, "-1": -1, ".5": -1, "x": -1, "1e99": -1, "1 ": -1, "NaN": -1, "1e": -1, "99999999999999999999": -1,
	} {
		n, ok := undecimal(text, 3)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%q: %d, want %d", text, n, want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for text, want := range map[string]int64{"3": 3000, "3.5s": 3500, "0.25": 250, "": 0, "soon": 0, "-3": 0, "3600s": 3_600_000} {
		if got := seconds(text); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for text, want := range map[string]int64{
		"Thu, 01 Jan 1970 00:00:00 GMT": 0, "Sun, 06 Nov 1994 08:49:37 GMT": 784111777, "Tue, 29 Feb 2028 23:59:59 GMT": 1835481599, "Sat, 01 Mar 2200 00:00:00 GMT": 7263216000,
		"": 0, "06 Nov 1994": 0, "Sun, 06 Now 1994 08:49:37 GMT": 0, "Sun, 06 Nov 1994 08:49 GMT": 0, "Sun, x Nov 1994 08:49:37 GMT": 0, "Sun, 06 anF 1994 08:49:37 GMT": 0,
	} {
		if got := moment(text); got != want*1000 {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// What an address is decides whether a key goes there: what could be read otherwise by
// who sends is none.
func TestAddress(t *testing.T) {
	for base, want := range map[string]string{
		"https://api.example.com/v1": "sealed", "https://api.example.com:8443": "sealed", "https://[2001:db8::1]:1/x": "sealed", "https://llm.example": "sealed",
		"http://127.0.0.1:11434": "sealed", "http://localhost:1/v1": "sealed", "http://[::1]:8080": "sealed", "http://127.8.8.8": "sealed",
		"http://llm.example.com": "open", "http://10.0.0.1": "open", "http://localhost.example.com": "open", "http://127.0.0.1.example.com": "open", "http://0177.0.0.1": "open", "http://127.1": "open", "http://LOCALHOST": "open", "http://0.0.0.0": "open",
		"": "none", "ftp://x": "none", "https://": "none", "https:///x": "none", "localhost:1": "none", "https://a@b": "none", "https://a:b@c": "none", "https://a?b": "none", "https://a#b": "none", "https://a b": "none", "https://a:x": "none",
		"http://localhost\\@a": "none", "http://localhost%2ea": "none", "https://[::1": "none", "https://[::1]a": "none", "https://[x]": "none", "https://a\n": "none", "HTTPS://a": "none",
	} {
		got := "none"
		if checkBase(base) == nil {
			got = "open"
			if sealed(base) {
				got = "sealed"
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", base, got, want)
		}
	}
	is.New(t).Equal(escape("a/b:c d?é%"), "a%2Fb:c%20d%3F%C3%A9%25")
}

func TestMark(t *testing.T) {
	is := is.New(t)
	seen := map[string]bool{}
	for n := range 3000 {
		id := mark("toolu_01ABC"+strconv.Itoa(n), 9)
		is.Equal(len(id), 9)
		is.True(!seen[id])
		seen[id] = true
	}
}

func TestLine(t *testing.T) {
	is := is.New(t)
	is.Equal(line(" a\n\t b\u00a0c\x00", 9), "a b c")
	is.Equal(line("äöü", 2), "äö…")
	is.True(blank(" \u2003\n") && !blank(" x"))
	is.Equal(callable("1press button!"), "press_button_")
	is.Equal(callable("--"), "unnamed")
	is.Equal(undated("openai/gpt-5-2026-01-02"), "openai/gpt-5")
	is.Equal(undated("openai/gpt-5-20x60102"), "openai/gpt-5-20x60102")
	is.Equal(undated("-latest"), "")
}
