package hosts

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/tests/cdp"
)

// URLs are made up in parts of that many.
const (
	parts = 10
	count = 2_000
)

// Pieces of hosts and of what stands around them, chosen so that every rule of
// the URL parser meets every other.
var (
	starts = []string{"http://", "https://", "HTTP://", "http:", "http:/", "http:\\\\", " https://", "ht\ttp://", "http:///", "http:/\\"}
	users  = []string{"", "", "", "", "u@", "u:p@", "bank.example@", "a@b@", "bank.example\\@", "u%40:p@", ":@", "bank.example/@", "bank.example#@", "bank.example?@"}
	labels = []string{"a", "bank", "EXAMPLE", "example", "com", "xn--bcher-kva", "x_y", "-a", "a-", "123", "0x7f", "0", "127", "1", "255", "256", "08", "0177", "4294967295", "%61", "%2e", "a%2eb", "%31", "%C3%BC", "%ff", "%",
		"bücher", "BÜCHER", "straße", "łódź", "ЁЖ", "пример", "παράδειγμα", "ΣΊΣΥΦΟΣ", "日本語", "한국", "ｂａｎｋ", "１", "a。b", "a．b", "ba\u00adnk", "ba\u200bnk", "שלום", "ایران", "a b", "a\tb", "a\nb", "a!b", "a^b", "a<b", "", "", "ı", "Ÿ", "ő",
		"ไทย", "हिन्दी", "ქართული", "việt", "Việt", "ẞ", "ς", "Ω", "K", "ﬁ", "½", "①", "☃", "💩", "ﷺ", "ſ", "ŉ", "İ", "ǅ", "ᾼ", "ᾳ", "が", "か\u3099", "ｶﾞ", "\u1100\u1161\u11a8", "e\u0301", "a\u0338", "\u0345", "א1", "א\u0661", "1א", "a·b", "l·l", "・",
		"क्\u200dष", "نامه\u200cای", "a\u200db", "a\u200cb", "℀", "a／b", "a＠b", "％61", "a：80", "𝔟𝔞𝔫𝔨", "Ⓑⓐⓝⓚ", "xn--a", "xn--bücher", "xn--zca", "xn--", "𐐀", "\U0001e900", "㏂", "゛"}
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
			host = host[:at] + string(randomRune(r)) + host[at:]
		}
	}
	return pick(starts) + pick(users) + host + pick(ends) + pick(tails)
}

func randomRune(r *rand.Rand) rune {
	c := rune(1 + r.IntN([]int{0x24F, 0x24F, 0x3FFF, 0x1FFFF}[r.IntN(4)]))
	if !utf8.ValidRune(c) {
		return 'x'
	}
	return c
}

// located is the host of a URL that somebody has written, as the direct host finds
// it; "" where it is refused.
func located(url string) string {
	loc, err := session.Locate(session.ToASCII(direct.Names{}, url))
	if err != nil {
		return ""
	}
	return loc.Host
}

// verdicts counts how we and the browser read the same URLs.
type verdicts struct{ equal, both, narrower, wider int }

// compare fails where we answer and not what the browser does. We may refuse more
// where that is documented. We may accept what the browser refuses only in an
// xn-- label, which we do not decode: no address of the browser's is that host.
func (v *verdicts) compare(t *testing.T, url, theirs string) {
	t.Helper()
	switch ours := located(url); {
	case ours == "" && theirs == "":
		v.both++
	case ours == "":
		v.narrower++
		if !documented(url, theirs) {
			t.Errorf("%s: refused without a documented reason, the browser says %q", strconv.QuoteToASCII(url), theirs)
		}
	case theirs == "":
		v.wider++
		if !strings.Contains(ours, "xn--") {
			t.Errorf("%s: %q, the browser refuses", strconv.QuoteToASCII(url), ours)
		}
	case ours != theirs:
		t.Errorf("%s: %q, the browser says %q", strconv.QuoteToASCII(url), ours, theirs)
	default:
		v.equal++
	}
}

// The browser is the oracle: where we answer, the browser answers the same.
func TestHosts(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	for part := range parts {
		t.Run(fmt.Sprintf("%d to %d", part*count, (part+1)*count-1), func(t *testing.T) {
			if part > 0 {
				size.LeaveToAll(t, size.Trial)
			}
			is := is.New(t)
			urls := make([]string, count)
			for i := range urls {
				urls[i] = makeURL(r)
			}
			theirs := open(t).hosts(urls)
			is.Equal(len(theirs), count)
			var v verdicts
			for i, url := range urls {
				v.compare(t, url, theirs[i])
			}
			t.Logf("%+v", v)
			is.True(v.equal > count/5) // or the generator tells nothing
		})
	}
}

// Every host of the table is what we make of it, and the browser does the same.
func TestScripts(t *testing.T) {
	urls := make([]string, len(scripts))
	for i, row := range scripts {
		urls[i] = row.url
	}
	var v verdicts
	for i, theirs := range open(t).hosts(urls) {
		if ours := located(urls[i]); ours != scripts[i].host {
			t.Errorf("%s: %q, want %q", strconv.QuoteToASCII(urls[i]), ours, scripts[i].host)
		}
		v.compare(t, urls[i], theirs)
	}
	t.Logf("%+v", v)
}

// Every character that there is, alone and between letters, is read as the
// browser reads it, or refused. So a newer browser or newer tables of Go cannot
// make another host of a character without being seen. The default suite reads the first
// plane, which has the scripts that are written today.
func TestCharacters(t *testing.T) {
	const block = 1 << 14
	var v verdicts
	for _, around := range [][2]string{{"http://a", "b.test/"}, {"http://", ".test/"}} {
		for _, plane := range []rune{0, 1, 2, 3, 14} { // the others have no character yet, or private ones
			for lo := plane << 16; lo < (plane+1)<<16; lo += block {
				t.Run(fmt.Sprintf("%s%U%s", around[0], lo, around[1]), func(t *testing.T) {
					if plane > 0 {
						size.LeaveToAll(t, size.Trial)
					}
					urls := make([]string, 0, block)
					for r := max(lo, 0x80); r < lo+block; r++ {
						if utf8.ValidRune(r) {
							urls = append(urls, around[0]+string(r)+around[1])
						}
					}
					for i, theirs := range open(t).hosts(urls) {
						v.compare(t, urls[i], theirs)
					}
				})
			}
		}
	}
	t.Logf("%+v", v)
	is := is.New(t)
	is.True(v.equal > 60_000 && (!size.All() || v.equal > 200_000))
	is.True(v.narrower < v.equal/10) // the years between two versions of Unicode, and symbols
}

// documented reports whether session.Locate or direct.Names says that it refuses
// such a host: empty and endless labels, ASCII symbols, and characters that the
// tables of this Go do not have or know to be in dispute.
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
	return strings.ContainsFunc(url, unknown)
}

// unknown reports whether direct.Names takes no host with a character, between
// letters of either direction. TestCharacters bounds how many those are. The wide
// percent sign is one: after it this browser decodes once more.
func unknown(r rune) bool {
	if r < 0x80 {
		return false
	}
	left, ok := direct.Names{}.ASCII("a" + string(r) + "b.test")
	_, right := direct.Names{}.ASCII("א" + string(r) + "א.test")
	return !ok && !right || strings.Contains(left, "%")
}

// shared is one browser for all tests.
var shared struct {
	once sync.Once
	own  *chromium.Browser
	conn *cdp.Conn
	page string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.conn != nil {
		shared.conn.Close()
	}
	if shared.own != nil {
		shared.own.Close()
	}
	os.Exit(code)
}

// browser reads URLs as a page or a worker does.
type browser struct{ t *testing.T }

// open starts the shared browser.
func open(t *testing.T) *browser {
	t.Helper()
	shared.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if shared.conn, shared.own, shared.err = cdp.Start(ctx, chromium.Options{}); shared.err == nil {
			shared.page, _, shared.err = shared.conn.NewPage(ctx, "about:blank")
		}
	})
	is.New(t).NoErr(shared.err)
	return &browser{t}
}

// hosts returns what new URL(u).hostname is, "" where it throws.
func (b *browser) hosts(urls []string) (out []string) {
	b.t.Helper()
	is := is.New(b.t)
	data, err := json.Marshal(urls)
	is.NoErr(err)
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	is.NoErr(shared.conn.Eval(ctx, shared.page, string(data)+`.map(u => { try { return new URL(u).hostname } catch { return "" } })`, &out))
	return out
}
