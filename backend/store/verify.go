package store

import (
	"context"
	"crypto/hmac"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Report is what a check of the chain found.
type Report struct {
	// Rows is how many were checked.
	Rows uint64 `json:"rows"`
	// Chains are the ends of the chains, by the backend's name: one without a
	// name, or one for each backend that shared the audit.
	Chains []Chain `json:"chains"`
	// Faults are what is wrong, at most [maxFaults] of them; Broken counts all.
	Broken int      `json:"broken"`
	Faults []string `json:"faults,omitempty"`
	// Notes are what is to be known and is no fault: what was let go, and what
	// could not be checked.
	Notes []string `json:"notes,omitempty"`
}

const maxFaults = 20

// Chain is one backend's rows, from number First to number Last.
type Chain struct {
	Node  string `json:"node,omitempty"`
	Rows  uint64 `json:"rows"`
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
	// Hash is the last row's: kept elsewhere, it proves later that nothing up
	// to here was made anew.
	Hash string `json:"hash"`
	// LetGo is how many older rows were let go.
	LetGo uint64 `json:"letGo,omitempty"`
}

// Verifier checks chains row by row, from whatever source.
type Verifier struct {
	// key checks signatures; nil when they cannot be checked here.
	key    []byte
	report Report
	chains map[string]*Chain
	// state is what is known of each chain besides.
	state map[string]*chainState
}

type chainState struct {
	faults []string
	// begins stands for the chain's beginning, nil when row 1 is expected; kept
	// is what has come of what is kept of it.
	begins *Row
	kept   digest
	// ends is where the chain ends as it is known from elsewhere.
	ends *head
}

// chain returns what is known of a backend's chain.
func (v *Verifier) chain(node string) (*Chain, *chainState) {
	if v.chains == nil {
		v.chains, v.state = map[string]*Chain{}, map[string]*chainState{}
	}
	if v.chains[node] == nil {
		v.chains[node], v.state[node] = &Chain{Node: node, Hash: first}, &chainState{}
	}
	return v.chains[node], v.state[node]
}

// begin takes the beginnings of the chains for granted.
func (v *Verifier) begin(m *mark) {
	for node, r := range m.Chains {
		p, _ := v.chain(node)
		p.Last, p.Hash = r.Seq, r.Hash
	}
}

// Add checks the next row.
func (v *Verifier) Add(r Row) {
	p, s := v.chain(r.Node)
	if r.What == WhatLetGo && r.LetGo != nil {
		v.letGo(p, s, r)
		return
	}
	v.report.Rows++
	p.Rows++
	if r.sum() != r.Hash {
		v.fault(r, "was changed: its hash is not that of its content")
	}
	if r.What == WhatMissing {
		v.fault(r, "says what was missing when the backend started: "+r.Outcome)
	}
	if s.ends != nil && s.ends.Seq == r.Seq && s.ends.Hash != r.Hash {
		v.fault(r, "is not the one that was the chain's end: the end was made anew")
	}
	if s.begins != nil && s.kept.rows < s.begins.LetGo.Kept {
		if s.kept.add(r.Hash); s.kept.rows == s.begins.LetGo.Kept && s.kept.text() != s.begins.LetGo.Digest {
			v.fault(*s.begins, "was signed with other rows kept before it: some were replaced, put in or taken out")
		}
		return
	}
	switch {
	case p.First == 0 && p.Last == 0 && r.Seq > 1:
		v.fault(r, "is the first: rows before it are missing, and nothing signed says that they were let go")
	case r.Seq == 1 && p.Last == 0 && r.Prev != first:
		v.fault(r, "is the first and yet follows another")
	case p.First == 0 && p.Last == 0:
	case r.Seq != p.Last+1:
		v.fault(r, "follows row "+strconv.FormatUint(p.Last, 10)+": rows are missing or out of order")
	case r.Prev != p.Hash:
		v.fault(r, "does not follow the row before it: one of them was replaced")
	}
	if p.First == 0 {
		p.First = r.Seq
	}
	p.Last, p.Hash = r.Seq, r.Hash
}

// letGo takes the row that stands for the beginning of a chain.
func (v *Verifier) letGo(p *Chain, s *chainState, r Row) {
	if s.begins != nil || p.Rows > 0 {
		v.fault(r, "stands for the beginning of the chain and is not at it")
	}
	s.begins = &r
	p.Last, p.Hash, p.LetGo = r.Seq, r.Hash, r.LetGo.Rows
	for _, f := range r.LetGo.Faults {
		v.add(p.Node, f)
	}
	of := ""
	if r.Node != "" {
		of = " of " + r.Node
	}
	switch {
	case v.key == nil:
		v.note("who signed what was let go" + of + " cannot be checked here, without the key of bua's configuration folder")
	case !hmac.Equal([]byte(r.LetGo.MAC), []byte(r.mac(v.key))):
		v.fault(r, "says what was let go and is not signed by this audit's backend")
	}
	if text := r.LetGo.Summary(r.At, r.Seq); text != "" {
		v.note(strings.TrimSpace(strings.TrimPrefix(of, " of ") + " " + text))
	}
}

func (v *Verifier) note(text string) { v.report.Notes = append(v.report.Notes, text) }

// Report returns what was found so far.
func (v *Verifier) Report() Report {
	r := v.report
	for node, c := range v.chains {
		r.Chains = append(r.Chains, *c)
		s, end := v.state[node], &Verifier{report: r}
		if s.begins != nil && s.kept.rows < s.begins.LetGo.Kept {
			end.add(node, "rows that were kept of its beginning are missing")
		}
		if s.ends != nil && s.ends.Seq > c.Last {
			end.add(node, "rows "+strconv.FormatUint(c.Last+1, 10)+" to "+strconv.FormatUint(s.ends.Seq, 10)+" at its end are missing")
		}
		r = end.report
	}
	slices.SortFunc(r.Chains, func(a, b Chain) int { return strings.Compare(a.Node, b.Node) })
	return r
}

func (v *Verifier) fault(r Row, what string) {
	text := "row " + strconv.FormatUint(r.Seq, 10)
	if r.Node != "" {
		text += " of " + r.Node
	}
	text += " " + what
	if s := v.state[r.Node]; s != nil && len(s.faults) < maxFaults {
		s.faults = append(s.faults, text)
	}
	v.count(text)
}

// add is a fault of a chain and not of one row.
func (v *Verifier) add(node, text string) {
	if node != "" {
		text = "of " + node + ": " + text
	}
	v.count(text)
}

func (v *Verifier) count(text string) {
	v.report.Broken++
	if len(v.report.Faults) < maxFaults {
		v.report.Faults = append(v.report.Faults, text)
	}
}

// Verify checks the whole audit, and with [Audit.Trust] who signed and whether
// its end is there.
func (a *Audit) Verify(ctx context.Context) (Report, error) {
	var v Verifier
	if g := a.trust.Load(); g != nil {
		v.key = g.Key
		if g.Head != "" {
			h, err := readHead(g.Head, g.Key)
			switch {
			case err == nil:
				_, s := v.chain(h.Node)
				s.ends = &h
			case errors.Is(err, fs.ErrNotExist):
				v.note("where the chain ends is not kept outside of the store yet")
			default:
				v.add(a.s.node(), "the file that says where the chain ends "+err.Error())
			}
		}
	}
	err := a.Rows(ctx, Query{}, func(r Row) error { v.Add(r); return nil })
	return v.Report(), err
}
