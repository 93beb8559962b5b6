package direct

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// piped is a browser at the other end of a pipe, which answers as the fake does
// until it is asked for what it has been told to end at.
func piped(t *testing.T, f *browserFake, endAt string) Endpoint {
	t.Helper()
	read, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer read.Close()
		defer write.Close()
		for in := bufio.NewReader(read); ; {
			data, err := in.ReadBytes(0)
			if err != nil || endAt != "" && bytes.Contains(data, []byte(endAt)) {
				return
			}
			for _, out := range f.answer(bytes.TrimSuffix(data, []byte{0})) {
				if _, err := write.Write(append(out, 0)); err != nil {
					return
				}
			}
		}
	}()
	return NewPipe(from, to).Endpoint()
}

func TestHost_Pipe(t *testing.T) {
	is := is.New(t)
	f := newBrowserFake(t, "https://a.example/"+strings.Repeat("long/", 40_000)) // over the reader's buffer
	h, err := New(Options{Engine: func() string { return "" }})
	is.NoErr(err)
	defer h.Close(t.Context())
	p := &pauses{}
	h.pause = p.pause
	h.Point(piped(t, f, "Target.createTarget"))
	connected(t, h)
	first := list(t, h)
	is.Equal(len(first), 1)
	is.Equal(h.State().Endpoint, "pipe://launched")

	// The browser ends; a pipe has no second connection.
	_, err = h.Do(t.Context(), open)
	is.True(err != nil)
	eventually(t, "the reason", func() bool { return strings.Contains(h.Absent().Error(), "launched browser ended") })

	// Another is launched: nothing of the first is known.
	h.Point(piped(t, f, ""))
	connected(t, h)
	is.True(list(t, h)[0].TabID > first[0].TabID)
}

func TestPipe_BoundsAMessage(t *testing.T) {
	is := is.New(t)
	p := NewPipe(io.NopCloser(endless{}), nil)
	p.most = 1 << 20
	_, err := p.read(t.Context())
	is.True(err != nil)
}

// endless never ends a message.
type endless struct{}

// Read gives more of it.
func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
