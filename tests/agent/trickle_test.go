package agent

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/tests/e2e"
)

// TestTrickle: who sends headers or a body byte by byte is hung up on within some
// seconds, on every route, with a token and without, and others are served
// meanwhile.
func TestTrickle(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	m := e2e.Backend(t, app.Options{})
	var all sync.WaitGroup
	for _, path := range []string{"/mcp", "/api/act", link.PairingPath} {
		for _, token := range []string{m.Token(), "wrong"} {
			head := "POST " + path + " HTTP/1.1\r\nHost: " + m.Address() + "\r\nContent-Type: application/json\r\nAuthorization: Bearer " + token + "\r\n"
			if path == link.PairingPath {
				head += "Origin: " + link.Origin(app.ExtensionID) + "\r\n"
			}
			for what, sent := range map[string]string{
				"headers":          head + "X: ",
				"a body":           head + "Content-Length: 1000000\r\n\r\n",
				"a body in chunks": head + "Transfer-Encoding: chunked\r\n\r\n",
			} {
				all.Go(func() {
					if err := trickle(m.Address(), sent); err != nil {
						t.Errorf("%s with the token %.5s of %s: %v", path, token, what, err)
					}
				})
			}
		}
	}
	resp, err := withToken(m.Token()).Get(m.URL() + "/api/status")
	is.NoErr(err)
	is.NoErr(resp.Body.Close())
	is.Equal(resp.StatusCode, 200)
	all.Wait()
}

// trickle sends a beginning and then a byte now and then until it is hung up on.
func trickle(address, begin string) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, begin); err != nil {
		return err
	}
	chunk := " "
	if strings.Contains(begin, "chunked") {
		chunk = fmt.Sprintf("%x\r\n \r\n", 1)
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = c.SetReadDeadline(time.Now().Add(bound))
		_, err = io.Copy(io.Discard, c)
	}()
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-over:
			tick.Stop()
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return errors.New("it was kept")
			}
			return nil
		case <-tick.C:
			_, _ = io.WriteString(c, chunk) // fails once it is hung up on
		}
	}
}
