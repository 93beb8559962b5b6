package store

import (
	"context"
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
}

// Verifier checks chains row by row, from whatever source.
type Verifier struct {
	report Report
	chains map[string]*Chain
}

// Add checks the next row.
func (v *Verifier) Add(r Row) {
	if v.chains == nil {
		v.chains = map[string]*Chain{}
	}
	p := v.chains[r.Node]
	if p == nil {
		p = &Chain{Node: r.Node}
		v.chains[r.Node] = p
	}
	switch {
	case p.Rows == 0:
		p.First = r.Seq
		if r.Seq == 1 && r.Prev != first {
			v.fault(r, "is the first and yet follows another")
		}
	case r.Seq != p.Last+1:
		v.fault(r, "follows row "+strconv.FormatUint(p.Last, 10)+": rows are missing or out of order")
	case r.Prev != p.Hash:
		v.fault(r, "does not follow the row before it: one of them was replaced")
	}
	if r.sum() != r.Hash {
		v.fault(r, "was changed: its hash is not that of its content")
	}
	p.Rows++
	v.report.Rows++
	p.Last, p.Hash = r.Seq, r.Hash
}

// Report returns what was found so far.
func (v *Verifier) Report() Report {
	r := v.report
	for _, c := range v.chains {
		r.Chains = append(r.Chains, *c)
	}
	slices.SortFunc(r.Chains, func(a, b Chain) int { return strings.Compare(a.Node, b.Node) })
	return r
}

func (v *Verifier) fault(r Row, what string) {
	v.report.Broken++
	if len(v.report.Faults) < maxFaults {
		of := ""
		if r.Node != "" {
			of = " of " + r.Node
		}
		v.report.Faults = append(v.report.Faults, "row "+strconv.FormatUint(r.Seq, 10)+of+" "+what)
	}
}

// Verify checks the whole audit.
func (a *Audit) Verify(ctx context.Context) (Report, error) {
	var v Verifier
	err := a.Rows(ctx, Query{}, func(r Row) error { v.Add(r); return nil })
	return v.Report(), err
}
