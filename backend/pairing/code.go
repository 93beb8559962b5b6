package pairing

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"time"
)

// Limits of codes.
const (
	codeLife  = 10 * time.Minute
	codeTries = 5
	// codesPerUser bounds what one user can leave lying around; a new code
	// replaces the oldest.
	codesPerUser = 8
)

// IssuedCode is a one-time code to show to the person.
type IssuedCode struct {
	// Text is three groups of four characters.
	Text    string    `json:"code"`
	Expires time.Time `json:"expires"`
}

// Code is what is kept of a live, used or dead code under its name. It stays
// until it expires, so that guessing on is told from guessing. The secret is
// kept as its hash.
type Code struct {
	Name    string    `json:"name"`
	User    string    `json:"user"`
	Hash    []byte    `json:"hash"`
	Expires time.Time `json:"expires"`
	Wrong   int       `json:"wrong,omitempty"`
	Used    bool      `json:"used,omitempty"`
}

// letters are those of Crockford's base 32: none looks like another.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Issue makes a one-time code for the user.
func (s *Service) Issue(user string) IssuedCode {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.o.Now()
	var oldest string
	n := 0
	for name, c := range s.codes {
		if now.After(c.Expires) {
			delete(s.codes, name)
			continue
		}
		if c.User != user {
			continue
		}
		if n++; oldest == "" || c.Expires.Before(s.codes[oldest].Expires) {
			oldest = name
		}
	}
	if n >= codesPerUser {
		delete(s.codes, oldest)
	}
	text := random(12)
	for s.codes[text[:4]] != nil {
		text = random(12)
	}
	c := &Code{Name: text[:4], User: user, Hash: secret(text[4:]), Expires: now.Add(codeLife)}
	s.codes[c.Name] = c
	s.keep(c)
	return IssuedCode{Text: text[:4] + "-" + text[4:8] + "-" + text[8:], Expires: c.Expires}
}

// keep stores a code. One that cannot be stored is good until the backend
// ends, so that is no reason to refuse it. The caller holds the mutex.
func (s *Service) keep(t *Code) {
	if err := s.o.Store.PutCode(*t); err != nil {
		s.o.Log.Error("the state of a pairing code could not be stored", "err", err)
	}
}

func secret(text string) []byte {
	h := sha256.Sum256([]byte(text))
	return h[:]
}

// random returns n letters; 256 is a multiple of 32, so none is likelier.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails: the process would end
	for i := range b {
		b[i] = letters[b[i]%32]
	}
	return string(b)
}

// normal undoes what a person does to a code: case, gaps, and the letters that
// look like digits.
var normal = strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1")

// verdict is what a code is worth.
type verdict int

const (
	codeRight verdict = iota
	codeWrong
	codeSpent
	codeDead
)

// parts are what names a code and what is secret of it, false when it is no code.
func parts(text string) (name, secret string, ok bool) {
	text = normal.Replace(strings.ToUpper(text))
	if len(text) != 12 {
		return "", "", false
	}
	return text[:4], text[4:], true
}

// try judges a code and counts the attempt. The caller holds the mutex.
func (s *Service) try(text string) (*Code, verdict) {
	name, hidden, ok := parts(text)
	c := s.codes[name]
	switch {
	case !ok || c == nil || s.o.Now().After(c.Expires):
		return nil, codeWrong
	case c.Wrong >= codeTries:
		return nil, codeDead
	case subtle.ConstantTimeCompare(c.Hash, secret(hidden)) != 1:
		c.Wrong++
		s.keep(c)
		return nil, codeWrong
	case c.Used:
		return nil, codeSpent
	}
	return c, codeRight
}
