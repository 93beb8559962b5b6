package app

import (
	"slices"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// eventMetrics counts what browsers tell of themselves. A label is never what a
// browser wrote, only what of it is known.
type eventMetrics struct {
	started   prometheus.Counter
	ended     *prometheus.CounterVec
	dismissed prometheus.Counter
	stopped   prometheus.Counter
	// unrecorded is of the record itself.
	unrecorded prometheus.Counter
}

// maxWord bounds a word that a browser sent.
const maxWord = 32

func newEventMetrics() *eventMetrics {
	return &eventMetrics{
		started:    prometheus.NewCounter(prometheus.CounterOpts{Name: "bua_sessions_started_total", Help: "Tabs in which an agent began to work."}),
		ended:      prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bua_sessions_ended_total", Help: "Tabs in which an agent's work ended, by reason."}, []string{"reason"}),
		dismissed:  prometheus.NewCounter(prometheus.CounterOpts{Name: "bua_dialogs_dismissed_total", Help: "Dialogs of pages that nobody answered in time."}),
		stopped:    prometheus.NewCounter(prometheus.CounterOpts{Name: "bua_stop_all_total", Help: "How often a person pressed Stop all."}),
		unrecorded: prometheus.NewCounter(prometheus.CounterOpts{Name: "bua_requests_unrecorded_total", Help: "Actions that were refused because the audit could not be written."}),
	}
}

// collectors are all of them.
func (h *eventMetrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{h.started, h.ended, h.dismissed, h.stopped, h.unrecorded}
}

// event logs, counts and records what the person or the extension did, and
// follows the tabs. The log names no site.
func (r *recorder) event(e pool.Event) {
	row := store.Row{User: e.User, Device: e.Device}
	log := r.log.With("user", e.User, "device", e.Device)
	switch v := e.Event.(type) {
	case protocol.SessionStarted:
		r.tabs.move(e.User, e.Device, v.TabID, v.Domain)
		log.Info("session started", "tab", v.TabID)
		r.events.started.Inc()
		row.What, row.Outcome, row.Origin, row.Tab = store.WhatSession, "started", v.Domain, v.TabID
	case protocol.SessionNavigated:
		r.tabs.move(e.User, e.Device, v.TabID, v.Domain)
		return
	case protocol.SessionEnded:
		r.tabs.forget(e.User, e.Device, v.TabID)
		why := reasonOf(v.Reason)
		if v.Reason == protocol.EndUserStopped {
			r.interrupted(e.User, e.Device, v.TabID)
		}
		log.Info("session ended", "tab", v.TabID, "reason", why, "actions", v.ActionCount)
		r.events.ended.WithLabelValues(why).Inc()
		row.What, row.Outcome, row.Origin, row.Tab = store.WhatSession, why, v.Domain, v.TabID
	case protocol.DomainBlocked:
		log.Info("refused by the blocklist", "tab", v.TabID, "action", scan.Clip(string(v.AttemptedAction), maxWord))
		row.What, row.Origin, row.Action, row.Tab = store.WhatBlocked, v.Domain, string(v.AttemptedAction), v.TabID
	case protocol.DialogDismissed:
		log.Warn("nobody answered a page's dialog in time, so it was dismissed", "tab", v.TabID, "dialog", scan.Clip(v.Dialog, maxWord))
		r.events.dismissed.Inc()
		row.What, row.Outcome, row.Origin, row.Tab = store.WhatDismissed, scan.Clip(v.Dialog, maxWord), v.Domain, v.TabID
	case protocol.PersonAnswered:
		row.What, row.Action, row.Outcome, row.Origin, row.Tab = store.WhatAnswered, scan.Clip(v.Question, maxWord), scan.Clip(v.Answer, maxWord), v.Domain, v.TabID
	case protocol.PersonActed:
		if r.takenOver != nil {
			r.takenOver(e.User, e.Device, v.TabID)
		}
		return
	case protocol.GlobalStop:
		r.interrupted(e.User, e.Device, 0)
		log.Info("the person pressed Stop all", "sessions", v.EndedCount)
		r.events.stopped.Inc()
		row.What, row.Outcome = store.WhatStopped, strconv.Itoa(v.EndedCount)
	default:
		return
	}
	r.audit.Note(row)
}

// reasonOf is a reason that is known, else "other".
func reasonOf(r protocol.EndReason) string {
	if slices.Contains(protocol.EndReasons(), r) {
		return string(r)
	}
	return "other"
}

func (r *recorder) interrupted(user, device string, tab int) {
	if r.stopped != nil {
		r.stopped(user, device, tab)
	}
}
