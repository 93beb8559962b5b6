package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// sendLimit is how long a collector may take.
const sendLimit = 5 * time.Second

// sender sends spans as OTLP's JSON. The SDK's own exporter brings gRPC with it, a
// fifth of the program's size, for the types of its messages.
type sender struct {
	to     string
	header http.Header
	client http.Client
}

// ExportSpans implements the SDK's SpanExporter. What a collector refuses is dropped.
func (s *sender) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	data, err := json.Marshal(encode(spans))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.to, bytes.NewReader(data))
	if err != nil {
		return err
	}
	for name, values := range s.header {
		r.Header[name] = values
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answers %d", resp.StatusCode)
	}
	return nil
}

// Shutdown implements the SDK's SpanExporter.
func (s *sender) Shutdown(context.Context) error {
	s.client.CloseIdleConnections()
	return nil
}

// headers reads OTEL_EXPORTER_OTLP_HEADERS: name=value pairs with commas between,
// values as in an address.
func headers(text string) (http.Header, error) {
	h := http.Header{}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, value, ok := strings.Cut(part, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); !ok || name == "" || err != nil {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS: must be name=value, with commas between, and % for what is special in an address")
		}
		h.Add(name, value)
	}
	return h, nil
}

// The parts of OTLP's ExportTraceServiceRequest in JSON that are used here: ids in
// hex, 64-bit numbers as text.
type (
	export struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   attributes   `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	attributes struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope      `json:"scope"`
		Spans []spanJSON `json:"spans"`
	}
	scope struct {
		Name string `json:"name"`
	}
	spanJSON struct {
		TraceID    string     `json:"traceId"`
		SpanID     string     `json:"spanId"`
		Parent     string     `json:"parentSpanId,omitempty"`
		Flags      uint32     `json:"flags,omitempty"`
		Name       string     `json:"name"`
		Kind       int        `json:"kind"`
		Start      string     `json:"startTimeUnixNano"`
		End        string     `json:"endTimeUnixNano"`
		Attributes []keyValue `json:"attributes,omitempty"`
		Status     *status    `json:"status,omitempty"`
	}
	status struct {
		Code    int    `json:"code"`
		Message string `json:"message,omitempty"`
	}
	keyValue struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		String string `json:"stringValue"`
	}
)

// errorStatus is STATUS_CODE_ERROR of OTLP, which numbers them in another way than
// the SDK.
const errorStatus = 2

func encode(spans []sdk.ReadOnlySpan) export {
	var of scopeSpans
	var about attributes
	for _, s := range spans {
		about.Attributes = keyValues(s.Resource().Attributes())
		of.Scope.Name = s.InstrumentationScope().Name
		at := s.SpanContext()
		one := spanJSON{TraceID: at.TraceID().String(), SpanID: at.SpanID().String(), Flags: uint32(at.TraceFlags()), Name: s.Name(), Kind: int(s.SpanKind()),
			Start: nanos(s.StartTime()), End: nanos(s.EndTime()), Attributes: keyValues(s.Attributes())}
		if s.Parent().SpanID().IsValid() {
			one.Parent = s.Parent().SpanID().String()
		}
		if s.Status().Code == codes.Error {
			one.Status = &status{Code: errorStatus, Message: s.Status().Description}
		}
		of.Spans = append(of.Spans, one)
	}
	return export{[]resourceSpans{{Resource: about, ScopeSpans: []scopeSpans{of}}}}
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

// keyValues takes what is set here, which is text alone.
func keyValues(list []attribute.KeyValue) []keyValue {
	var out []keyValue
	for _, a := range list {
		out = append(out, keyValue{string(a.Key), value{a.Value.String()}})
	}
	return out
}
