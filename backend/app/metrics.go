package app

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/zapvol/bua/backend/httpapi"
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
	if m.events != nil {
		x.registry.MustRegister(m.events.collectors()...)
	}
	x.registry.MustRegister(m.bridge.Collectors()...)
	return x
}

func (x *metrics) gauge(name, help string, value func() float64) {
	x.registry.MustRegister(gauge(name, help, value))
}

func gauge(name, help string, value func() float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
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

// acted counts an action that has ended. Without metrics, which are there from
// Run on, it does nothing.
func (x *metrics) acted(kind protocol.Kind, outcome string, took time.Duration) {
	if x == nil {
		return
	}
	x.actions.WithLabelValues(string(kind), outcome).Inc()
	x.seconds.WithLabelValues(string(kind)).Observe(took.Seconds())
}
