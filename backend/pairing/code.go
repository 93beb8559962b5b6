package pairing

import (
	"crypto/rand"
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

// Code is a one-time code to show to the person.
type Code struct {
	// Text is three groups of four characters.
	Text    string    `json:"code"`
	Expires time.Time `json:"expires"`
}

// code is a live, used or dead code under its name. It stays until it expires,
// so that guessing on is told from guessing.
type code struct {
	user    string
	secret  string
	expires time.Time
	wrong   int
	used    bool
}

// letters are those of Crockford's base 32: none looks like another.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Code makes a one-time code for the user.
func (d *Desk) Code(user string) Code {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.o.Now()
	var oldest string
	n := 0
	for name, c := range d.codes {
		if now.After(c.expires) {
			delete(d.codes, name)
			continue
		}
		if c.user != user {
			continue
		}
		if n++; oldest == "" || c.expires.Before(d.codes[oldest].expires) {
			oldest = name
		}
	}
	if n >= codesPerUser {
		delete(d.codes, oldest)
	}
	text := random(12)
	for d.codes[text[:4]] != nil {
		text = random(12)
	}
	c := &code{user: user, secret: text[4:], expires: now.Add(codeLife)}
	d.codes[text[:4]] = c
	return Code{Text: text[:4] + "-" + text[4:8] + "-" + text[8:], Expires: c.expires}
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

// try judges a code and counts the attempt. The caller holds the mutex.
func (d *Desk) try(text string) (*code, verdict) {
	text = normal.Replace(strings.ToUpper(text))
	if len(text) != 12 {
		return nil, codeWrong
	}
	c := d.codes[text[:4]]
	switch {
	case c == nil || d.o.Now().After(c.expires):
		return nil, codeWrong
	case c.wrong >= codeTries:
		return nil, codeDead
	case subtle.ConstantTimeCompare([]byte(c.secret), []byte(text[4:])) != 1:
		c.wrong++
		return nil, codeWrong
	case c.used:
		return nil, codeSpent
	}
	return c, codeRight
}
