package app

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// figures is what /metrics shows of a record.
func figures(r *recorder) string {
	registry := prometheus.NewRegistry()
	registry.MustRegister(r.events.collectors()...)
	page := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil))
	return page.Body.String()
}

// Sessions and why they end reach the log, the figures and the audit.
func TestRecord_sessions(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	var log bytes.Buffer
	r.log = slog.New(slog.NewTextHandler(&log, nil))
	tell := func(e protocol.Event) { r.event(pool.Event{User: "ann", Device: "d", Event: e}) }
	tell(protocol.SessionStarted{TabID: 4, Domain: "a.test", StartedAt: 1})
	for _, reason := range append(protocol.EndReasons(), "a browser's own word") {
		tell(protocol.SessionEnded{TabID: 4, Domain: "a.test", ActionCount: 3, Reason: reason})
	}
	tell(protocol.SessionEnded{TabID: 5, Domain: "a.test", Reason: protocol.EndReleased})
	tell(protocol.DialogDismissed{TabID: 6, Domain: "a.test", Dialog: "confirm"})
	tell(protocol.GlobalStop{EndedCount: 2})
	is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))

	page := figures(r)
	for _, line := range []string{"bua_sessions_started_total 1", `bua_sessions_ended_total{reason="user_stopped"} 1`, `bua_sessions_ended_total{reason="released"} 2`,
		`bua_sessions_ended_total{reason="other"} 1`, "bua_dialogs_dismissed_total 1", "bua_stop_all_total 1"} {
		is.True(strings.Contains(page, line+"\n")) // line
	}
	is.True(!strings.Contains(page, "own word"))

	for _, line := range []string{`msg="session started" user=ann device=d tab=4`, `msg="session ended" user=ann device=d tab=4 reason=screen_locked actions=3`,
		"dialog in time, so it was dismissed", "pressed Stop all"} {
		is.True(strings.Contains(log.String(), line)) // line
	}
	is.True(!strings.Contains(log.String(), "a.test")) // the log names no site

	var got []string
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{User: "ann"}, func(row store.Row) error {
		got = append(got, fmt.Sprintf("%s %s at %s, tab %d", row.What, row.Outcome, row.Origin, row.Tab))
		return nil
	}))
	is.Equal(len(got), 1+len(protocol.EndReasons())+1+1+1+1)
	is.Equal(got[0], "session started at a.test, tab 4")
	is.Equal(got[len(got)-3:], []string{"session released at a.test, tab 5", "dismissed confirm at a.test, tab 6", "stopped 2 at , tab 0"})
}
