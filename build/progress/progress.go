// Package progress tells the person at the terminal what the build is doing:
// one line when a step begins, one every ten seconds while it lasts, one when
// it ends. It decides only how that looks and imports no other package.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// beat is how long a step may be silent: long enough not to fill a log, short
// enough that nobody asks whether the build hangs.
const beat = 10 * time.Second

// Printer writes progress lines. Its methods may be called from several goroutines.
type Printer struct {
	mu  sync.Mutex
	out io.Writer
}

// New returns a printer on w.
func New(w io.Writer) *Printer { return &Printer{out: w} }

// Note prints one line under the name of a step.
func (p *Printer) Note(step, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, _ = fmt.Fprintf(p.out, "%-10s %s\n", step, fmt.Sprintf(format, args...))
}

// Write passes a tool's own output through.
func (p *Printer) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// Do runs one step. f returns what to say when it is done, "" for nothing more.
func (p *Printer) Do(step, what string, f func() (string, error)) error {
	p.Note(step, "%s", what)
	start := time.Now()
	done := make(chan struct{})
	var ticking sync.WaitGroup
	ticking.Go(func() {
		t := time.NewTicker(beat)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				p.Note(step, "… %s, %s so far", what, Elapsed(time.Since(start)))
			case <-done:
				return
			}
		}
	})
	said, err := f()
	close(done)
	ticking.Wait()
	switch {
	case err != nil:
		p.Note(step, "failed after %s", Elapsed(time.Since(start)))
	case said != "":
		p.Note(step, "done in %s: %s", Elapsed(time.Since(start)), said)
	default:
		p.Note(step, "done in %s", Elapsed(time.Since(start)))
	}
	return err
}

// Elapsed writes a duration as a person reads it.
func Elapsed(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	default:
		return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
}

// Size writes a number of bytes as a person reads it.
func Size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1000)
	default:
		return fmt.Sprintf("%.1f MB", float64(n)/1_000_000)
	}
}
