package store

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LetGo says what became of the beginning of a chain that has grown over its
// bound: the rows up to the one that stands for it are let go but for some,
// which are kept. It is signed with the key of [Audit.Guard].
type LetGo struct {
	// Rows is how many were let go, Until when the latest of them was written.
	Rows  uint64    `json:"rows"`
	Until time.Time `json:"until,omitzero"`
	// Kept is how many of the beginning are kept, Digest a chain of SHA-256 over
	// their hashes.
	Kept   uint64 `json:"kept"`
	Digest string `json:"digest"`
	// Faults are what was wrong with the rows when they were looked at.
	Faults []string `json:"faults,omitempty"`
	MAC    string   `json:"mac"`
}

// mark is where the chains begin that are read row by row. It is one value of
// the table, so that it changes in one step.
type mark struct {
	// Upto is the last message of the stream that has been gone through.
	Upto uint64 `json:"upto"`
	// Generation names the rows that are kept of it.
	Generation string `json:"generation,omitempty"`
	// Chains are the beginnings by the name of their backend: a row of
	// [WhatLetGo], whose number and hash are those of its last row.
	Chains map[string]Row `json:"chains"`

	revision uint64 // of the table's value, 0 for none
}

// sign makes the MAC of a row that stands for others.
func (r *Row) sign(key []byte) {
	r.LetGo.MAC = r.mac(key)
}

func (r Row) mac(key []byte) string {
	l := *r.LetGo
	l.MAC = ""
	r.LetGo = &l
	data, _ := json.Marshal(r) // nothing in it fails
	m := hmac.New(sha256.New, key)
	m.Write(data)
	return hex.EncodeToString(m.Sum(nil))
}

// digest is that of the hashes of rows.
type digest struct {
	rows uint64
	sum  [sha256.Size]byte
}

func (d *digest) add(hash string) {
	h := sha256.New()
	h.Write(d.sum[:])
	h.Write([]byte(hash))
	h.Sum(d.sum[:0])
	d.rows++
}

func (d *digest) text() string { return hex.EncodeToString(d.sum[:]) }

// class is whose share of what is kept a row takes.
type class struct {
	user string
	kind kind
}

type kind uint8

const (
	ofOperator kind = iota // pairings, settings, the backend's own
	ofPerson               // what the person did in their browser
	ofAgent                // everything that an agent can make more of
)

func classOf(what, user string) class {
	switch what {
	case WhatPaired, WhatRevoked, WhatPolicy, WhatStarted, WhatMissing:
		return class{"", ofOperator}
	case WhatStopped, WhatAnswered:
		return class{user, ofPerson}
	}
	return class{user, ofAgent}
}

// old is a row that is about to be kept or let go.
type old struct {
	class
	raw  json.RawMessage
	node string
	hash string
	at   time.Time
}

// shares picks from rows, oldest first, those that are kept in so many bytes: the
// latest of each class. A quarter is the operator's; the rest is divided among
// the users, of each a quarter for what the person did. So what one does never
// takes the room of another.
func shares(rows []old, bytes int) (kept, gone []old) {
	users := map[string]bool{}
	for _, r := range rows {
		if r.kind != ofOperator {
			users[r.user] = true
		}
	}
	share := bytes / 4 * 3 / max(len(users), 1)
	room := func(c class) int {
		switch c.kind {
		case ofOperator:
			return bytes / 4
		case ofPerson:
			return share / 4
		}
		return share / 4 * 3
	}
	left := map[class]int{}
	keep := make([]bool, len(rows))
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		have, seen := left[r.class]
		if !seen {
			have = room(r.class)
		}
		if keep[i] = have >= len(r.raw); keep[i] {
			have -= len(r.raw)
		} else {
			have = 0 // what is older than a row that went goes too
		}
		left[r.class] = have
	}
	for i, r := range rows {
		if keep[i] {
			kept = append(kept, r)
		} else {
			gone = append(gone, r)
		}
	}
	return kept, gone
}

// Summary says in words what was let go; "" for nothing.
func (l LetGo) Summary(at time.Time, last uint64) string {
	if l.Rows == 0 {
		return ""
	}
	text := "older rows were let go at " + at.UTC().Format(time.RFC3339) + ": " + strconv.FormatUint(l.Rows, 10) + " rows up to row " + strconv.FormatUint(last, 10)
	if !l.Until.IsZero() {
		text += ", the latest of " + l.Until.UTC().Format(time.RFC3339)
	}
	return text + "; " + strconv.FormatUint(l.Kept, 10) + " of them are kept"
}

// beginnings are the rows that stand for the beginnings of the chains, by name.
func (m *mark) beginnings() []Row {
	list := make([]Row, 0, len(m.Chains))
	for _, r := range m.Chains {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Row) int { return strings.Compare(a.Node, b.Node) })
	return list
}

var errMark = errors.New("store: what the audit keeps of its older rows is not readable; move the store away and keep it")
