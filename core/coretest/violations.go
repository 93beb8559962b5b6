package coretest

import (
	"context"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// Violations waits until the worker has nothing left to do and returns what
// does not hold, a sentence each:
//
//   - a session starts once and ends once, and what is not ended is known;
//   - no command left for a tab without a session, but the question whose a
//     page is that was blank, nor for a blocked page;
//   - the audit log has the last starts, ends and blocks, in order;
//   - storage has the sessions;
//   - there is at most one window of the agent's, and none without its tabs;
//   - nothing holds a tab without a session;
//   - actions in one tab never overlap, nor do writes to storage.
func (w *World) Violations(ctx context.Context) []string {
	w.Dispatcher.Settle(ctx)
	var bad []string
	report := func(text string) { bad = append(bad, text) }
	live, rows := w.replay(report)
	for _, s := range w.Dispatcher.Sessions() {
		if !live[s.TabID] {
			report("session without a start: tab " + strconv.Itoa(s.TabID))
		}
		delete(live, s.TabID)
		if w.Browser.URL(s.TabID) == "" {
			report("session on a closed tab " + strconv.Itoa(s.TabID))
		}
	}
	for tab := range live {
		report("session without an end: tab " + strconv.Itoa(tab))
	}
	w.audit(rows, report)
	if got, want := w.Store.Value(session.Run, session.KeySessions), len(w.Dispatcher.Sessions()); strings.Count(got, `"tabId"`) != want {
		report("storage has other sessions than " + strconv.Itoa(want) + ": " + got)
	}
	hidden := w.Browser.Hidden()
	if len(hidden) > 1 {
		report(strconv.Itoa(len(hidden)) + " windows of the agent's")
	}
	for _, id := range hidden {
		owned := 0
		for _, tab := range w.Browser.In(id) {
			if w.Dispatcher.Owns(tab) {
				owned++
			}
		}
		if owned == 0 {
			report("a window of the agent's without a tab of the agent's")
		}
	}
	for _, c := range w.CDP.Commands() {
		if _, ok := w.session(c.Tab); !ok && w.CDP.Attached(c.Tab) && w.Browser.URL(c.Tab) != "" {
			report("tab " + strconv.Itoa(c.Tab) + " is held without a session")
		}
	}
	if w.Debugger.Overlapped() {
		report("two actions ran in one tab at a time")
	}
	if w.Store.Overlapped() {
		report("two writes to storage ran at a time")
	}
	return bad
}

func (w *World) session(tab int) (session.Session, bool) {
	for _, s := range w.Dispatcher.Sessions() {
		if s.TabID == tab {
			return s, true
		}
	}
	return session.Session{}, false
}

// replay follows the journal and returns the sessions that live, and the rows
// that the audit log should have, as event and tab.
func (w *World) replay(report func(string)) (live map[int]bool, rows []string) {
	live = map[int]bool{}
	row := func(event string, tab int) { rows = append(rows, event+" "+strconv.Itoa(tab)) }
	for _, e := range w.Journal() {
		if e.Command != "" {
			if !live[e.Tab] && e.Command != askOwner { // a page may come between the look and the question
				report(e.Command + " left for tab " + strconv.Itoa(e.Tab) + " without a session")
			}
			if e.Blocked {
				report(e.Command + " left for the blocked page " + e.URL)
			}
			continue
		}
		switch e := e.Event.(type) {
		case protocol.SessionStarted:
			if live[e.TabID] {
				report("second start in tab " + strconv.Itoa(e.TabID))
			}
			live[e.TabID] = true
			row("start", e.TabID)
		case protocol.SessionEnded:
			if !live[e.TabID] {
				report("end without a start in tab " + strconv.Itoa(e.TabID))
			}
			delete(live, e.TabID)
			row("end", e.TabID)
		case protocol.DomainBlocked:
			row("block", e.TabID)
		}
	}
	return live, rows
}

// audit compares the end of the stored log with what happened.
func (w *World) audit(want []string, report func(string)) {
	var got []string
	for _, row := range w.History() {
		if row.Event == "start" || row.Event == "end" || row.Event == "block" {
			got = append(got, row.Event+" "+strconv.Itoa(row.TabID))
		}
	}
	if len(got) > session.MaxHistory {
		report("the audit log has " + strconv.Itoa(len(got)) + " rows")
	}
	if len(want) > len(got) && len(got) >= session.MaxHistory-1 {
		want = want[len(want)-len(got):]
	}
	if strings.Join(got, ",") != strings.Join(want, ",") {
		report("the audit log has [" + strings.Join(got, ", ") + "], not [" + strings.Join(want, ", ") + "]")
	}
}
