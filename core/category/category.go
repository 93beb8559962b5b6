// Package category tells of a domain whether it belongs to a kind of site that
// many people want an agent kept out of: banks, password managers, identity
// providers, health and government.
//
// The lists in it were made by hand from public knowledge, and are short: the
// well-known names and the suffixes that only such sites can have. They are no
// directory. A bank that is not named is not blocked; what must be blocked for
// sure goes on the blocklist. docs/profiles.md says so to the person.
//
// It imports: no other room.
package category

import "strings"

// The categories, as they are stored and shown.
const (
	Banking    = "banking"
	Passwords  = "passwords"
	Identity   = "identity"
	Health     = "health"
	Government = "government"
)

// Names returns all categories.
func Names() []string { return []string{Banking, Passwords, Identity, Health, Government} }

// Known reports whether there is a category of this name.
func Known(name string) bool { return domains(name) != "" }

// Of returns the first of the named categories that a canonical host belongs
// to, "" when it belongs to none of them. A listed domain stands for itself and
// for everything below it.
func Of(host string, names []string) string {
	for _, name := range names {
		list := domains(name)
		for at := 0; at >= 0; {
			if strings.Contains(list, "\n"+host[at:]+"\n") {
				return name
			}
			dot := strings.IndexByte(host[at:], '.')
			if dot < 0 {
				break
			}
			at += dot + 1
		}
	}
	return ""
}

// Domains returns the domains of a category, each of which stands for itself and
// for everything below it.
func Domains(name string) []string { return strings.Fields(domains(name)) }

// domains is the list of a category: one domain on a line, a new line before
// the first and after the last.
func domains(name string) string {
	switch name {
	case Banking:
		return banking
	case Passwords:
		return passwords
	case Identity:
		return identity
	case Health:
		return health
	case Government:
		return government
	}
	return ""
}
