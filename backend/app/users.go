package app

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/backend/pairing"
)

// Users is a file with one token a line: its SHA-256 in hex, a space, the user's
// name, and then, each with a space before it, its scope (agent, which is the
// default, operator, fleet or enrol), the day with which it ends (2027-01-31, in
// UTC), and for enrol how many browsers it is exchanged for (x20; one without it). #
// begins a comment. A user may have several, so that one can take over from
// another. The file is read again when it changed, so that a removed line shuts
// its holder out without a restart.
type Users struct {
	file string

	mu     sync.Mutex
	at     time.Time
	size   int64
	byHash map[string]grant // owner: this file; read by Find
}

// grant is what a line says of its token.
type grant struct {
	name  string
	scope httpapi.Scope
	ends  time.Time // zero for never
	// devices is how many browsers one of the scope enrol is exchanged for.
	devices int
}

// scopeEnrol is that of a token in an organisation's policy. It is good at the
// pairing endpoint alone, and nobody is let in by it.
const scopeEnrol httpapi.Scope = "enrol"

// maxUsers bounds what is read: some hundred thousand tokens.
const maxUsers = 16 << 20

// OpenUsers reads the file.
func OpenUsers(file string) (*Users, error) {
	u := &Users{file: file}
	return u, u.read()
}

// Find returns whose token this is. It fits [httpapi.Agents].
func (u *Users) Find(token string) (httpapi.Holder, bool) {
	g, ok := u.find(token)
	if g.scope == scopeEnrol {
		return httpapi.Holder{}, false
	}
	return httpapi.Holder{User: g.name, Scope: g.scope, Expired: g.over()}, ok && token != ""
}

// Enrolment returns what a token is worth that stands in a policy.
func (u *Users) Enrolment(token string) (pairing.Enrolment, bool) {
	g, ok := u.find(token)
	if !ok || g.scope != scopeEnrol || g.over() {
		return pairing.Enrolment{}, false
	}
	return pairing.Enrolment{Name: pairing.EnrolmentName(token), User: g.name, Devices: g.devices}, true
}

// find is what the file says of a token. One that cannot be read lets nobody in.
func (u *Users) find(token string) (g grant, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.read() == nil {
		g, ok = u.byHash[hash(token)]
	}
	return g, ok
}

func (g grant) over() bool { return !g.ends.IsZero() && !time.Now().Before(g.ends) }

// read is called with mu held, or before the value is shared.
func (u *Users) read() error {
	info, err := os.Lstat(u.file)
	if err != nil {
		return fmt.Errorf("--users: %w", err)
	}
	if u.byHash != nil && info.ModTime().Equal(u.at) && info.Size() == u.size {
		return nil
	}
	data, err := private.Read(u.file, maxUsers)
	if err != nil {
		return fmt.Errorf("--users: %w", err)
	}
	found := map[string]grant{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		hash, g, err := parseGrant(lines.Text())
		if err != nil {
			return fmt.Errorf("--users: %s, line %d: %w", u.file, n, err)
		}
		if hash != "" {
			found[hash] = g
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("--users: %s: %w", u.file, err)
	}
	u.byHash, u.at, u.size = found, info.ModTime(), info.Size()
	return nil
}

// parseGrant reads a line; a comment has no hash.
func parseGrant(line string) (hash string, g grant, err error) {
	text, _, _ := strings.Cut(line, "#")
	field := strings.Fields(text)
	if len(field) == 0 {
		return "", g, nil
	}
	if raw, err := hex.DecodeString(field[0]); len(field) < 2 || err != nil || len(raw) != sha256.Size {
		return "", g, errors.New("must be the SHA-256 of a token in hex, a space, a name; then, if wanted, agent, operator, fleet or enrol, the last day, such as 2027-01-31, and for enrol a number of browsers, such as x20")
	}
	g = grant{name: field[1]}
	for _, f := range field[2:] {
		ends, err := EndOf(f)
		switch scope := httpapi.Scope(f); {
		case (scope == httpapi.ScopeAgent || scope == httpapi.ScopeOperator || scope == httpapi.ScopeFleet || scope == scopeEnrol) && g.scope == "":
			g.scope = scope
		case f[0] == 'x' && g.devices == 0:
			if g.devices, err = strconv.Atoi(f[1:]); err != nil || g.devices < 1 || g.devices > maxEnrolled {
				return "", g, fmt.Errorf("%q must be x and a number of browsers from 1 to %d", f, maxEnrolled)
			}
		case err == nil && g.ends.IsZero():
			g.ends = ends
		default:
			return "", g, fmt.Errorf("%q is not agent, operator, fleet, enrol or a day such as 2027-01-31, or there twice", f)
		}
	}
	if g.scope == "" {
		g.scope = httpapi.ScopeAgent
	}
	if g.devices != 0 && g.scope != scopeEnrol {
		return "", g, errors.New("a number of browsers belongs to enrol")
	}
	g.devices = max(g.devices, 1)
	return strings.ToLower(field[0]), g, nil
}

// maxEnrolled bounds how many browsers one token is exchanged for.
const maxEnrolled = 1000

// EndOf reads the last day on which a token is good, and returns its end.
func EndOf(day string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return t, invalid("the last day must be one such as 2027-01-31")
	}
	return t.AddDate(0, 0, 1), nil
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
