package app

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// MetricsUser is the user of the server mode whose token reads /metrics: the
// others have no business with figures about everybody.
const MetricsUser = "metrics"

// metrics are the figures at /metrics. Their labels are kinds, outcomes and
// status codes: nothing that a user, a page or a stranger can make up.
type metrics struct {
	registry *prometheus.Registry
	actions  *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	requests *prometheus.CounterVec
}

// counted is a [Bridge] that knows what its pool did.
type counted interface{ Stats() pool.Stats }

func newMetrics(m *Main) *metrics {
	x := &metrics{registry: prometheus.NewRegistry(),
		actions:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bua_actions_total", Help: "Actions that ended, by kind and outcome."}, []string{"action", "outcome"}),
		seconds:  prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "bua_action_seconds", Help: "How long actions took, the waiting for a browser included.", Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}}, []string{"action"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bua_http_requests_total", Help: "HTTP requests, by status code; 403 is a Host or an Origin that was refused, 429 a limit."}, []string{"code"}),
	}
	x.registry.MustRegister(x.actions, x.seconds, x.requests, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	x.gauge("bua_requests_in_flight", "Actions that wait for an answer.", func() float64 { return float64(m.bridge.InFlight()) })
	if m.kept != nil {
		x.gauge("bua_store_writable", "1 while the store takes writes.", func() float64 {
			if m.kept.Healthy() {
				return 1
			}
			return 0
		})
		x.gauge("bua_audit_bytes", "Size of the audit.", func() float64 {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			n, _, _ := m.kept.Audit.Size(ctx)
			return float64(n)
		})
	}
	if m.happened != nil {
		x.registry.MustRegister(m.happened.collectors()...)
	}
	if c, ok := m.bridge.(counted); ok {
		x.gauge("bua_browsers_connected", "Browsers that are connected.", func() float64 { return float64(c.Stats().Connections) })
		for _, n := range []struct {
			name, help string
			value      func(pool.Stats) uint64
		}{
			{"bua_requests_sent_total", "Actions that were accepted for sending.", func(s pool.Stats) uint64 { return s.Requests }},
			{"bua_requests_timeout_total", "Actions that the browser did not answer in time.", func(s pool.Stats) uint64 { return s.Timeouts }},
			{"bua_requests_aborted_total", "Actions that their caller gave up.", func(s pool.Stats) uint64 { return s.Aborted }},
			{"bua_requests_unknown_total", "Actions whose outcome is unknown.", func(s pool.Stats) uint64 { return s.Unknown }},
			{"bua_requests_stopped_total", "Actions that Stop all ended.", func(s pool.Stats) uint64 { return s.Stopped }},
			{"bua_requests_unrecorded_total", "Actions that were refused because the audit could not be written.", func(s pool.Stats) uint64 { return s.Unrecorded }},
			{"bua_requests_passed_total", "Actions that were passed on to another backend, which has the browser.", func(s pool.Stats) uint64 { return s.Passed }},
			{"bua_answers_late_total", "Answers to actions that were given up.", func(s pool.Stats) uint64 { return s.Late }},
			{"bua_answers_duplicate_total", "Answers to actions that were answered.", func(s pool.Stats) uint64 { return s.Duplicate }},
			{"bua_answers_stray_total", "Answers that nobody asked for.", func(s pool.Stats) uint64 { return s.Stray }},
			{"bua_messages_invalid_total", "Messages of browsers that break the protocol.", func(s pool.Stats) uint64 { return s.Invalid }},
			{"bua_connections_replaced_total", "Connections that a newer one of the same browser ended.", func(s pool.Stats) uint64 { return s.Replaced }},
			{"bua_connections_slow_total", "Connections that were ended because the browser did not read.", func(s pool.Stats) uint64 { return s.Slow }},
		} {
			x.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: n.name, Help: n.help}, func() float64 { return float64(n.value(c.Stats())) }))
		}
	}
	return x
}

func (x *metrics) gauge(name, help string, value func() float64) {
	x.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// handler serves the figures to the owner of a desktop's backend, and in server
// mode to [MetricsUser].
func (x *metrics) handler(mode Mode) http.Handler {
	page := promhttp.HandlerFor(x.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mode == Server && httpapi.User(r.Context()) != MetricsUser {
			http.Error(w, "only the user "+MetricsUser+" may read the figures; bua users add "+MetricsUser+" makes a token", http.StatusForbidden)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// Do runs one action of a user, as soon as a browser is there, and counts it.
func (m *Main) Do(ctx context.Context, user, device string, a protocol.Action) (protocol.Result, error) {
	begun := time.Now()
	r, err := m.act(ctx, user, device, a)
	if x := m.metrics; x != nil {
		x.actions.WithLabelValues(string(a.Kind()), outcome(err)).Inc()
		x.seconds.WithLabelValues(string(a.Kind())).Observe(time.Since(begun).Seconds())
	}
	return r, err
}
