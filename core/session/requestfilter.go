package session

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/category"
)

// RequestFilter is the policy in the terms of a browser that judges requests by itself,
// by rules that it is given beforehand. It refuses what [Policy.Check] refuses,
// and more only where a sentence here says so.
type RequestFilter struct {
	// All is every address of http, https, ws and wss.
	All bool
	// Domains are hosts, each with everything below it.
	Domains []string
	// Patterns are regular expressions, in RE2's syntax, for a whole address as
	// the browser writes it.
	Patterns []string
}

// What a browser takes. Chrome bounds the memory of one pattern to 2 KB, which
// is a name of 85 characters between before and after, and their number to 1000.
const (
	maxPattern  = 70
	maxPatterns = 900

	before = `^(?:https?|wss?)://(?:[^/@]*@)?` // up to the host; an @ of a password is escaped
	after  = `\.?(?::[0-9]+)?/`
)

// RequestFilter puts what is refused now into a browser's terms.
func (p *Policy) RequestFilter() RequestFilter {
	public := p.Public()
	p.mu.Lock()
	rules, kinds, broken := p.rules, p.kinds, p.broken
	endpoints, known := p.endpoints, append([]knownName(nil), p.known...)
	p.mu.Unlock()
	f := RequestFilter{All: broken != nil}
	// Every address in which another is wrapped but [::1]: who means the other
	// one writes it.
	f.Patterns = append(f.Patterns, before+`\[(?:::(?:[^1]|1[^\]])|64:ff9b::|2002:|2001:(?:0:|:))`)
	var exact, below []string
	for _, r := range rules {
		switch r.kind {
		case ruleAll:
			f.All = true
		case ruleBelow:
			below = append(below, r.host)
		case ruleExact:
			exact = append(exact, r.host)
		default:
			f.Domains = append(f.Domains, r.host)
		}
	}
	if f.All {
		return RequestFilter{All: true}
	}
	for _, name := range kinds {
		f.Domains = append(f.Domains, category.Domains(name)...)
	}
	exact = append(exact, metadataHosts()...)
	f.Patterns = append(f.Patterns, before+`\[(?:fd00:ec2:|fd20:ce:[0-9a-f:]*:254\])`)
	for _, l := range endpoints {
		f.addControlEndpoint(l)
	}
	for _, k := range known {
		if k.metadata || public {
			exact = append(exact, k.domain)
		}
	}
	if public {
		f.Domains = append(f.Domains, reservedNames()...)
		f.addInternal()
	}
	names := exact[:0]
	for _, host := range exact {
		if isAddress(host) { // nothing is below one
			f.Domains = append(f.Domains, host)
		} else {
			names = append(names, host)
		}
	}
	f.addHosts(before, names)
	f.addHosts(before+`[^/@:]+\.`, below)
	return f
}

// addHosts adds patterns for names behind a beginning, several in one. Where they
// are too long or too many, what is below them and they themselves are refused
// too.
func (f *RequestFilter) addHosts(begin string, names []string) {
	list := ""
	flush := func() {
		if list != "" {
			f.Patterns = append(f.Patterns, begin+"(?:"+list+")"+after)
			list = ""
		}
	}
	for _, host := range names {
		quoted := quoted(host)
		if len(list)+len(quoted)+1 > maxPattern {
			flush()
		}
		switch {
		case len(host) > maxPattern-2 || len(f.Patterns) >= maxPatterns:
			f.Domains = append(f.Domains, host)
		case list == "":
			list = quoted
		default:
			list += "|" + quoted
		}
	}
	flush()
}

// addControlEndpoint adds one place that the agent is driven from. Where its name is too
// long it is refused at every port.
func (f *RequestFilter) addControlEndpoint(l controlEndpoint) {
	host := quoted(l.domain)
	if len(l.domain) > maxPattern-10 {
		f.Domains = append(f.Domains, l.domain)
		return
	}
	if isLoopback(l.domain) {
		host = `(?:(?:127|0)\.[0-9.]+|(?:[^/@:]+\.)?localhost|\[::1\])`
	}
	number := ":" + strconv.Itoa(l.port) + "/"
	port := `\.?` + number
	const plain, secure = `(?:http|ws)`, `(?:https|wss)`
	portless := func(scheme, other string) {
		f.Patterns = append(f.Patterns, `^`+scheme+`://(?:[^/@]*@)?`+host+`\.?/`, `^`+other+`://(?:[^/@]*@)?`+host+port)
	}
	switch l.port {
	case 80:
		portless(plain, secure)
	case 443:
		portless(secure, plain)
	default:
		f.Patterns = append(f.Patterns, before+host+port)
	}
}

// addInternal adds what is of this machine or of a private network: see isInternal.
func (f *RequestFilter) addInternal() {
	for _, ip := range []string{
		`(?:0|10|127)\.`, `(?:22[4-9]|2[3-5][0-9])\.`, `100\.(?:6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\.`, `172\.(?:1[6-9]|2[0-9]|3[01])\.`,
		`198\.1[89]\.`, `169\.254\.`, `192\.168\.`, `192\.0\.[02]\.`, `198\.51\.100\.`, `203\.0\.113\.`,
	} {
		f.Patterns = append(f.Patterns, before+ip+`[0-9.]+(?::[0-9]+)?/`)
	}
	f.Patterns = append(f.Patterns,
		before+`[^/@:.\[]+`+after, // a name without a dot
		before+`\[(?:[^23]|[23][0-9a-f]{0,2}:|2001:db8:|3fff:(?::|[0-9a-f]{1,3}:))`)
}

// quoted writes a canonical host as a pattern.
func quoted(host string) string {
	out := make([]byte, 0, len(host)+8)
	for i := 0; i < len(host); i++ {
		if c := host[i]; strings.IndexByte(".[]", c) >= 0 {
			out = append(out, '\\')
		}
		out = append(out, host[i])
	}
	return string(out)
}
