package program

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
)

// Users is a file with one user a line: the SHA-256 of the user's token in hex,
// a space, the name. # begins a comment. It is read again when it changed, so
// that a removed line shuts its user out without a restart.
type Users struct {
	file string

	mu     sync.Mutex
	at     time.Time
	size   int64
	byHash map[string]string // owner: this file; read by Find
}

// OpenUsers reads the file.
func OpenUsers(file string) (*Users, error) {
	u := &Users{file: file}
	return u, u.read()
}

// Find returns whose token this is. It fits [httpapi.Agents].
func (u *Users) Find(token string) (string, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.read() != nil {
		// What cannot be read lets nobody in.
		return "", false
	}
	name, ok := u.byHash[hash(token)]
	return name, ok && token != ""
}

// read is called with mu held, or before the value is shared.
func (u *Users) read() error {
	info, err := os.Stat(u.file)
	if err != nil {
		return fmt.Errorf("--users: %w", err)
	}
	if u.byHash != nil && info.ModTime().Equal(u.at) && info.Size() == u.size {
		return nil
	}
	data, err := os.ReadFile(u.file)
	if err != nil {
		return fmt.Errorf("--users: %w", err)
	}
	found := map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		field := strings.Fields(text)
		if len(field) == 0 {
			continue
		}
		if raw, err := hex.DecodeString(field[0]); len(field) != 2 || err != nil || len(raw) != sha256.Size {
			return fmt.Errorf("--users: %s, line %d: must be the SHA-256 of a token in hex, a space, a name", u.file, n)
		}
		found[strings.ToLower(field[0])] = field[1]
	}
	u.byHash, u.at, u.size = found, info.ModTime(), info.Size()
	return nil
}

// AddUser appends a user with a new token to the file, which it makes when it
// is not there, and returns the token: the only time that it can be seen.
func AddUser(file, name string) (string, error) {
	if name == "" || len(name) > 64 || strings.ContainsAny(name, "# \t\r\n") {
		return "", errors.New("the user's name must be 1 to 64 characters without space and #")
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	token := rand.Text() + rand.Text()
	_, err = fmt.Fprintf(f, "%s %s\n", hash(token), name)
	return token, errors.Join(err, f.Close())
}

// RemoveUser drops every line of the user from the file.
func RemoveUser(file, name string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var kept []string
	removed := false
	for l := range strings.Lines(string(data)) {
		text, _, _ := strings.Cut(l, "#")
		if field := strings.Fields(text); len(field) == 2 && field[1] == name {
			removed = true
			continue
		}
		kept = append(kept, l)
	}
	if !removed {
		return fmt.Errorf("%s: no user is called that: %w", file, fs.ErrNotExist)
	}
	temp := file + "." + rand.Text()
	if err := os.WriteFile(temp, []byte(strings.Join(kept, "")), 0o600); err != nil {
		return err
	}
	return os.Rename(temp, file)
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
