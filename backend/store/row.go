package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/zapvol/bua/core/scan"
)

// What a row is about.
const (
	WhatAsked   = "asked"   // an action is about to be sent to a browser
	WhatDone    = "done"    // it ended; Outcome says how
	WhatPaired  = "paired"  // a browser was paired
	WhatRevoked = "revoked" // a browser's pairing was ended
	WhatStarted = "started" // the backend opened this audit
	WhatPolicy  = "policy"  // a setting was changed; Outcome is the new value
	WhatStopped = "stopped" // the person pressed Stop all; Outcome is how many sessions ended
	// WhatAnswered: the person answered what they were asked in the browser;
	// Action is the question, consent or help, and Outcome what they said.
	WhatAnswered = "answered"
	WhatBlocked  = "blocked" // the extension refused an action by the blocklist
	WhatSession  = "session" // the agent's work in a tab ended; Outcome is the reason
	// WhatDismissed: nobody answered a page's dialog in time, and it was dismissed.
	WhatDismissed = "dismissed"
	// WhatLetGo stands for the beginning of a chain that has grown over its bound:
	// see [LetGo]. It is in no chain itself.
	WhatLetGo = "let_go"
	// WhatMissing: when the backend opened this audit, rows were not there that
	// should have been; Outcome says which.
	WhatMissing = "missing"
)

// Row is one entry of the audit. It never holds page content, typed text, a
// whole URL or a key.
type Row struct {
	// Seq, At, Node, Prev and Hash are set when the row is written.
	Seq  uint64    `json:"seq"`
	At   time.Time `json:"at"`
	What string    `json:"what"`
	// Node is the backend that wrote the row, where several share the audit:
	// each has a chain of its own. It is set when the row is written.
	Node string `json:"node,omitempty"`
	// ID is the request's: that of its "asked" and its "done".
	ID     string `json:"id,omitempty"`
	User   string `json:"user,omitempty"`
	Device string `json:"device,omitempty"`
	// Agent is the program that asked, as it calls itself.
	Agent  string `json:"agent,omitempty"`
	Action string `json:"action,omitempty"`
	// Secret is the name of the secret that was to be filled in; of several, all.
	Secret string `json:"secret,omitempty"`
	Tab    int    `json:"tab,omitempty"`
	// Origin is the page's, or that of the address asked for; Path is a keyed
	// hash of the path and query behind it.
	Origin string `json:"origin,omitempty"`
	Path   string `json:"path,omitempty"`
	// Source and SourcePath are, in the same form, the page that this program had
	// read last when it asked: what that page says may be why. Rows of older
	// versions have none.
	Source     string `json:"source,omitempty"`
	SourcePath string `json:"sourcePath,omitempty"`
	// Outcome is ok, one of the error codes, or unknown.
	Outcome string `json:"outcome,omitempty"`
	Millis  int64  `json:"ms,omitempty"`
	// LetGo is of the row that stands for others only.
	LetGo *LetGo `json:"letGo,omitempty"`
	// Prev is the hash of the row before, 64 zeros for the first.
	Prev string `json:"prev"`
	Hash string `json:"hash"`
}

// first is what the first row of a chain has for a row before it.
var first = strings.Repeat("0", 2*sha256.Size)

// maxText bounds what a program calls itself, and the like.
const maxText = 256

// seal completes a row behind prev, and returns it in JSON.
func (r *Row) seal(seq uint64, prev string, at time.Time) ([]byte, error) {
	r.Seq, r.Prev, r.At = seq, prev, at.UTC().Round(0)
	for _, s := range []*string{&r.ID, &r.User, &r.Device, &r.Agent, &r.Action, &r.Secret, &r.Origin, &r.Path, &r.Source, &r.SourcePath, &r.Outcome} {
		*s = scan.Clip(strings.ToValidUTF8(*s, "\uFFFD"), maxText)
	}
	data, sum := r.bare()
	if sum == "" {
		return nil, errors.New("store: the audit: a row cannot be written as JSON")
	}
	r.Hash = sum // which is the last in it
	return append(append(bytes.TrimSuffix(data, []byte(`"}`)), sum...), `"}`...), nil
}

// sum is the hash that the row should have.
func (r Row) sum() string {
	_, sum := r.bare()
	return sum
}

// bare is the row without its hash, and that.
func (r Row) bare() (data []byte, sum string) {
	r.Hash = ""
	data, err := json.Marshal(r)
	if err != nil {
		return nil, "" // no time before the year 0 and none after 9999 gets here
	}
	h := sha256.New()
	_, _ = io.WriteString(h, r.Prev+"\n")
	h.Write(data)
	return data, hex.EncodeToString(h.Sum(nil))
}
