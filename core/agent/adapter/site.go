package adapter

import (
	"strings"

	"github.com/zapvol/bua/core/session"
)

// Site is what is known about one.
type Site struct {
	Name string
	// Hosts are the rules: host, *.host for all below it, either with a path.
	Hosts []string
	// Confirm says that no standing grant holds there, as with money.
	Confirm bool
	Notes   []string
}

// Preamble holds on every site.
const Preamble = `Cookie banners: reject, or take only what is needed; accept nothing more without being told to.
Newsletters, app offers and tours that cover the page: close them; never sign up.
A login: with what the task or a stored value gives, else call help. A paywall or a captcha: do not get around it; call help, or say what is in the way.
Prices, dates and names in an answer: as the page has them, not from memory.`

// Text is a site's notes as the model reads them.
func (s *Site) Text() string {
	text := s.Name + ":"
	for _, n := range s.Notes {
		text += "\n- " + n
	}
	if s.Confirm {
		text += "\n- Money or trust is at stake here: the person is asked before each act that has consequences."
	}
	return text
}

// Find is the first of the sites that an address belongs to.
func Find(sites []Site, address string) (Site, bool) {
	l, err := session.Locate(address)
	if err != nil || l.Host == "" || l.Scheme == "https" && l.Port != 443 || l.Scheme == "http" && l.Port != 80 {
		return Site{}, false
	}
	host, path := l.Domain(), path(address)
	for i := range sites {
		if sites[i].matches(host, path) {
			return sites[i], true
		}
	}
	return Site{}, false
}

// matches reports whether one of the rules is about a host and a path.
func (s *Site) matches(host, path string) bool {
	for _, rule := range s.Hosts {
		name, below := rule, ""
		if i := strings.IndexByte(rule, '/'); i >= 0 {
			name, below = rule[:i], strings.TrimSuffix(rule[i:], "/")
		}
		if below != "" && path != below && !strings.HasPrefix(path, below+"/") {
			continue
		}
		if parent, star := strings.CutPrefix(name, "*."); star {
			if strings.HasSuffix(host, "."+parent) {
				return true
			}
			continue
		}
		if host == name || host == "www."+name {
			return true
		}
	}
	return false
}

// path is an address's path, without its query and fragment.
func path(address string) string {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	if i := strings.Index(address, "://"); i >= 0 {
		address = address[i+3:]
	}
	if i := strings.IndexAny(address, `/\`); i >= 0 {
		return address[i:]
	}
	return "/"
}
