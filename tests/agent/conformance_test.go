package agent

import (
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
)

// The official MCP conformance suite, with an empty list of expected failures.
//
// Most of its scenarios call tools, resources and prompts with fixed names, which
// the product does not have. So it runs twice: what holds for any server, against
// the product; and the whole active suite against the SDK's own fixture, built
// with the guards of the product's routes before its handler. The suite cannot
// send a token, so it is added on the way.

func TestConformance_Product(t *testing.T) {
	t.Parallel() // it waits more than it works
	m, _ := serve(t, &bridge{})
	url := front(t, m.Address(), m.Token())
	for _, scenario := range []string{"server-initialize", "ping", "tools-list", "dns-rebinding-protection", "server-sse-multiple-streams"} {
		t.Run(scenario, func(t *testing.T) { conformance(t, url, "--scenario", scenario) })
	}
}

func TestConformance_Guards(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	fixture := buildFixture(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	is.NoErr(err)
	addr := l.Addr().String()
	is.NoErr(l.Close())
	ctx, cancel := context.WithCancel(context.Background())
	c := exec.CommandContext(ctx, fixture, "-http", addr, "-stateless=false")
	is.NoErr(c.Start())
	t.Cleanup(func() { cancel(); _ = c.Wait() })
	for end := time.Now().Add(bound); ; time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", addr); err == nil {
			_ = conn.Close()
			break
		}
		is.True(time.Now().Before(end)) // the fixture listens
	}
	conformance(t, "http://"+addr+"/mcp")
}

// buildFixture builds the SDK's fixture with our guards before its handler.
func buildFixture(t *testing.T) string {
	t.Helper()
	is := is.New(t)
	const pkg = "github.com/modelcontextprotocol/go-sdk/conformance/everything-server"
	where, err := exec.Command("go", "list", "-f", "{{.Dir}}", pkg).Output()
	is.NoErr(err)
	main := filepath.Join(strings.TrimSpace(string(where)), "main.go")
	source, err := os.ReadFile(main)
	is.NoErr(err)
	const listen, imports = "http.ListenAndServe(*httpAddr, handler)", "import (\n"
	is.Equal([]int{strings.Count(string(source), listen), strings.Count(string(source), imports)}, []int{1, 1}) // the fixture is as we know it
	guarded := strings.NewReplacer(listen, "http.ListenAndServe(*httpAddr, guarded(*httpAddr, handler))",
		imports, imports+"\t\"github.com/zapvol/bua/backend/httpapi\"\n").Replace(string(source)) + `
func guarded(addr string, next http.Handler) http.Handler {
	h := httpapi.Hosts(httpapi.Loopback(addr), httpapi.Agents(httpapi.Tokens("me", map[httpapi.Scope]string{httpapi.ScopeAgent: "secret"}), httpapi.Limit(next)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Authorization", "Bearer secret")
		h.ServeHTTP(w, r)
	})
}
`
	dir := t.TempDir()
	is.NoErr(os.WriteFile(filepath.Join(dir, "main.go"), []byte(guarded), 0o600))
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "fixture"), filepath.Join(dir, "main.go")).CombinedOutput()
	if err != nil {
		t.Fatalf("building the fixture: %v\n%s", err, out)
	}
	return filepath.Join(dir, "fixture")
}

// front returns the URL of a proxy that adds the token. It stands for the server
// in Host and Origin, and hands on what is not its own name as it is.
func front(t *testing.T, server, token string) string {
	t.Helper()
	f := httptest.NewUnstartedServer(nil)
	own := f.Listener.Addr().String()
	f.Config.Handler = &httputil.ReverseProxy{FlushInterval: time.Millisecond, ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: server})
		if r.Out.Host = r.In.Host; r.In.Host == own {
			r.Out.Host = server
		}
		if r.In.Header.Get("Origin") == "http://"+own {
			r.Out.Header.Set("Origin", "http://"+server)
		}
		r.Out.Header.Set("Authorization", "Bearer "+token)
		// As a whole: a transport that still reads the body when the answer has
		// come closes the connection under it once in a while.
		body, _ := io.ReadAll(r.In.Body)
		if r.Out.Body = nil; len(body) > 0 {
			r.Out.Body = io.NopCloser(bytes.NewReader(body))
		}
		r.Out.ContentLength = int64(len(body))
	}}
	f.Start()
	t.Cleanup(func() { f.CloseClientConnections(); f.Close() })
	return "http://" + own + "/mcp"
}

func conformance(t *testing.T, url string, more ...string) {
	t.Helper()
	is := is.New(t)
	suite, err := filepath.Abs("../../node_modules/.bin/conformance")
	is.NoErr(err)
	if _, err := os.Stat(suite); err != nil {
		t.Fatal("the conformance suite is not installed: run `go run ./build all` first")
	}
	dir := t.TempDir()
	none := filepath.Join(dir, "expected.yml")
	is.NoErr(os.WriteFile(none, []byte("server: []\n"), 0o600))
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, suite, append([]string{"server", "--url", url, "--expected-failures", none, "-o", dir}, more...)...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), ", 0 failed") {
		results, _ := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
		for _, name := range results {
			if data, err := os.ReadFile(name); err == nil && strings.Contains(string(data), `"WARNING"`) {
				t.Logf("%s", data)
			}
		}
		t.Fatalf("%v\n%s", err, out)
	}
	if i := strings.LastIndex(string(out), "Total:"); i >= 0 {
		t.Log(strings.TrimSpace(string(out)[i:]))
	}
}
