package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// What stands for a page's text, an address, and a caller's own words.
const (
	canaryText  = "canary-of-a-page"
	canaryPath  = "canary-of-an-address"
	canaryState = "canary-of-a-tracestate"
)

// TestTraces follows an action from the call, by HTTP and by MCP, through the backend
// that was asked and the one that has the browser, in what a collector gets: one trace
// below the caller's own span, with the id that the audit has, and nothing of what the
// page, the address or the caller said.
func TestTraces(t *testing.T) {
	is := is.New(t)
	collector := &collector{}
	server := httptest.NewServer(collector)
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=canary%20of%20the%20collector")
	c := startNodes(t, "--traces", server.URL, "--drain", "0")
	d := c.devices[0]
	b := &browser{id: d.ID, key: d.Key}
	is.NoErr(b.connect(t.Context(), c.nodes[1].address, "wss://"+publicHost+"/ws/browser", publicHost, "10.0.0.9"))
	var ids []string // of the requests, as the browser gets them
	var mu sync.Mutex
	go func() {
		_ = b.serve(t.Context(), func(r protocol.Request) []byte {
			mu.Lock()
			defer mu.Unlock()
			ids = append(ids, r.ID)
			return protocol.AppendResult(nil, protocol.EvaluateResult{Type: "string", Value: []byte(strconv.Quote(canaryText))})
		})
	}()
	said := tracing{t: t, trace: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", user: tokenOf(0)}
	action := `{"type":"evaluate","expression":"location.href='https://example.com/` + canaryPath + `'"}`
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+c.nodes[0].address+"/api/act", strings.NewReader(action))
	is.NoErr(err)
	req.Header.Set("Content-Type", "application/json")
	resp, err := said.RoundTrip(req)
	is.NoErr(err)
	body, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	is.True(strings.Contains(string(body), canaryText))

	said.trace = "00-1bf7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01"
	client := mcp.NewClient(&mcp.Implementation{Name: canaryText, Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + c.nodes[0].address + "/mcp", HTTPClient: &http.Client{Transport: said}}, nil)
	is.NoErr(err)
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "browser", Arguments: json.RawMessage(`{"action":` + action + `}`)})
	is.NoErr(err)
	is.True(!result.IsError)
	is.NoErr(session.Close())
	_ = b.conn.CloseNow()
	for _, n := range c.nodes { // they send what they have when they end
		n.stop(t)
	}

	s := c.open()
	defer s.Close()
	audit := map[string]bool{}
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{What: store.WhatAsked}, func(r store.Row) error { audit[r.ID] = true; return nil }))
	is.Equal(len(ids), 2)
	for i, trace := range []string{"0af7651916cd43dd8448eb211c80319c", "1bf7651916cd43dd8448eb211c80319c"} {
		chain := collector.chain(t, trace, ids[i])
		is.Equal(len(chain), 4)
		is.Equal(chain[0].Name, "browser") // at the backend that has it
		is.Equal(chain[1].Name, "backend") // from one to the other
		is.Equal(chain[2].Name, "action evaluate")
		is.Equal(chain[3].of("http.route"), []string{"POST /api/act", "/mcp"}[i])
		is.Equal(chain[3].Parent, []string{"b7ad6b7169203331", "c7ad6b7169203331"}[i]) // the caller's own
		is.True(audit[ids[i]])
		is.Equal(chain[2].of("bua.outcome"), "ok")
		t.Logf("%s: %s, in which %s, in which %s, in which %s with %s", trace, chain[3].of("http.route"), chain[2].Name, chain[1].Name, chain[0].Name, chain[0].of("bua.action.id"))
	}
	for _, canary := range []string{canaryText, canaryPath, canaryState, userName(0), d.ID, d.Key, tokenOf(0), publicHost} {
		is.True(!strings.Contains(collector.all(), canary))
	}
	is.Equal(collector.key, "canary of the collector")
}

// tracing sends a caller's own trace with each request.
type tracing struct {
	t           *testing.T
	trace, user string
}

func (c tracing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Host = publicHost
	r.Header.Set("Authorization", "Bearer "+c.user)
	r.Header.Set("Traceparent", c.trace)
	r.Header.Set("Tracestate", "bua="+canaryState)
	return http.DefaultTransport.RoundTrip(r)
}

// collector is an OTLP/HTTP receiver.
type collector struct {
	mu     sync.Mutex
	bodies strings.Builder
	key    string
	spans  []collected
}

type collected struct {
	TraceID    string `json:"traceId"`
	SpanID     string `json:"spanId"`
	Parent     string `json:"parentSpanId"`
	Name       string `json:"name"`
	Attributes []struct {
		Key   string `json:"key"`
		Value struct {
			String string `json:"stringValue"`
		} `json:"value"`
	} `json:"attributes"`
}

func (s collected) of(key string) string {
	for _, a := range s.Attributes {
		if a.Key == key {
			return a.Value.String
		}
	}
	return ""
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var all struct {
		ResourceSpans []struct {
			ScopeSpans []struct {
				Spans []collected `json:"spans"`
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	if r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" || json.Unmarshal(body, &all) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bodies.Write(body)
	c.key = r.Header.Get("X-Key")
	for _, r := range all.ResourceSpans {
		for _, s := range r.ScopeSpans {
			c.spans = append(c.spans, s.Spans...)
		}
	}
	_, _ = io.WriteString(w, "{}")
}

func (c *collector) all() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bodies.String()
}

// chain is the span of an action's id, and those above it.
func (c *collector) chain(t *testing.T, trace, id string) (list []collected) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	at := ""
	for _, s := range c.spans {
		if s.TraceID == trace && s.of("bua.action.id") == id {
			at = s.SpanID
		}
	}
	for at != "" {
		next := ""
		for _, s := range c.spans {
			if s.TraceID == trace && s.SpanID == at {
				list, next = append(list, s), s.Parent
			}
		}
		at = next
	}
	if len(list) == 0 {
		t.Fatalf("no span has %s: %s", id, c.bodies.String())
	}
	return list
}
