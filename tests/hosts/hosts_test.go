package hosts

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/tests/cdp"
)

// count is how many URLs are made up.
const count = 10_000

// Pieces of hosts and of what stands around them, chosen so that every rule of
// the URL parser meets every other.
var (
	starts = []string{"http://", "https://", "HTTP://", "http:", "http:/", "http:\\\\", " https://", "ht\ttp://", "http:///", "http:/\\"}
	users  = []string{"", "", "", "", "u@", "u:p@", "bank.example@", "a@b@", "bank.example\\@", "u%40:p@", ":@", "bank.example/@", "bank.example#@", "bank.example?@"}
	labels = []string{"a", "bank", "EXAMPLE", "example", "com", "xn--bcher-kva", "x_y", "-a", "a-", "123", "0x7f", "0", "127", "1", "255", "256", "08", "0177", "4294967295", "%61", "%2e", "a%2eb", "%31", "%C3%BC", "%ff", "%",
		"bücher", "BÜCHER", "straße", "łódź", "ЁЖ", "пример", "παράδειγμα", "ΣΊΣΥΦΟΣ", "日本語", "한국", "ｂａｎｋ", "１", "a。b", "a．b", "ba\u00adnk", "ba\u200bnk", "שלום", "ایران", "a b", "a\tb", "a\nb", "a!b", "a^b", "a<b", "", "", "ı", "Ÿ", "ő"}
	wholes = []string{"[::1]", "[::]", "[2001:DB8::1]", "[::ffff:1.2.3.4]", "[1:2:3:4:5:6:7:8]", "[1::2::3]", "[::1", "[::g]", "[0:0:1:0:0:1:0:0]", "[1:2:3:4:5:6:1.2.3.4]", "127.1", "0x7f.1", "1.2.3", "2130706433", "0300.0250.1", "1.2.3.4.5", "localhost"}
	ends   = []string{"", "", ".", "..", ":80", ":443", ":", ":65535", ":65536", ":8a", ":%38", ":080"}
	tails  = []string{"", "/", "/x", "\\x", "?q", "#f", "/@evil.example", "?@evil.example", " ", "\\@evil.example", "#@evil.example/"}
)

func makeURL(r *rand.Rand) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	host := pick(wholes)
	if r.IntN(4) > 0 {
		parts := make([]string, 1+r.IntN(4))
		for i := range parts {
			parts[i] = pick(labels)
		}
		host = strings.Join(parts, ".")
	}
	if r.IntN(10) == 0 { // a random character in a random place
		at := r.IntN(len(host) + 1)
		if at < len(host) && host[at] < 0x80 || at == len(host) {
			host = host[:at] + string(rune(1+r.IntN(0x24F))) + host[at:]
		}
	}
	return pick(starts) + pick(users) + host + pick(ends) + pick(tails)
}

// The browser is the oracle: where core/session answers, the browser answers
// the same. It may refuse more (see session.Locate); it may accept what the
// browser refuses only in an xn-- label, which it does not decode.
func TestHosts(t *testing.T) {
	is := is.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	r := rand.New(rand.NewPCG(20, 26))
	urls := make([]string, count)
	for i := range urls {
		urls[i] = makeURL(r)
	}
	theirs := ask(ctx, t, urls)
	is.Equal(len(theirs), count)
	equal, narrower, both, wider := 0, 0, 0, 0
	for i, url := range urls {
		loc, err := session.Locate(url)
		switch {
		case err != nil && theirs[i] == "":
			both++
		case err != nil:
			narrower++
			if !documented(url, theirs[i]) {
				t.Errorf("%s: refused without a documented reason (%v), the browser says %q", strconv.QuoteToASCII(url), err, theirs[i])
			}
		case theirs[i] == "":
			wider++
			if !strings.Contains(loc.Host, "xn--") {
				t.Errorf("%s: %q, the browser refuses", strconv.QuoteToASCII(url), loc.Host)
			}
		case loc.Host != theirs[i]:
			t.Errorf("%s: %q, the browser says %q", strconv.QuoteToASCII(url), loc.Host, theirs[i])
		default:
			equal++
		}
	}
	t.Logf("%d equal, %d refused by both, %d refused by us only, %d by the browser only", equal, both, narrower, wider)
	is.True(equal > count/5) // or the generator tells nothing
}

// documented reports whether session.Locate says that it refuses such a host:
// empty and endless labels, ASCII symbols, and scripts that it cannot map.
func documented(url, host string) bool {
	name := strings.TrimSuffix(host, ".")
	for _, label := range strings.Split(name, ".") {
		if label == "" || len(label) > 63 {
			return true
		}
	}
	if len(name) > 253 || strings.ContainsFunc(name, func(r rune) bool {
		return r < 0x80 && !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_.[]:", r)
	}) {
		return true
	}
	return strings.ContainsFunc(url, func(r rune) bool { return r >= 0x80 }) || strings.Contains(url, "%C3")
}

// ask returns what new URL(u).hostname is in the browser, "" where it throws.
func ask(ctx context.Context, t *testing.T, urls []string) []string {
	is := is.New(t)
	b, err := chromium.Launch(ctx, chromium.Options{Headless: true, Debug: true})
	is.NoErr(err)
	defer b.Close()
	c, err := cdp.Dial(ctx, b.DevTools)
	is.NoErr(err)
	defer c.Close()
	s, _, err := c.NewPage(ctx, "about:blank")
	is.NoErr(err)
	data, err := json.Marshal(urls)
	is.NoErr(err)
	var out []string
	is.NoErr(c.Eval(ctx, s, string(data)+`.map(u => { try { return new URL(u).hostname } catch { return "" } })`, &out))
	return out
}
