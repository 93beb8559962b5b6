package session_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// stops says what a browser does with a request filter at a canonical address: Chrome's
// declarativeNetRequest, as it was measured. Its regular expressions are RE2's,
// as Go's are.
func stops(f session.RequestFilter, patterns []*regexp.Regexp, url string) bool {
	if f.All {
		return true
	}
	loc, err := session.Locate("http" + strings.TrimPrefix(strings.TrimPrefix(url, "http"), "ws"))
	if err != nil {
		return false
	}
	for _, domain := range f.Domains {
		if host := loc.Domain(); host == domain || strings.HasSuffix(host, "."+domain) {
			return true
		}
	}
	for _, re := range patterns {
		if re.MatchString(url) {
			return true
		}
	}
	return false
}

func compiled(t *testing.T, f session.RequestFilter) (list []*regexp.Regexp) {
	t.Helper()
	for _, p := range f.Patterns {
		re, err := regexp.Compile("(?i)" + p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, re)
	}
	return list
}

// wrapped addresses have another one inside: see Policy.RequestFilter.
func wrapped(url string) bool {
	loc, err := session.Locate(url)
	if err != nil || loc.Host == "[::1]" {
		return false
	}
	for _, begin := range []string{"[::", "[64:ff9b::", "[2002:", "[2001:0:", "[2001::"} {
		if strings.HasPrefix(loc.Host, begin) {
			return true
		}
	}
	return false
}

// TestPolicy_RequestFilter: a request filter stops what the policy refuses, and nothing else but
// addresses that are wrapped in others. Hosts are made of the entries' own parts.
func TestPolicy_RequestFilter(t *testing.T) {
	parts := []string{"bank.example", "example", "www", "x", "localhost", "wiki", "zip", "paypal.com", "gov", "metadata", "metadata.google.internal",
		"lan", "internal", "router", "10.0.0.1", "127.0.0.1", "0.1.2.3", "100.63.1.1", "100.64.1.1", "100.127.0.1", "100.128.0.1", "169.254.169.254", "169.254.1.1",
		"172.15.0.1", "172.16.0.1", "172.31.255.255", "172.32.0.1", "192.168.1.1", "192.0.0.9", "192.0.1.1", "192.0.2.1", "198.17.0.1", "198.18.0.1", "198.20.0.1", "198.51.100.7", "203.0.113.1",
		"223.1.1.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "8.8.8.8", "100.100.100.200",
		"[::1]", "[::]", "[::a00:1]", "[::ffff:a00:1]", "[::ffff:808:808]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::1]", "[2001:0:1::1]", "[2001::1]", "[2001:db8::1]", "[2001:d::1]", "[2001:4860::8888]",
		"[fd00:ec2::254]", "[fd20:ce::254]", "[fd20:ce::255]", "[fd20:ce:1:2:3:4:5:254]", "[fe80::1]", "[2600::1]", "[200::1]", "[3000::1]", "[3fff::1]", "[3fff:fff::1]", "[3fff:1000::1]", "[4000::1]", "[1::2:3:4]",
		"inside.example", "bua.example.com", "xn--bcher-kva.example", strings.Repeat("a", 60) + "." + strings.Repeat("b", 60) + ".example", "10.example"}
	entries := []string{"bank.example", "=www.bank.example", "*.example", "=wiki", "*.zip", "localhost", "10.0.0.1", "2600::1", "*", "=x.bank.example", "bücher.example", "*.bank.example", "=bank.example", "=xn--bcher-kva.example"}
	rnd := rand.New(rand.NewPCG(1, 94))
	stopped, passed, policies := 0, 0, coretest.Trials(300)
	for range policies {
		list := []string{}
		for range rnd.IntN(4) {
			if e := entries[rnd.IntN(len(entries))]; e != "*" || rnd.IntN(10) == 0 {
				list = append(list, fmt.Sprintf("%q", e))
			}
		}
		p := policy(t, func(s *coretest.Store) {
			s.Put(session.Local, session.KeyBlocklist, "["+strings.Join(list, ",")+"]")
			if rnd.IntN(3) == 0 {
				s.Put(session.Local, session.KeyCategories, `["government","banking"]`)
			}
		})
		p.SetControlEndpoints([][]string{nil, {"http://127.0.0.1:9222"}, {"wss://bua.example.com/ws", "http://[fe80::1]:80"}, {"http://x.example", "http://router:81"}}[rnd.IntN(4)]...)
		if p.RefusePrivate(rnd.IntN(2) == 0); rnd.IntN(2) == 0 {
			_ = p.Resolved("inside.example", "10.0.0.7")
		}
		f := p.RequestFilter()
		patterns := compiled(t, f)
		for range 300 {
			host := parts[rnd.IntN(len(parts))]
			if !strings.Contains(host, "[") && rnd.IntN(2) == 0 {
				host = parts[rnd.IntN(8)] + []string{".", "", "-"}[rnd.IntN(3)] + host
			}
			if !strings.Contains(host, "[") && rnd.IntN(5) == 0 {
				host += "."
			}
			port := []string{"", "", ":81", ":9222", ":8443", ":443", ":80"}[rnd.IntN(7)]
			scheme := []string{"http", "https"}[rnd.IntN(2)]
			if scheme == "http" && port == ":80" || scheme == "https" && port == ":443" {
				port = "" // as a browser writes it
			}
			url := scheme + "://" + []string{"", "", "u:p@", "bank.example:81@", "localhost@", "10.0.0.1@"}[rnd.IntN(6)] + host + port +
				[]string{"/", "/x@bank.example/", "/?http://localhost/", "/#@10.0.0.1/"}[rnd.IntN(4)]
			loc, err := session.Locate(url)
			if err != nil || !strings.Contains(url, loc.Host) {
				continue // a browser does not write it so
			}
			_, err = p.Check(url)
			refused, stop := protocol.CodeOf(err) != "", stops(f, patterns, url)
			if stop {
				stopped++
			} else {
				passed++
			}
			if socket := "ws" + strings.TrimPrefix(url, "http"); stops(f, patterns, socket) != stop {
				t.Fatalf("%s with %s: the fence does not stop a socket as it does the page", url, list)
			}
			if refused && !stop || stop && !refused && !wrapped(url) {
				t.Fatalf("%s with %s: the policy says %v, the fence stops it: %v\n%s", url, list, err, stop, strings.Join(f.Patterns, "\n"))
			}
		}
	}
	if least := 5000 * policies / 300; stopped < least || passed < least {
		t.Errorf("%d stopped and %d passed: one side is hardly tried", stopped, passed)
	}
}

// TestPolicy_RequestFilter_Closed: what cannot be read stops everything; names too long
// or too many for a pattern are stopped with what is below them.
func TestPolicy_RequestFilter_Closed(t *testing.T) {
	if f := session.NewPolicy(session.NewWriter(coretest.NewStore()), coretest.Names{}).RequestFilter(); !f.All {
		t.Error("a policy that was never read lets something through")
	}
	long := strings.Repeat("a", 60) + "." + strings.Repeat("b", 60) + ".example"
	list := []string{`"=` + long + `"`, `"*.` + long + `"`}
	for n := range 6000 {
		list = append(list, fmt.Sprintf(`"=host-%d-with-a-name-of-some-length.example"`, n))
	}
	p := policy(t, func(s *coretest.Store) { s.Put(session.Local, session.KeyBlocklist, "["+strings.Join(list, ",")+"]") })
	p.RefusePrivate(true)
	f := p.RequestFilter()
	patterns := compiled(t, f)
	if len(patterns) > 990 {
		t.Errorf("%d patterns, of which Chrome takes 1000", len(patterns))
	}
	for _, host := range []string{long, "x." + long, "host-0-with-a-name-of-some-length.example", "host-5999-with-a-name-of-some-length.example"} {
		if !stops(f, patterns, "https://"+host+"/") {
			t.Errorf("%s is let through", host)
		}
	}
	if stops(f, patterns, "https://example/") != true || stops(f, patterns, "https://other.example/") {
		t.Error("a name without a dot is private, another is not")
	}
}
