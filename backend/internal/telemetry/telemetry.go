// Package telemetry tells a collector how long an agent's action took on its way:
// OpenTelemetry traces by its SDK, over OTLP/HTTP as JSON. It decides what a span may say:
// kinds, outcomes, ids, status codes and route patterns, and nothing that a page, a
// user or an address could say.
//
// A nil Tracer is how it is switched off: every method then does nothing, and no
// part of the SDK is set up.
//
// # Goroutines and state
//
// From [New] to [Tracer.Close], which waits for it, one goroutine of the SDK sends
// what has ended, every few seconds. What does not fit into its queue is dropped.
//
// It imports: no other room.
package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Tracer makes spans. Use [New].
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// New returns a tracer that sends to the collector at an address such as
// http://127.0.0.1:4318, nil for no address. What the collector wants to know of the
// sender is in OTEL_EXPORTER_OTLP_HEADERS. A collector that does not answer costs
// nothing but its spans.
func New(collector, version, instance string, log *slog.Logger) (*Tracer, error) {
	if collector == "" {
		return nil, nil
	}
	u, err := url.Parse(collector)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("--traces: must be the address of an OTLP/HTTP collector, such as http://127.0.0.1:4318, without a password: that belongs in OTEL_EXPORTER_OTLP_HEADERS")
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/v1/traces"
	}
	header, err := headers(os.Getenv("OTEL_EXPORTER_OTLP_HEADERS"))
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) { log.Warn("traces could not be sent", "to", u.Host) }))
	about := resource.NewSchemaless(attribute.String("service.name", "bua"), attribute.String("service.version", version), attribute.String("service.instance.id", instance))
	t := &Tracer{provider: sdk.NewTracerProvider(sdk.WithBatcher(&sender{to: u.String(), header: header}), sdk.WithResource(about))}
	t.tracer = t.provider.Tracer("github.com/zapvol/bua")
	return t, nil
}

// closeLimit is how long a collector may take for the last spans.
const closeLimit = 3 * time.Second

// Close sends what has ended. Idempotent.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	_ = t.provider.Shutdown(ctx)
}

// Span is something that takes time. A nil one is none.
type Span struct{ span trace.Span }

// Start begins a span below that of ctx.
func (t *Tracer) Start(ctx context.Context, name string) (context.Context, *Span) {
	if t == nil {
		return ctx, nil
	}
	ctx, span := t.tracer.Start(ctx, name)
	return ctx, &Span{span}
}

// Set says something of the span. The value is one of a list of ours, or an id.
func (s *Span) Set(key, value string) {
	if s != nil {
		s.span.SetAttributes(attribute.String(key, value))
	}
}

// End ends the span with an outcome: ok, or a code.
func (s *Span) End(outcome string) {
	if s == nil {
		return
	}
	s.span.SetAttributes(attribute.String("bua.outcome", outcome))
	if outcome != "ok" {
		s.span.SetStatus(codes.Error, outcome)
	}
	s.span.End()
}

// HTTP puts a span around every request to the paths that traced says, below that
// of the caller where it names one.
func (t *Tracer) HTTP(traced func(path string) bool, h http.Handler) http.Handler {
	if t == nil {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !traced(r.URL.Path) {
			h.ServeHTTP(w, r)
			return
		}
		ctx, span := t.tracer.Start(Continue(r.Context(), r.Header.Get(parent)), r.Method, trace.WithSpanKind(trace.SpanKindServer))
		defer span.End()
		q := r.Clone(ctx)
		q.Header.Set(parent, Parent(ctx)) // for who gets the header and not the context
		h.ServeHTTP(w, q)
		if q.Pattern != "" { // the route, not the path, which may hold ids
			span.SetAttributes(attribute.String("http.route", q.Pattern))
		}
	})
}

const parent = "traceparent"

// Parent is what another process has to know to go on below the span of ctx, ""
// when there is none.
func Parent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[parent]
}

// Continue goes on below the span that another process has named. Text that names
// none changes nothing.
func Continue(ctx context.Context, text string) context.Context {
	if text == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{parent: text})
}
