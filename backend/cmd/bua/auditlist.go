package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/store"
)

// table puts the two rows of an action into one line.
type table struct {
	limit   int
	outcome string // picks lines, "" for all

	lines []*store.Row
	asked map[string]*store.Row // lines whose end has not come
}

func (t *table) add(r store.Row) error {
	switch r.What {
	case store.WhatAsked:
		if t.asked == nil {
			t.asked = map[string]*store.Row{}
		}
		t.asked[r.ID] = &r
	case store.WhatDone:
		if line := t.asked[r.ID]; line != nil {
			delete(t.asked, r.ID)
			line.Outcome, line.Millis, line.Origin, line.Tab = r.Outcome, r.Millis, r.Origin, r.Tab
			return nil
		}
	}
	t.lines = append(t.lines, &r)
	// Half of them may yet be dropped by their outcome: that shows at the end.
	if t.limit > 0 && t.outcome == "" && len(t.lines) > 4*t.limit {
		for _, gone := range t.lines[:len(t.lines)-t.limit] {
			delete(t.asked, gone.ID)
		}
		t.lines = append([]*store.Row(nil), t.lines[len(t.lines)-t.limit:]...)
	}
	return nil
}

func (t *table) print(out io.Writer) {
	kept := t.lines[:0]
	for _, r := range t.lines {
		if t.outcome == "" || r.Outcome == t.outcome {
			kept = append(kept, r)
		}
	}
	if t.limit > 0 && len(kept) > t.limit {
		kept = kept[len(kept)-t.limit:]
	}
	if len(kept) == 0 {
		fmt.Fprintln(out, "no such rows")
		return
	}
	_ = columns(out, "TIME\tWHAT\tOUTCOME\tMS\tORIGIN\tSOURCE\tTAB\tAGENT\tDEVICE", kept, func(r *store.Row) string {
		what, ms := r.What, ""
		if r.What == store.WhatLetGo && r.LetGo != nil {
			r.Outcome = strconv.FormatUint(r.LetGo.Rows, 10) + " rows"
		}
		if r.Action != "" {
			what = r.Action
			if r.What == store.WhatPolicy || r.What == store.WhatAnswered || r.What == store.WhatBlocked {
				what = r.What + " " + r.Action
			}
			if r.Secret != "" {
				what += " (secret " + r.Secret + ")"
			}
		}
		if r.Millis > 0 {
			ms = strconv.FormatInt(r.Millis, 10)
		}
		return strings.Join([]string{r.At.Local().Format(time.DateTime), plain(what), dash(r.Outcome), ms,
			dash(r.Origin), dash(r.Source), number(r.Tab), dash(r.Agent), dash(r.Device)}, "\t")
	})
}

func number(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}
