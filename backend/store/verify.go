package store

import (
	"context"
	"strconv"
)

// Report is what a check of the chain found.
type Report struct {
	// Rows is how many were checked, from number First to number Last.
	Rows  uint64 `json:"rows"`
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
	// Hash is the last row's: kept elsewhere, it proves later that nothing up
	// to here was made anew.
	Hash string `json:"hash"`
	// Faults are what is wrong, at most [maxFaults] of them; Broken counts all.
	Broken int      `json:"broken"`
	Faults []string `json:"faults,omitempty"`
}

const maxFaults = 20

// Verifier checks a chain row by row, from whatever source.
type Verifier struct {
	report Report
	hash   string
}

// Add checks the next row.
func (v *Verifier) Add(r Row) {
	p := &v.report
	switch {
	case p.Rows == 0:
		p.First = r.Seq
		if r.Seq == 1 && r.Prev != first {
			v.fault(r, "is the first and yet follows another")
		}
	case r.Seq != p.Last+1:
		v.fault(r, "follows row "+strconv.FormatUint(p.Last, 10)+": rows are missing or out of order")
	case r.Prev != v.hash:
		v.fault(r, "does not follow the row before it: one of them was replaced")
	}
	if r.sum() != r.Hash {
		v.fault(r, "was changed: its hash is not that of its content")
	}
	p.Rows++
	p.Last, v.hash, p.Hash = r.Seq, r.Hash, r.Hash
}

// Report returns what was found so far.
func (v *Verifier) Report() Report { return v.report }

func (v *Verifier) fault(r Row, what string) {
	v.report.Broken++
	if len(v.report.Faults) < maxFaults {
		v.report.Faults = append(v.report.Faults, "row "+strconv.FormatUint(r.Seq, 10)+" "+what)
	}
}

// Verify checks the whole audit.
func (a *Audit) Verify(ctx context.Context) (Report, error) {
	var v Verifier
	err := a.Rows(ctx, Query{}, func(r Row) error { v.Add(r); return nil })
	return v.Report(), err
}
