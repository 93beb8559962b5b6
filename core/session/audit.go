package session

import (
	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// MaxHistory is the number of rows that the audit ring keeps.
const MaxHistory = 1000

// auditLog is the ring of rows under [KeyHistory]. It listens to the [Registry] and
// is called by nobody else, so that every path to an end is in it.
//
// A row is an [auditRow].
type auditLog struct {
	writer *Writer
	log    func(string)

	mu       lock.Mutex
	rows     [][]byte // encoded, oldest first; owned by mu
	degraded bool     // storage holds fewer rows than it should; owned by mu
}

func (a *auditLog) hear(now int64, c Change) {
	r := auditRow{At: now, Domain: c.Session.Domain, TabID: c.Session.TabID, StartedAt: c.Session.StartedAt, Agent: c.Session.Agent}
	switch c.Kind {
	case Started:
		r.Event = RowStart
	case Ended:
		r.Event, r.Reason = RowEnd, c.Reason
		r.ActionCount, r.DurationMS = int64(c.Session.ActionCount), max(0, now-c.Session.StartedAt)
	case Blocked:
		r.Event, r.Action = RowBlock, string(c.Action)
	case Replaced:
		r.Event, r.NewTabID = RowReplace, int64(c.NewTab)
	case Helped:
		r.Event, r.Action = RowHelp, string(c.Action)
	case Answered, Resumed:
		r.Event, r.Action = RowConsent, string(c.Action)
	default:
		return
	}
	a.append(r.encode())
}

func (a *auditLog) append(row []byte) {
	a.mu.Lock()
	a.rows = append(a.rows, row)
	if n := len(a.rows) - MaxHistory; n > 0 {
		a.rows = append(a.rows[:0], a.rows[n:]...)
	}
	a.mu.Unlock()
	a.writer.Put(Local, KeyHistory, a.encode, a.failed)
}

func (a *auditLog) clear(now int64) {
	a.mu.Lock()
	a.rows = nil
	a.mu.Unlock()
	a.append(auditRow{At: now, Event: RowClear}.encode())
}

func (a *auditLog) encode() []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	return rowsOf(a.rows)
}

// failed gives up the older half of the ring, so that a full storage keeps the
// newest rows, and says once that the record is degraded.
func (a *auditLog) failed(err error) (again bool) {
	a.mu.Lock()
	n := len(a.rows)
	if n > 1 {
		a.rows = append([][]byte(nil), a.rows[n/2:]...)
	}
	first := !a.degraded
	a.degraded = true
	a.mu.Unlock()
	if first {
		a.log("audit_degraded: storage refused the audit log (" + protocol.AsError(err).Message + "); older rows are dropped")
	}
	return n > 1
}

// load takes over what storage holds and returns the sessions that have a
// start and no end in it.
func (a *auditLog) load(data []byte) (open map[int]Session, err error) {
	open = map[int]Session{}
	var rows [][]byte
	err = readObjects(data, func(f fields) {
		was := readAuditRow(f)
		r := auditRow{At: was.At, Event: was.Event, Domain: was.Domain, TabID: was.TabID, StartedAt: was.StartedAt, Agent: was.Agent}
		switch r.Event {
		case RowStart:
			open[r.TabID] = Session{TabID: r.TabID, Domain: r.Domain, StartedAt: r.StartedAt}
		case RowEnd:
			delete(open, r.TabID)
			r.Reason, r.ActionCount, r.DurationMS = endReason(string(was.Reason)), was.ActionCount, was.DurationMS
		case RowBlock, RowReplace, RowClear, RowConsent, RowHelp:
			r.Action, r.NewTabID = was.Action, was.NewTabID
		default:
			return // not a row of ours
		}
		rows = append(rows, r.encode())
	})
	if n := len(rows) - MaxHistory; n > 0 {
		rows = rows[n:]
	}
	delete(open, 0)
	a.mu.Lock()
	a.rows = rows
	a.mu.Unlock()
	return open, err
}
