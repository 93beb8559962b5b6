package app

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/internal/private"
)

// Users is a file with one token a line: its SHA-256 in hex, a space, the user's
// name, and then, each with a space before it, its scope (agent, which is the
// default, or operator) and the day with which it ends (2027-01-31, in UTC). #
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
}

// maxUsers bounds what is read: some hundred thousand tokens.
const maxUsers = 16 << 20

// OpenUsers reads the file.
func OpenUsers(file string) (*Users, error) {
	u := &Users{file: file}
	return u, u.read()
}

// Find returns whose token this is. It fits [httpapi.Agents].
func (u *Users) Find(token string) (httpapi.Holder, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.read() != nil {
		// What cannot be read lets nobody in.
		return httpapi.Holder{}, false
	}
	g, ok := u.byHash[hash(token)]
	return httpapi.Holder{User: g.name, Scope: g.scope, Expired: !g.ends.IsZero() && !time.Now().Before(g.ends)}, ok && token != ""
}

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
		return "", g, errors.New("must be the SHA-256 of a token in hex, a space, a name; then, if wanted, agent or operator, and the last day, such as 2027-01-31")
	}
	g = grant{name: field[1]}
	for _, f := range field[2:] {
		ends, err := EndOf(f)
		switch scope := httpapi.Scope(f); {
		case (scope == httpapi.ScopeAgent || scope == httpapi.ScopeOperator) && g.scope == "":
			g.scope = scope
		case err == nil && g.ends.IsZero():
			g.ends = ends
		default:
			return "", g, fmt.Errorf("%q is not agent, operator or a day such as 2027-01-31, or there twice", f)
		}
	}
	if g.scope == "" {
		g.scope = httpapi.ScopeAgent
	}
	return strings.ToLower(field[0]), g, nil
}

// EndOf reads the last day on which a token is good, and returns its end.
func EndOf(day string) (time.Time, error) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return t, invalid("the last day must be one such as 2027-01-31")
	}
	return t.AddDate(0, 0, 1), nil
}

// NewToken is a token to be made.
type NewToken struct {
	// User is whose it is to be.
	User string
	// Scope is what it is good for; "" for what an agent needs.
	Scope httpapi.Scope
	// LastDay is when it ends, "" for never.
	LastDay string
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
	switch n.Scope {
	case "", httpapi.ScopeAgent:
	case httpapi.ScopeOperator:
		line += " " + string(n.Scope)
	default:
		return "", "", invalid("--scope: must be agent or operator")
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
	removed := false
	return edit(file, func(line, _ string, g grant) string {
		if g.name == name {
			removed = true
			return ""
		}
		return line
	}, "", func() error {
		if !removed {
			return fmt.Errorf("%s: no user is called that: %w", file, fs.ErrNotExist)
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
	temp := file + "." + rand.Text()
	if err := os.WriteFile(temp, []byte(out.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(temp, file)
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
