package httpapi

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// paceless serves the routes of an agent and one of a stranger, as the program
// does, with little patience.
func paceless(t *testing.T, limit int, p pace) (address string, handled chan string) {
	t.Helper()
	handled = make(chan string, 100)
	mux := http.NewServeMux()
	read := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := io.Copy(io.Discard, r.Body)
		handled <- fmt.Sprint(r.URL.Path, " ", n, " ", tooSlow(err))
		if r.URL.Path == "/long" {
			time.Sleep(3 * p.grace) // longer than the body had
		}
		_, _ = io.WriteString(w, "ok")
	})
	holder := Tokens("ann", map[Scope]string{ScopeAgent: "secret"})
	mux.Handle("/mcp", Agents(holder, Limit(read)))
	mux.Handle("/long", Agents(holder, Limit(read)))
	mux.Handle("/api/", Agents(holder, Limit(New(Options{Status: func(string) Status { return Status{} }}))))
	mux.Handle("/pairing", read)
	s := httptest.NewUnstartedServer(mux)
	limitConns(s.Config, limit, p)
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String(), handled
}

func request(path, token string, length int) string {
	text := "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	if token != "" {
		text += "Authorization: Bearer " + token + "\r\n"
	}
	return text + fmt.Sprintf("Content-Length: %d\r\n\r\n", length)
}

// drip writes a byte now and then until the other end hangs up, and returns what
// it had said.
func drip(t *testing.T, c net.Conn, every time.Duration) string {
	t.Helper()
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				if _, err := c.Write([]byte(" ")); err != nil {
					return
				}
			}
		}
	}()
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	said, err := io.ReadAll(c)
	close(stop)
	<-done
	if e, ok := err.(net.Error); ok && e.Timeout() {
		t.Errorf("it was not cut; it said %q", said)
	}
	return string(said)
}

// A body that trickles is cut, wherever it goes and whether or not anybody
// reads it, also when it never stands still.
func TestBody_TricklesAreCut(t *testing.T) {
	for _, row := range []struct{ name, path, token, status string }{
		{"an agent's action", "/api/act", "secret", "408"},
		{"a stranger's action", "/api/act", "wrong", "401"},
		{"an agent's MCP", "/mcp", "secret", "200"},
		{"a stranger's MCP", "/mcp", "", "401"},
		{"a code", "/pairing", "", "200"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			address, _ := paceless(t, 100, pace{200 * time.Millisecond, 1000})
			c, err := net.Dial("tcp", address)
			is.NoErr(err)
			defer c.Close()
			_, err = io.WriteString(c, request(row.path, row.token, 100_000))
			is.NoErr(err)
			said := drip(t, c, 10*time.Millisecond) // 100 bytes a second
			is.True(strings.HasPrefix(said, "HTTP/1.1 "+row.status))
			if row.status == "408" {
				is.True(strings.Contains(said, string(protocol.CodeTimeout)))
			}
		})
	}
}

// A large body on a slow line comes through: what came earns time. And once it
// is there, the answer may take longer than it had.
func TestBody_AtItsPace(t *testing.T) {
	is := is.New(t)
	address, handled := paceless(t, 100, pace{500 * time.Millisecond, 1000})
	c, err := net.Dial("tcp", address)
	is.NoErr(err)
	defer c.Close()
	_, err = io.WriteString(c, request("/long", "secret", 4000))
	is.NoErr(err)
	begin := time.Now()
	for range 8 {
		_, err = io.WriteString(c, strings.Repeat(" ", 500))
		is.NoErr(err)
		time.Sleep(150 * time.Millisecond) // 3,333 bytes a second
	}
	is.True(time.Since(begin) > 2*500*time.Millisecond)
	is.Equal(<-handled, "/long 4000 false")
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	is.NoErr(err)
	is.Equal(resp.StatusCode, http.StatusOK)
}

// Bodies that do not come count as connections that wait, before any token is
// looked at: the oldest goes, and a client that means it is served.
func TestCrowd_CountsBodiesAndStrangers(t *testing.T) {
	for _, row := range []struct{ name, sent string }{
		{"bodies that do not come", request("/pairing", "", 1000)},
		{"bodies with a token that do not come", request("/mcp", "secret", 1000)},
		{"requests that are refused, and connections that stay", request("/mcp", "wrong", 0)},
		{"a second request that does not come", request("/mcp", "wrong", 0) + "POST /mcp HTTP/1.1\r\nHost: x\r\nX: "},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			const limit = 8
			address, _ := paceless(t, limit, pace{time.Minute, 1000})
			var list []net.Conn
			for range limit + 4 {
				c, err := net.Dial("tcp", address)
				is.NoErr(err)
				defer c.Close()
				_, err = io.WriteString(c, row.sent)
				is.NoErr(err)
				list = append(list, c)
			}
			cut := make(chan struct{}, len(list))
			for _, c := range list {
				go func() {
					_, _ = io.Copy(io.Discard, c) // ends when the other end hangs up
					cut <- struct{}{}
				}()
			}
			for range 4 {
				select {
				case <-cut:
				case <-time.After(10 * time.Second):
					t.Fatal("they are all kept")
				}
			}
			req, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+address+"/api/status", nil)
			is.NoErr(err)
			req.Header.Set("Authorization", "Bearer secret")
			resp, err := http.DefaultClient.Do(req)
			is.NoErr(err)
			_ = resp.Body.Close()
			is.Equal(resp.StatusCode, http.StatusOK)
		})
	}
}

// Connections of those who have a token do not count while they rest.
func TestCrowd_KeepsTheKnown(t *testing.T) {
	is := is.New(t)
	const limit = 4
	address, handled := paceless(t, limit, pace{time.Minute, 1000})
	var list []net.Conn
	ask := func(c net.Conn) {
		_, err := io.WriteString(c, request("/mcp", "secret", 2)+"{}")
		is.NoErr(err)
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		is.NoErr(err)
		is.Equal(resp.StatusCode, http.StatusOK)
		_, _ = io.Copy(io.Discard, resp.Body)
		<-handled
	}
	for range 3 * limit {
		c, err := net.Dial("tcp", address)
		is.NoErr(err)
		defer c.Close()
		ask(c)
		list = append(list, c)
	}
	for _, c := range list {
		ask(c)
	}
}
