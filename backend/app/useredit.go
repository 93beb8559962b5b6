package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/private"
)

// NewToken is a token to be made.
type NewToken struct {
	// User is whose it is to be.
	User string
	// Scope is what it is good for; "" for what an agent needs.
	Scope httpapi.Scope
	// LastDay is when it ends, "" for never.
	LastDay string
	// Enrols makes it one for an organisation's policy, which is exchanged for the
	// keys of that many browsers; 0 for any other token.
	Enrols int
}

// AddUser appends a new token to the file, which it makes when it is not there,
// and returns it: the only time that it can be seen.
func AddUser(file string, n NewToken) (string, error) {
	line, token, err := n.line()
	if err != nil {
		return "", err
	}
	if _, err := private.Read(file, maxUsers); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(line)
	return token, errors.Join(err, f.Close())
}

// line makes a token and what the file says of it.
func (n NewToken) line() (line, token string, err error) {
	if n.User == "" || len(n.User) > 64 || strings.ContainsAny(n.User, "# \t\r\n") {
		return "", "", invalid("the user's name must be 1 to 64 characters without space and #")
	}
	token = rand.Text() + rand.Text()
	line = hash(token) + " " + n.User
	switch {
	case n.Enrols < 0 || n.Enrols > maxEnrolled:
		return "", "", invalid(fmt.Sprintf("--devices: must be 1 to %d", maxEnrolled))
	case n.Enrols > 0:
		line += fmt.Sprintf(" %s x%d", scopeEnrol, n.Enrols)
	case n.Scope == "" || n.Scope == httpapi.ScopeAgent:
	case n.Scope == httpapi.ScopeOperator || n.Scope == httpapi.ScopeFleet:
		line += " " + string(n.Scope)
	default:
		return "", "", invalid("--scope: must be agent, operator or fleet")
	}
	if n.LastDay != "" {
		if _, err := EndOf(n.LastDay); err != nil {
			return "", "", err
		}
		line += " " + n.LastDay
	}
	return line + "\n", token, nil
}

// RotateUser adds a token and lets the user's others of its scope end with a
// day, unless they end before.
func RotateUser(file string, n NewToken, lastDay string) (string, error) {
	last, err := EndOf(lastDay)
	if err != nil {
		return "", err
	}
	added, token, err := n.line()
	if err != nil {
		return "", err
	}
	_, mine, err := parseGrant(added)
	if err != nil {
		return "", err
	}
	found := false
	err = edit(file, func(line, hash string, g grant) string {
		if g.name != n.User || g.scope != mine.scope {
			return line
		}
		found = true
		if !g.ends.IsZero() && g.ends.Before(last) {
			return line
		}
		return hash + " " + g.name + " " + string(g.scope) + " " + lastDay + "\n"
	}, added, func() error {
		if !found {
			return fmt.Errorf("%s: %s has no token of this scope to take over from; bua users add makes one: %w", file, n.User, fs.ErrNotExist)
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// RemoveUser drops every line of the user from the file.
func RemoveUser(file, name string) error {
	return remove(file, func(g grant) bool { return g.name == name }, "no user is called that")
}

// RemoveEnrolments drops a user's tokens for policies. Browsers that have come by
// them stay paired.
func RemoveEnrolments(file, name string) error {
	return remove(file, func(g grant) bool { return g.name == name && g.scope == scopeEnrol }, name+" has no enrolment")
}

// remove drops the lines that are picked, and says what there is none of.
func remove(file string, picks func(grant) bool, none string) error {
	removed := false
	return edit(file, func(line, _ string, g grant) string {
		if picks(g) {
			removed = true
			return ""
		}
		return line
	}, "", func() error {
		if !removed {
			return fmt.Errorf("%s: %s: %w", file, none, fs.ErrNotExist)
		}
		return nil
	})
}

// edit writes the file anew: each line that grants something as change has it,
// and then what is added, unless refuse has an error.
func edit(file string, change func(line, hash string, g grant) string, added string, refuse func() error) error {
	data, err := private.Read(file, maxUsers)
	if err != nil {
		return err
	}
	var out strings.Builder
	for l := range strings.Lines(string(data)) {
		if !strings.HasSuffix(l, "\n") {
			l += "\n"
		}
		if hash, g, err := parseGrant(l); err == nil && hash != "" {
			l = change(l, hash, g)
		}
		out.WriteString(l)
	}
	out.WriteString(added)
	if err := refuse(); err != nil {
		return err
	}
	return private.Write(file, []byte(out.String()))
}
