package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

var quiet = slog.New(slog.DiscardHandler)

func TestNew_refuses(t *testing.T) {
	for _, address := range []string{"127.0.0.1:4318", "ftp://127.0.0.1", "http://", "http://ann:canary@127.0.0.1:4318", "http://127.0.0.1:4318?key=canary"} {
		t.Run(address, func(t *testing.T) {
			_, err := New(address, "1", "x", quiet)
			if err == nil || !strings.HasPrefix(err.Error(), "--traces: ") || strings.Contains(err.Error(), "canary") {
				t.Error(err)
			}
		})
	}
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "canary")
	_, err := New("http://127.0.0.1:4318", "1", "x", quiet)
	if err == nil || strings.Contains(err.Error(), "canary") {
		t.Error(err)
	}
}

// Nothing runs and nothing is made where traces are off.
func TestTracer_off(t *testing.T) {
	is := is.New(t)
	before := runtime.NumGoroutine()
	tracer, err := New("", "1", "x", quiet)
	is.NoErr(err)
	is.True(tracer == nil)
	is.Equal(runtime.NumGoroutine(), before)
	ctx := context.Background()
	same, span := tracer.Start(ctx, "a")
	span.Set("k", "v")
	span.End("ok")
	is.True(same == ctx)
	is.Equal(Parent(ctx), "")
	h := http.NewServeMux()
	is.True(tracer.HTTP(nil, h) == http.Handler(h))
	tracer.Close()
	is.Equal(testing.AllocsPerRun(100, func() {
		_, span := tracer.Start(ctx, "a")
		span.End("ok")
	}), 0.0)
}

// A collector that hangs holds up neither what is traced nor the end.
func TestTracer_a_collector_that_hangs(t *testing.T) {
	is := is.New(t)
	hung := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hung }))
	defer server.Close()
	defer close(hung)
	tracer, err := New(server.URL, "1", "x", quiet)
	is.NoErr(err)
	begun := time.Now()
	for range 10_000 {
		_, span := tracer.Start(context.Background(), "a")
		span.End("timeout")
	}
	is.True(time.Since(begun) < closeLimit)
	tracer.Close()
	is.True(time.Since(begun) < 2*closeLimit)
}

func TestContinue_takes_what_names_a_span(t *testing.T) {
	is := is.New(t)
	const one = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	is.Equal(Parent(Continue(context.Background(), one)), one)
	for _, bad := range []string{"", "x", "00-0-0-00", one + "-" + strings.Repeat("x", 1<<10), "00-00000000000000000000000000000000-b7ad6b7169203331-01"} {
		is.Equal(Parent(Continue(context.Background(), bad)), "")
	}
}
