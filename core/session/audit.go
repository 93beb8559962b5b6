package session

import (
	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// MaxHistory is the number of rows that the audit ring keeps.
const MaxHistory = 1000

// audit is the ring of rows under [KeyHistory]. It listens to the [Book] and
// is called by nobody else, so that every path to an end is in it.
//
// A row is one flat JSON object: at (ms), event (start, end, block, replace,
// clear, consent, help), domain, tabId, and by event startedAt, reason, actionCount,
// durationMs, action, newTabId, agent.
type audit struct {
	writer *Writer
	log    func(string)

	mu       lock.Mutex
	rows     [][]byte // encoded, oldest first; owned by mu
	degraded bool     // storage holds fewer rows than it should; owned by mu
}

func (a *audit) hear(now int64, c Change) {
	var o object
	o.count("at", now)
	switch c.Kind {
	case Started:
		o.text("event", "start")
	case Ended:
		o.text("event", "end")
		o.text("reason", string(c.Reason))
		o.count("actionCount", int64(c.Session.ActionCount))
		o.count("durationMs", max(0, now-c.Session.StartedAt))
	case Blocked:
		o.text("event", "block")
		o.text("action", string(c.Action))
	case Replaced:
		o.text("event", "replace")
		o.count("newTabId", int64(c.NewTab))
	case Helped:
		o.text("event", "help")
		o.text("action", string(c.Action))
	case Answered, Resumed:
		o.text("event", "consent")
		o.text("action", string(c.Action))
	default:
		return
	}
	o.text("domain", c.Session.Domain)
	o.count("tabId", int64(c.Session.TabID))
	o.count("startedAt", c.Session.StartedAt)
	o.text("agent", c.Session.Agent)
	a.append(o.JSON())
}

func (a *audit) append(row []byte) {
	a.mu.Lock()
	a.rows = append(a.rows, row)
	if n := len(a.rows) - MaxHistory; n > 0 {
		a.rows = append(a.rows[:0], a.rows[n:]...)
	}
	a.mu.Unlock()
	a.writer.Put(Local, KeyHistory, a.encode, a.failed)
}

func (a *audit) clear(now int64) {
	a.mu.Lock()
	a.rows = nil
	a.mu.Unlock()
	var o object
	o.count("at", now)
	o.text("event", "clear")
	a.append(o.JSON())
}

func (a *audit) encode() []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	size := 2
	for _, row := range a.rows {
		size += len(row) + 1
	}
	out := append(make([]byte, 0, size), '[')
	for i, row := range a.rows {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, row...)
	}
	return append(out, ']')
}

// failed gives up the older half of the ring, so that a full storage keeps the
// newest rows, and says once that the record is degraded.
func (a *audit) failed(err error) (again bool) {
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
func (a *audit) load(data []byte) (open map[int]Session, err error) {
	open = map[int]Session{}
	var rows [][]byte
	err = readObjects(data, func(f fields) {
		s := Session{TabID: f.tab(), Domain: f.text("domain"), StartedAt: f.count("startedAt")}
		var o object
		o.count("at", f.count("at"))
		switch event := f.text("event"); event {
		case "start":
			open[s.TabID] = s
			o.text("event", event)
		case "end":
			delete(open, s.TabID)
			o.text("event", event)
			o.text("reason", string(endReason(f.text("reason"))))
			o.count("actionCount", f.count("actionCount"))
			o.count("durationMs", f.count("durationMs"))
		case "block", "replace", "clear", "consent", "help":
			o.text("event", event)
			o.text("action", f.text("action"))
			o.count("newTabId", f.count("newTabId"))
		default:
			return // not a row of ours
		}
		o.text("domain", s.Domain)
		o.count("tabId", int64(s.TabID))
		o.count("startedAt", s.StartedAt)
		o.text("agent", f.text("agent"))
		rows = append(rows, o.JSON())
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
