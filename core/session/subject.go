package session

import (
	"strings"

	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Subject is what the person is asked about and answers: a domain; in the
// strict profile a capability on an origin, as "act https://a.example", or one
// act there, as "pay https://a.example Place order".
type Subject string

// The capabilities that only a grant gives: acts of these kinds are otherwise
// asked about one by one.
const (
	canSecrets protocol.Capability = "secrets" // fill in a secret
	canSinks   protocol.Capability = "sinks"   // pay, send, delete
)

// capabilities are those that a grant may name.
const capabilities = " read act script upload download secrets sinks "

// subject writes one of the strict profile.
func subject[T ~string](can T, origin string) Subject { return Subject(string(can) + " " + origin) }

// SubjectOf puts one together from its parts; can and what may be empty.
func SubjectOf(can, site, what string) Subject {
	switch {
	case can == "":
		return Subject(site)
	case what == "":
		return subject(can, site)
	}
	return subject(can, site) + Subject(" "+what)
}

// ActAt returns the subject of one act on an origin.
func ActAt(a sink.Act, origin string) Subject {
	return SubjectOf(string(a.Kind), origin, a.What)
}

// Site returns the domain or origin.
func (s Subject) Site() string {
	_, site, _ := s.parts()
	return site
}

// Host returns the domain, for the log.
func (s Subject) Host() string {
	if loc, err := Locate(s.Site()); err == nil && s.Can() != "" {
		return loc.Domain()
	}
	return s.Site()
}

// Can returns the capability or the kind of the act, "" for a domain.
func (s Subject) Can() string {
	can, _, _ := s.parts()
	return can
}

// Act returns the act, nil when it is none.
func (s Subject) Act() *sink.Act {
	can, _, what := s.parts()
	if can == "" || strings.Contains(capabilities, " "+can+" ") {
		return nil
	}
	return &sink.Act{Kind: sink.Kind(can), What: what}
}

func (s Subject) parts() (can, site, what string) {
	can, rest, ok := strings.Cut(string(s), " ")
	if !ok {
		return "", string(s), ""
	}
	site, what, _ = strings.Cut(rest, " ")
	return can, site, what
}

// General returns the subject whose grant covers this one, "" when none does.
func (s Subject) General() Subject {
	a := s.Act()
	switch {
	case a == nil && s.Can() == string(protocol.CanRead): // what acts in a page is told of it
		return subject(protocol.CanAct, s.Site())
	case a == nil:
		return ""
	}
	switch a.Kind {
	case sink.HandOver:
		return subject(protocol.CanUpload, s.Site())
	case sink.FillIn:
		return subject(canSecrets, s.Site())
	case sink.Pay, sink.Send, sink.Delete:
		return subject(canSinks, s.Site())
	}
	return "" // a tab of the person's is asked about each time
}

// ParseGrant reads one grant: an origin and the capabilities that the agent has
// there, as "https://a.example read act". One that is not understood grants
// nothing. The capabilities are read, act (which includes read), script,
// upload, download, secrets and sinks.
func ParseGrant(text string) (list []Subject, err error) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil, badGrant(text)
	}
	loc, err := Locate(words[0])
	if err != nil || loc.Host == "" || strings.TrimSuffix(words[0], "/") != loc.Origin() {
		return nil, badGrant(text)
	}
	for _, can := range words[1:] {
		if !strings.Contains(capabilities, " "+can+" ") {
			return nil, badGrant(text)
		}
		list = append(list, subject(can, loc.Origin()))
	}
	return list, nil
}

func badGrant(text string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "the grant \""+scan.Shorten(text, 80)+"\" is not understood: write an origin and what the agent may do there, of"+strings.TrimSuffix(capabilities, " ")+", such as: https://a.example read act")
}

// grants reads a stored list; what is not understood grants nothing.
func grants(data []byte) (list []Subject) {
	lines, err := ReadStrings(data)
	if err != nil {
		return nil
	}
	for _, line := range lines {
		if some, err := ParseGrant(line); err == nil {
			list = append(list, some...)
		}
	}
	return list
}

// holds reports whether a list grants what a subject names.
func holds(list []Subject, s Subject) bool {
	for _, g := range list {
		if g == s || g == s.General() {
			return true
		}
	}
	return false
}

// appendGrants writes what grants reads, one origin each.
func appendGrants(dst []byte, list []Subject) []byte {
	var lines []string
	at := map[string]int{}
	for _, s := range list {
		i, ok := at[s.Site()]
		if !ok {
			i = len(lines)
			at[s.Site()] = i
			lines = append(lines, s.Site())
		}
		lines[i] += " " + s.Can()
	}
	return AppendStrings(dst, lines)
}
