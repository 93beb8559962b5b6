package session

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Rule is one entry of the blocklist.
type Rule struct {
	kind ruleKind
	// host is canonical, without a trailing dot.
	host string
}

type ruleKind uint8

const (
	ruleDomain ruleKind = iota // the host and everything below it
	ruleExact                  // the host itself
	ruleBelow                  // everything below the host
	ruleAll                    // every host
)

// ParseRule reads one entry:
//
//	example.com      the domain and everything below it
//	=www.example.com exactly this host
//	*.example.com    everything below the domain, not the domain itself
//	*                every host
//
// A scheme, a port and a path around the host are ignored, because a block is
// of a host. An IP address means itself. A single label such as com or wiki is
// refused, because it would block a whole top-level domain by mistake: write
// =wiki or *.com. localhost is the exception.
//
// Error: invalid_action, naming the entry and what to write instead.
func ParseRule(names IDNA, entry string) (Rule, error) {
	s := strings.TrimSpace(entry)
	r := Rule{kind: ruleDomain}
	switch {
	case s == "*":
		return Rule{kind: ruleAll}, nil
	case strings.HasPrefix(s, "="):
		r.kind, s = ruleExact, s[1:]
	case strings.HasPrefix(s, "*."):
		r.kind, s = ruleBelow, s[2:]
	}
	if strings.Count(s, ":") > 1 && !strings.ContainsAny(s, "[/") {
		s = "[" + s + "]"
	}
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	loc, err := Locate(ToASCII(names, s))
	if err != nil || loc.Host == "" {
		return Rule{}, badRule(entry, "write a domain such as example.com, an exact host such as =www.example.com, or *.example.com")
	}
	r.host = plain(loc.Domain())
	switch address := isAddress(r.host); {
	case address && r.kind == ruleBelow:
		return Rule{}, badRule(entry, "nothing is below an IP address: write the address alone")
	case address:
		r.kind = ruleExact
	case r.kind == ruleDomain && r.host != "localhost" && strings.IndexByte(r.host, '.') < 0:
		return Rule{}, badRule(entry, "a single label would block a whole top-level domain: write ="+scan.Shorten(r.host, 63)+" for the host or *."+scan.Shorten(r.host, 63)+" for everything below it")
	}
	return r, nil
}

// Match reports whether the rule covers a domain (see [Location.Domain]).
func (r Rule) Match(domain string) bool { return covered(domain, []Rule{r}) }

// covered reports whether one of the rules, which are in the order of their hosts,
// covers a domain.
func covered(domain string, rules []Rule) bool {
	if domain == Blank || len(rules) == 0 {
		return false
	}
	if rules[0].kind == ruleAll { // it has no host, so it is the first
		return true
	}
	domain = plain(domain)
	for at := 0; ; {
		host := domain[at:]
		i, _ := slices.BinarySearchFunc(rules, host, func(r Rule, host string) int { return strings.Compare(r.host, host) })
		for ; i < len(rules) && rules[i].host == host; i++ {
			if k := rules[i].kind; at == 0 && k != ruleBelow || at > 0 && k != ruleExact {
				return true
			}
		}
		dot := strings.IndexByte(host, '.')
		if dot < 0 {
			return false
		}
		at += dot + 1
	}
}

// inOrder puts rules in the order of their hosts.
func inOrder(rules []Rule) []Rule {
	slices.SortFunc(rules, func(a, b Rule) int { return strings.Compare(a.host, b.host) })
	return rules
}

// plain writes an IPv4 address that is spelled as IPv6 as itself: the browser
// keeps both spellings apart, the network does not.
func plain(domain string) string {
	p, ok := address6(domain)
	if !ok {
		return domain
	}
	ip, ok := translated(p)
	if !ok {
		return domain
	}
	return dotted(ip)
}

func isAddress(host string) bool { return strings.HasPrefix(host, "[") || endsInNumber(host) }

func badRule(entry, advice string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "the blocklist entry \""+scan.Shorten(entry, 80)+"\" is not understood: "+advice+".")
}
