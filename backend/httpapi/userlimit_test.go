package httpapi

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
)

func TestLimit_holds_a_user_who_has_run_wild_and_nobody_else(t *testing.T) {
	is := is.New(t)
	block := make(chan struct{})
	h := Agents(func(token string) (Holder, bool) { return Holder{User: token}, true }, Limit(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-block
		}
	})))
	ask := func(user, path string) int {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Authorization", "Bearer "+user)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == http.StatusTooManyRequests {
			is.True(strings.Contains(w.Body.String(), "internal_error"))
			is.Equal(w.Header().Get("Retry-After"), "1")
		}
		return w.Code
	}
	var slow sync.WaitGroup
	for range userAtOnce {
		slow.Go(func() { ask("ann", "/slow") })
	}
	for end := time.Now().Add(10 * time.Second); ask("ann", "/") != http.StatusTooManyRequests; {
		is.True(time.Now().Before(end)) // all of them are under way
	}
	is.Equal(ask("bob", "/"), http.StatusOK)
	close(block)
	slow.Wait()
	refused := 0
	for range 3 * userBurst {
		if ask("bob", "/") == http.StatusTooManyRequests {
			refused++
		}
	}
	is.True(refused > 0)
	is.Equal(ask("eve", "/"), http.StatusOK)
}

// Thousands of connections that never finish a request cost a bounded number of
// places, and a client that means it is served at once.
func TestCrowd_serves_those_who_mean_it(t *testing.T) {
	is := is.New(t)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") }))
	var mu sync.Mutex
	open := 0
	LimitConns(s.Config)
	inner := s.Config.ConnState
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		mu.Lock()
		switch state {
		case http.StateNew:
			open++
		case http.StateClosed:
			open--
		}
		mu.Unlock()
		inner(c, state)
	}
	s.Start()
	defer s.Close()
	for i := range maxWaiting + 500 {
		c, err := net.Dial("tcp", s.Listener.Addr().String())
		is.NoErr(err)
		defer c.Close()
		_, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nX: "))
		if i%300 == 0 {
			resp, err := http.Get(s.URL)
			is.NoErr(err)
			is.Equal(resp.StatusCode, http.StatusOK)
			_ = resp.Body.Close()
		}
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		mu.Lock()
		n := open
		mu.Unlock()
		if n <= maxWaiting+10 { // and the client's own idle connections
			break
		}
		is.True(time.Now().Before(end)) // the oldest were closed
	}
}
