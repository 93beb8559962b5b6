package coretest

import (
	"bytes"
	"sync"
)

// Output is what a program or a logger has written; it may be read meanwhile.
type Output struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write keeps p.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.Write(p)
}

// String returns all of it.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}
