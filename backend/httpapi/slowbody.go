package httpapi

import (
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// Limits of a request's body. One that comes more slowly is cut: who waits for
// it holds a connection, a goroutine and, authenticated, one of a user's places.
const (
	bodyGrace = 10 * time.Second // for the first bytes, and for every pause
	bodyRate  = 16 << 10         // bytes a second, on average
)

// pace is how slowly a body may come.
type pace struct {
	grace time.Duration
	rate  int64 // bytes a second
}

// guard bounds the body of a request from its first byte on, whoever reads it:
// also what no handler reads, which the server itself does to keep the
// connection. whole is called once, when all of it has come.
func (p pace) guard(w http.ResponseWriter, r *http.Request, whole func()) {
	if r.Body == nil || r.Body == http.NoBody {
		whole()
		return
	}
	b := &paced{ReadCloser: r.Body, pace: p, conn: http.NewResponseController(w), begun: time.Now(), whole: sync.OnceFunc(whole)}
	_ = b.conn.SetReadDeadline(b.begun.Add(p.grace))
	r.Body = b
}

// paced is a body that must keep a pace.
type paced struct {
	io.ReadCloser
	pace
	conn  *http.ResponseController
	begun time.Time
	read  int64
	whole func()
}

// Read fails with [os.ErrDeadlineExceeded] when the body is too slow.
func (b *paced) Read(p []byte) (int, error) {
	// What came earns time, so a large body may take long, and none may stand still.
	earned := time.Duration(b.read) * time.Second / time.Duration(b.rate)
	_ = b.conn.SetReadDeadline(b.begun.Add(b.grace + earned))
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if err == io.EOF {
		_ = b.conn.SetReadDeadline(time.Time{}) // an answer may take as long as it likes
		b.whole()
	}
	return n, err
}

// tooSlow reports whether a body was cut.
func tooSlow(err error) bool { return os.IsTimeout(err) }
