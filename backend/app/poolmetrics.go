package app

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/zapvol/bua/backend/pool"
)

// poolCollectors are the figures of what a pool did.
func poolCollectors(stats func() pool.Stats) []prometheus.Collector {
	list := []prometheus.Collector{gauge("bua_browsers_connected", "Browsers that are connected.", func() float64 { return float64(stats().Connections) })}
	for _, n := range []struct {
		name, help string
		value      func(pool.Stats) uint64
	}{
		{"bua_requests_sent_total", "Actions that were accepted for sending.", func(s pool.Stats) uint64 { return s.Requests }},
		{"bua_requests_timeout_total", "Actions that the browser did not answer in time.", func(s pool.Stats) uint64 { return s.Timeouts }},
		{"bua_requests_aborted_total", "Actions that their caller gave up.", func(s pool.Stats) uint64 { return s.Aborted }},
		{"bua_requests_unknown_total", "Actions whose outcome is unknown.", func(s pool.Stats) uint64 { return s.Unknown }},
		{"bua_requests_stopped_total", "Actions that Stop all ended.", func(s pool.Stats) uint64 { return s.Stopped }},
		{"bua_requests_resumed_total", "Actions that outlived a lost connection.", func(s pool.Stats) uint64 { return s.Resumed }},
		{"bua_requests_passed_total", "Actions that were passed on to another backend, which has the browser.", func(s pool.Stats) uint64 { return s.Passed }},
		{"bua_answers_late_total", "Answers to actions that were given up.", func(s pool.Stats) uint64 { return s.Late }},
		{"bua_answers_duplicate_total", "Answers to actions that were answered.", func(s pool.Stats) uint64 { return s.Duplicate }},
		{"bua_answers_stray_total", "Answers that nobody asked for.", func(s pool.Stats) uint64 { return s.Stray }},
		{"bua_messages_invalid_total", "Messages of browsers that break the protocol.", func(s pool.Stats) uint64 { return s.Invalid }},
		{"bua_connections_replaced_total", "Connections that a newer one of the same browser ended.", func(s pool.Stats) uint64 { return s.Replaced }},
		{"bua_connections_slow_total", "Connections that were ended because the browser did not read.", func(s pool.Stats) uint64 { return s.Slow }},
	} {
		list = append(list, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: n.name, Help: n.help}, func() float64 { return float64(n.value(stats())) }))
	}
	return list
}
