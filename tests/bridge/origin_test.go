package bridge_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
)

// upgrade sends a WebSocket upgrade byte by byte as given and returns the
// status. http.Client would tidy the headers up.
func upgrade(t *testing.T, addr, path, headers string) int {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(5 * time.Second))
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\n%sConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", path, headers)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	return r.StatusCode
}

func TestUpgrade_lets_in_our_origin_only(t *testing.T) {
	b := newBackend(t, nil)
	host := fmt.Sprintf("Host: 127.0.0.1:%d\r\n", b.port())
	ours := link.Origin(extensionID)
	for _, row := range []struct {
		name, origin string
		status       int
	}{
		{"no origin", "", 403},
		{"an empty origin", "Origin: \r\n", 403},
		{"null, as from a sandboxed frame", "Origin: null\r\n", 403},
		{"an http page", "Origin: http://evil.test\r\n", 403},
		{"an https page", "Origin: https://evil.test\r\n", 403},
		{"a page of our own port", fmt.Sprintf("Origin: http://127.0.0.1:%d\r\n", b.port()), 403},
		{"our extension", "Origin: " + ours + "\r\n", 101},
		{"another extension", "Origin: chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba\r\n", 403},
		{"our extension with a path", "Origin: " + ours + "/page.html\r\n", 403},
		{"our extension in upper case", "Origin: " + strings.ToUpper(ours) + "\r\n", 403},
		{"two origins, ours first", "Origin: " + ours + "\r\nOrigin: http://evil.test\r\n", 403},
		{"two origins, both ours", "Origin: " + ours + "\r\nOrigin: " + ours + "\r\n", 403},
		{"a Firefox extension", "Origin: moz-extension://" + extensionID + "\r\n", 403},
		{"our id with something behind it", "Origin: " + ours + ".evil.test\r\n", 403},
	} {
		for _, path := range []string{"/", "/ws/browser"} {
			t.Run(row.name+" at "+path, func(t *testing.T) {
				is := is.New(t)
				is.Equal(upgrade(t, b.addr, path, host+row.origin), row.status)
			})
		}
	}
	if n := b.pool.Stats().Connections; n != 0 {
		t.Errorf("%d connections reached the pool", n)
	}
}

func TestUpgrade_lets_in_our_hosts_only(t *testing.T) {
	b := newBackend(t, nil)
	ours := "Origin: " + link.Origin(extensionID) + "\r\n"
	evil := fmt.Sprintf("Origin: http://evil.test:%d\r\n", b.port())
	for _, row := range []struct {
		name, host, origin string
		status             int
	}{
		{"127.0.0.1 and our origin", "127.0.0.1:PORT", ours, 101},
		{"localhost and our origin", "localhost:PORT", ours, 101},
		{"[::1] and our origin", "[::1]:PORT", ours, 101},
		{"127.0.0.1 and a page", "127.0.0.1:PORT", evil, 403},
		{"a rebound name and its own page, which the library would let in", "evil.test:PORT", evil, 403},
		{"a rebound name and our origin", "evil.test:PORT", ours, 403},
		{"another port and our origin", "127.0.0.1:1", ours, 403},
		{"no port and our origin", "127.0.0.1", ours, 403},
		{"a name that ends like ours", "127.0.0.1.evil.test:PORT", ours, 403},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			host := strings.ReplaceAll(row.host, "PORT", fmt.Sprint(b.port()))
			is.Equal(upgrade(t, b.addr, "/ws/browser", "Host: "+host+"\r\n"+row.origin), row.status)
		})
	}
	t.Run("a rebound name in an absolute request line", func(t *testing.T) {
		is := is.New(t)
		is.Equal(upgrade(t, b.addr, fmt.Sprintf("http://evil.test:%d/ws/browser", b.port()), fmt.Sprintf("Host: 127.0.0.1:%d\r\n", b.port())+ours), 403)
	})
	t.Run("two hosts", func(t *testing.T) {
		is := is.New(t)
		host := fmt.Sprintf("Host: 127.0.0.1:%d\r\n", b.port())
		is.Equal(upgrade(t, b.addr, "/ws/browser", host+"Host: evil.test\r\n"+ours), 400)
	})
	t.Run("another path", func(t *testing.T) {
		is := is.New(t)
		is.Equal(upgrade(t, b.addr, "/other", fmt.Sprintf("Host: 127.0.0.1:%d\r\n", b.port())+ours), 404)
	})
}
