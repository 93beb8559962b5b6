package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// The load shares two cores with the backend that it measures. So its browsers
// and its callers speak just as much WebSocket and HTTP as that needs, and
// allocate nothing for a request.

// leanBrowser is the extension's end of one socket.
type leanBrowser struct {
	id, key string
	conn    net.Conn
	r       *bufio.Reader
	in, out []byte
}

// connect opens the socket under the URL that proofs are bound to, as if it came
// from an address, and shakes hands.
func (b *leanBrowser) connect(ctx context.Context, address, bound, host, from string) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	if at, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(at)
	}
	b.conn, b.r = conn, bufio.NewReaderSize(conn, 1<<10)
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nX-Forwarded-For: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", link.SocketPath, host, link.Origin(app.ExtensionID), from)
	for first := true; ; first = false {
		line, err := b.r.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first && !bytes.Contains(line, []byte(" 101 ")) {
			return errors.New(string(line))
		}
		if len(line) == 2 {
			break
		}
	}
	h, err := hello(b.id, b.key, bound)
	if err != nil {
		return err
	}
	if err := b.send(h); err != nil {
		return err
	}
	data, err := b.next()
	if err != nil {
		return err
	}
	if msg, err := protocol.Decode(data); err != nil {
		return err
	} else if _, ok := msg.(protocol.Ack); !ok {
		return errors.New("no ack: " + string(data))
	}
	b.in = nil
	return conn.SetDeadline(time.Time{})
}

// next is the next text message, good until the one after it.
func (b *leanBrowser) next() ([]byte, error) {
	var head [10]byte
	if _, err := io.ReadFull(b.r, head[:2]); err != nil {
		return nil, err
	}
	n := uint64(head[1])
	switch n {
	case 126:
		if _, err := io.ReadFull(b.r, head[2:4]); err != nil {
			return nil, err
		}
		n = uint64(binary.BigEndian.Uint16(head[2:4]))
	case 127:
		if _, err := io.ReadFull(b.r, head[2:10]); err != nil {
			return nil, err
		}
		n = binary.BigEndian.Uint64(head[2:10])
	}
	if uint64(cap(b.in)) < n {
		b.in = make([]byte, n)
	}
	b.in = b.in[:n]
	if _, err := io.ReadFull(b.r, b.in); err != nil {
		return nil, err
	}
	if head[0] != 0x81 { // one whole text, which is all that this backend sends
		return nil, fmt.Errorf("a frame %x: %q", head[0], b.in)
	}
	return b.in, nil
}

// send sends one text message, masked with zeros.
func (b *leanBrowser) send(text []byte) error {
	b.out = append(b.out[:0], 0x81)
	if n := len(text); n < 126 {
		b.out = append(b.out, 0x80|byte(n))
	} else {
		b.out = binary.BigEndian.AppendUint16(append(b.out, 0x80|126), uint16(n)) // none is longer
	}
	b.out = append(append(b.out, 0, 0, 0, 0), text...)
	_, err := b.conn.Write(b.out)
	return err
}

// serve answers each request with result, once before lets it, and beats with
// beats, until the socket ends.
func (b *leanBrowser) serve(result string, before func()) error {
	begin, answer := []byte(`"id":"`), []byte(nil)
	for {
		data, err := b.next()
		if err != nil {
			return err
		}
		before()
		if _, rest, ok := bytes.Cut(data, begin); ok {
			id, _, _ := bytes.Cut(rest, begin[len(begin)-1:])
			answer = append(append(append(answer[:0], `{"type":"response","id":"`...), id...), `","result":`...)
			answer = append(append(answer, result...), '}')
		} else {
			answer = append(answer[:0], `{"type":"beat"}`...)
		}
		if err := b.send(answer); err != nil {
			return err
		}
	}
}

// leanCaller is one HTTP connection of an agent.
type leanCaller struct {
	address string
	conn    net.Conn
	r       *bufio.Reader
	out, in []byte
}

// act asks for an action; status 0 means no answer. The body is good until the
// next call.
func (c *leanCaller) act(token, device, action string) (status int, body []byte) {
	if c.conn == nil {
		conn, err := net.Dial("tcp", c.address)
		if err != nil {
			return 0, nil
		}
		c.conn, c.r = conn, bufio.NewReader(conn)
	}
	c.out = append(append(c.out[:0], "POST /api/act?device="...), device...)
	c.out = append(append(c.out, " HTTP/1.1\r\nHost: "+publicHost+"\r\nContent-Type: application/json\r\nAuthorization: Bearer "...), token...)
	c.out = strconv.AppendInt(append(c.out, "\r\nContent-Length: "...), int64(len(action)), 10)
	c.out = append(append(c.out, "\r\n\r\n"...), action...)
	_ = c.conn.SetDeadline(time.Now().Add(40 * time.Second))
	if _, err := c.conn.Write(c.out); err == nil {
		if status, body = c.answer(); status != 0 {
			return status, body
		}
	}
	_ = c.conn.Close()
	c.conn = nil
	return 0, nil
}

func (c *leanCaller) answer() (status int, body []byte) {
	length := -1
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return 0, nil
		}
		switch {
		case status == 0 && len(line) > 12:
			status = number(line[9:12])
		case bytes.HasPrefix(line, []byte("Content-Length: ")):
			length = number(bytes.TrimSpace(line[16:]))
		case len(line) == 2 && length < 0:
			return 0, nil
		case len(line) == 2:
			if cap(c.in) < length {
				c.in = make([]byte, length)
			}
			c.in = c.in[:length]
			if _, err := io.ReadFull(c.r, c.in); err != nil {
				return 0, nil
			}
			return status, c.in
		}
	}
}

func number(digits []byte) (n int) {
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}
