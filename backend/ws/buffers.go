package ws

import (
	"bufio"
	"net"
	"net/http"
)

// smallBuffers gives a hijacked connection small buffers. There may be ten thousand,
// mostly idle, and what is larger than a buffer goes past it.
type smallBuffers struct{ http.ResponseWriter }

const smallBuffer = 1 << 10

// Hijack implements [http.Hijacker].
func (s smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	if rw.Reader.Buffered() == 0 { // else somebody spoke before the answer
		rw.Reader = bufio.NewReaderSize(conn, smallBuffer)
	}
	rw.Writer = bufio.NewWriterSize(conn, smallBuffer)
	return conn, rw, nil
}
