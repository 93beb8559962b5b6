package coretest

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zapvol/bua/core/session"
)

// Row is one row of the stored audit log.
type Row struct {
	Event, Domain, Reason, Action string
	TabID, NewTabID, ActionCount  int
	At, StartedAt, DurationMS     int64
}

// History reads the stored audit log, leaving out what is not a row.
func (w *World) History() []Row {
	var rows []Row
	dec := jsontext.NewDecoder(bytes.NewBufferString(w.Store.Value(session.Local, session.KeyHistory)))
	row, name := Row{}, ""
	for {
		t, err := dec.ReadToken()
		if err != nil {
			return rows
		}
		switch t.Kind() {
		case '{':
			row = Row{}
		case '}':
			rows = append(rows, row)
		case '"':
			if kind, n := dec.StackIndex(dec.StackDepth()); kind == '{' && n%2 == 1 {
				name = t.String()
			} else {
				row.text(name, t.String())
			}
		case '0':
			row.number(name, t.Int())
		}
	}
}

func (r *Row) text(name, value string) {
	switch name {
	case "event":
		r.Event = value
	case "domain":
		r.Domain = value
	case "reason":
		r.Reason = value
	case "action":
		r.Action = value
	}
}

func (r *Row) number(name string, value int64) {
	switch name {
	case "tabId":
		r.TabID = int(value)
	case "newTabId":
		r.NewTabID = int(value)
	case "actionCount":
		r.ActionCount = int(value)
	case "at":
		r.At = value
	case "startedAt":
		r.StartedAt = value
	case "durationMs":
		r.DurationMS = value
	}
}
